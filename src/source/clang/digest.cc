#include "source/clang/digest.h"

#include "source/clang/digester.h"

namespace assay::source {

Digester::Digester(clang::ASTUnit& parsed) : context_(parsed.getASTContext()), places_(context_) {
    for (auto it = parsed.top_level_begin(); it != parsed.top_level_end(); ++it) top(*it);
    settle_labels();
}

void Digester::top(const clang::Decl* decl) {
    const clang::SourceManager& sources = context_.getSourceManager();
    if (sources.getFileID(sources.getExpansionLoc(decl->getLocation())) != sources.getMainFileID()) return;
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl)) {
        add_variable(*variable, {places_.offset(variable->getEndLoc()), places_.size()}, kNone);
        if (variable->hasInit()) expression(variable->getInit(), {kNone, true});
    }
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl);
    if (function == nullptr || !function->doesThisDeclarationHaveABody()) return;
    function_ = static_cast<uint32_t>(unit_.functions.size());
    unit_.has_main |= function->isMain();
    unit_.functions.push_back({function->getNameAsString(),
                               function->getReturnType().getCanonicalType().getAsString(),
                               static_cast<uint32_t>(unit_.statements.size())});
    const Span body{places_.offset(function->getBody()->getBeginLoc()),
                    places_.offset(function->getBody()->getEndLoc())};
    for (const clang::ParmVarDecl* parameter : function->parameters())
        if (parameter->getIdentifier() != nullptr) add_variable(*parameter, body, kNone);
    statement(function->getBody(), kNone);
    function_ = kNone;
}

void Digester::add_variable(const clang::VarDecl& decl, Span scope, uint32_t statement) {
    Variable variable;
    variable.name = decl.getNameAsString();
    variable.type = decl.getType().getCanonicalType().getAsString();
    variable.scope = scope;
    variable.statement = statement;
    variable.function = function_;
    variable.plain = !decl.getType()->isVariablyModifiedType() && !decl.hasAttrs() &&
                     decl.getStorageClass() != clang::SC_Register && !variable.name.empty();
    variables_[decl.getCanonicalDecl()] = static_cast<uint32_t>(unit_.variables.size());
    unit_.variables.push_back(std::move(variable));
}

void Digester::settle_labels() {
    for (const auto& [label, statement] : label_uses_) {
        const auto known = labels_.find(label);
        if (known != labels_.end()) unit_.label_uses.push_back({known->second, statement});
    }
}

Unit digest(clang::ASTUnit& parsed) { return Digester(parsed).take(); }

} // namespace assay::source
