#include "source/clang/wrappers.h"

#include "source/clang/alias.h"

#include <clang/Basic/Builtins.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

namespace assay::source {
namespace {

using clang::Expr;
using clang::SourceLocation;

// What stands around an expression, as far as no sequence point lies between.
struct Around {
    struct Access {
        const Expr* object;
        size_t depth; // wrappers around it
    };
    std::vector<Access> accesses;   // that happen after the expression has its value
    std::vector<uint32_t> wrappers; // from the outside to the inside
};

class WrapperFinder {
  public:
    explicit WrapperFinder(clang::ASTUnit& parsed)
        : context_(parsed.getASTContext()), sources_(parsed.getSourceManager()), aliases_(context_) {
        std::vector<const clang::Decl*> decls;
        for (auto it = parsed.top_level_begin(); it != parsed.top_level_end(); ++it)
            if (sources_.isInMainFile(sources_.getExpansionLoc((*it)->getLocation()))) decls.push_back(*it);
        for (const clang::Decl* decl : decls) first_look(*decl);
        for (const auto& [function, count] : references_) {
            const auto known = functions_.find(function);
            if (count == 0 || known == functions_.end()) continue;
            found_.kinds[known->second].definition = {}; // its address is taken, or a call is not plain
            functions_.erase(known);
        }
        for (const clang::Decl* decl : decls) {
            const clang::Stmt* body = code_of(*decl);
            if (body == nullptr) continue;
            if (found_.calls.empty())
                found_.first_use = sources_.getFileOffset(sources_.getExpansionLoc(decl->getBeginLoc()));
            walk(body, {});
        }
        sort_calls();
    }
    Wrappers take() { return std::move(found_); }

  private:
    clang::ASTContext& context_;
    const clang::SourceManager& sources_;
    Aliases aliases_;
    Wrappers found_;
    std::map<const clang::FunctionDecl*, uint32_t> functions_; // that are wrappers
    std::map<const clang::FunctionDecl*, int64_t> references_; // to them, less the calls that can be changed

    bool in_text(SourceLocation at) const { return at.isFileID() && sources_.isInMainFile(at); }

    std::optional<Span> span_of(clang::SourceRange range) const {
        if (!in_text(range.getBegin()) || !in_text(range.getEnd())) return std::nullopt;
        const SourceLocation after =
            clang::Lexer::getLocForEndOfToken(range.getEnd(), 0, sources_, context_.getLangOpts());
        if (after.isInvalid()) return std::nullopt;
        return Span{sources_.getFileOffset(range.getBegin()), sources_.getFileOffset(after)};
    }

    static const clang::Stmt* code_of(const clang::Decl& decl) {
        const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&decl);
        return function != nullptr && function->doesThisDeclarationHaveABody() ? function->getBody()
                                                                               : nullptr;
    }

    // As they stand in the text, which is not always how Clang's children follow each other.
    void sort_calls() {
        std::vector<uint32_t> order(found_.calls.size());
        std::iota(order.begin(), order.end(), 0U);
        std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
            const Span &first = found_.calls[a].span, &second = found_.calls[b].span;
            return std::pair(first.begin, second.end) < std::pair(second.begin, first.end);
        });
        std::vector<WrapperCall> sorted;
        std::vector<uint32_t> place(order.size());
        for (const uint32_t old : order) {
            place[old] = static_cast<uint32_t>(sorted.size());
            sorted.push_back(std::move(found_.calls[old]));
        }
        found_.calls = std::move(sorted);
        for (WrapperOrder& constraint : found_.orders)
            for (uint32_t& call : constraint.calls) call = place[call];
    }

    // Nothing in front of it belongs to it, as attributes would.
    bool stands_alone(const Span& definition) const {
        const llvm::StringRef before =
            sources_.getBufferData(sources_.getMainFileID()).substr(0, definition.begin).rtrim();
        if (before.empty() || before.back() == ';' || before.back() == '}') return true;
        return before.substr(before.rfind('\n') + 1).startswith("#");
    }

    // ---- what a wrapper is

    static bool is_number(clang::QualType type) {
        return type->isIntegerType() || type->isRealFloatingType();
    }

    // The one function that the conditions of floating-point wrappers call.
    static bool is_absolute_value(const clang::CallExpr& call) {
        switch (call.getBuiltinCallee()) {
        case clang::Builtin::BIfabs:
        case clang::Builtin::BIfabsf:
        case clang::Builtin::BIfabsl:
        case clang::Builtin::BI__builtin_fabs:
        case clang::Builtin::BI__builtin_fabsf:
        case clang::Builtin::BI__builtin_fabsl: return true;
        default: return false;
        }
    }

    void first_look(const clang::Decl& decl) {
        if (const auto* record = llvm::dyn_cast<clang::RecordDecl>(&decl))
            if (holds_union(*record)) aliases_.see_union();
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(&decl))
            if (variable->hasInit()) look(variable->getInit());
        const clang::Stmt* body = code_of(decl);
        if (body == nullptr) return;
        note_function(llvm::cast<clang::FunctionDecl>(decl));
        look(body);
    }

    static bool holds_union(const clang::RecordDecl& record) {
        if (record.isUnion()) return true;
        return std::any_of(record.decls_begin(), record.decls_end(), [](const clang::Decl* inner) {
            const auto* nested = llvm::dyn_cast<clang::RecordDecl>(inner);
            return nested != nullptr && holds_union(*nested);
        });
    }

    // `computed`: it is not the operand of sizeof, where nobody will look for calls.
    void look(const clang::Stmt* what, bool computed = true) {
        if (what == nullptr) return;
        aliases_.see(*what);
        if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(what))
            if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl()))
                ++references_[function->getCanonicalDecl()];
        if (const auto* call = llvm::dyn_cast<clang::CallExpr>(what))
            if (const clang::FunctionDecl* callee = call->getDirectCallee())
                if (computed && operands_of(*call)) --references_[callee->getCanonicalDecl()];
        if (const auto* declares = llvm::dyn_cast<clang::DeclStmt>(what))
            for (const clang::Decl* decl : declares->decls())
                if (const auto* record = llvm::dyn_cast<clang::RecordDecl>(decl))
                    if (holds_union(*record)) aliases_.see_union();
        computed &= !llvm::isa<clang::UnaryExprOrTypeTraitExpr>(what);
        for (const clang::Stmt* child : what->children()) look(child, computed);
    }

    std::optional<std::vector<Span>> operands_of(const clang::CallExpr& call) const {
        if (!span_of(call.getSourceRange())) return std::nullopt;
        std::vector<Span> operands;
        for (const Expr* argument : call.arguments()) {
            const std::optional<Span> span = span_of(argument->getSourceRange());
            if (!span) return std::nullopt;
            operands.push_back(*span);
        }
        return operands;
    }

    void note_function(const clang::FunctionDecl& function) {
        const std::string name = function.getNameAsString();
        if (!name.starts_with("safe_") || function.isVariadic() || function.getNumParams() == 0) return;
        const auto* body = llvm::dyn_cast<clang::CompoundStmt>(function.getBody());
        if (body == nullptr || body->size() != 1) return;
        const auto* returned = llvm::dyn_cast<clang::ReturnStmt>(body->body_front());
        if (returned == nullptr || returned->getRetValue() == nullptr) return;
        const std::optional<Span> definition = span_of(function.getSourceRange());
        if (!definition || !stands_alone(*definition)) return;
        std::vector<const clang::VarDecl*> parameters(function.param_begin(), function.param_end());
        // What the value is converted to is said by `result`.
        const Expr* value = returned->getRetValue()->IgnoreImpCasts();
        std::optional<WrapperKind> kind = kind_of(*value, parameters);
        if (!kind || !is_number(function.getReturnType())) return;
        kind->name = name;
        kind->definition = *definition;
        kind->result = function.getReturnType().getUnqualifiedType().getAsString();
        for (const clang::VarDecl* parameter : parameters)
            kind->types.push_back(parameter->getType().getUnqualifiedType().getAsString());
        functions_[function.getCanonicalDecl()] = static_cast<uint32_t>(found_.kinds.size());
        found_.kinds.push_back(std::move(*kind));
    }

    std::optional<WrapperKind> kind_of(const Expr& value,
                                       const std::vector<const clang::VarDecl*>& parameters) const {
        for (const clang::VarDecl* parameter : parameters)
            if (!is_number(parameter->getType())) return std::nullopt;
        WrapperKind kind;
        const Expr* plain = &value;
        if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(value.IgnoreParens())) {
            const std::optional<Span> unsafe = part(*choice->getCond(), parameters, kind);
            const std::optional<Span> fallback = part(*choice->getTrueExpr(), parameters, kind);
            if (!unsafe || !fallback) return std::nullopt;
            kind.unsafe = *unsafe;
            kind.fallback = *fallback;
            plain = choice->getFalseExpr();
            const clang::QualType own = plain->IgnoreImpCasts()->getType().getCanonicalType();
            const clang::QualType common = choice->getType().getCanonicalType();
            if (own.getUnqualifiedType() != common.getUnqualifiedType())
                kind.common = common.getUnqualifiedType().getAsString();
        }
        const size_t before = kind.uses.size();
        const std::optional<Span> span = part(*plain, parameters, kind);
        if (!span || !always_computes(*plain) || !is_number(plain->IgnoreImpCasts()->getType()))
            return std::nullopt;
        kind.plain = *span;
        // Every operand is computed once.
        std::vector<int> times(parameters.size(), 0);
        for (size_t i = before; i < kind.uses.size(); ++i) ++times[kind.uses[i].parameter];
        if (std::any_of(times.begin(), times.end(), [](int count) { return count != 1; }))
            return std::nullopt;
        std::sort(kind.uses.begin(), kind.uses.end(),
                  [](const ParameterUse& a, const ParameterUse& b) { return a.span.begin < b.span.begin; });
        return kind;
    }

    // Every operand, whatever the others are.
    static bool always_computes(const clang::Stmt& what) {
        if (llvm::isa<clang::ConditionalOperator, clang::UnaryExprOrTypeTraitExpr>(what)) return false;
        if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(&what))
            if (binary->isLogicalOp()) return false;
        return std::all_of(what.child_begin(), what.child_end(),
                           [](const clang::Stmt* child) { return always_computes(*child); });
    }

    // An expression of the parameters alone and without effects; where it names them goes to `kind`.
    std::optional<Span> part(const Expr& what, const std::vector<const clang::VarDecl*>& parameters,
                             WrapperKind& kind) const {
        if (!note_uses(what, parameters, kind)) return std::nullopt;
        return span_of(what.getSourceRange());
    }

    bool note_uses(const clang::Stmt& what, const std::vector<const clang::VarDecl*>& parameters,
                   WrapperKind& kind) const {
        if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(&what)) {
            const auto at = std::find(parameters.begin(), parameters.end(), name->getDecl());
            const std::optional<Span> span = span_of(what.getSourceRange());
            if (at == parameters.end() || !span) return false;
            kind.uses.push_back({*span, static_cast<uint32_t>(at - parameters.begin())});
            return true;
        }
        if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(&what))
            if (binary->isAssignmentOp() || binary->isCommaOp()) return false;
        if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&what))
            if (unary->isIncrementDecrementOp() || unary->getOpcode() == clang::UO_AddrOf) return false;
        if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&what))
            return is_absolute_value(*call) && note_uses(*call->getArg(0), parameters, kind);
        const bool known =
            llvm::isa<clang::BinaryOperator, clang::UnaryOperator, clang::ParenExpr, clang::CastExpr,
                      clang::IntegerLiteral, clang::FloatingLiteral, clang::CharacterLiteral,
                      clang::ConditionalOperator, clang::UnaryExprOrTypeTraitExpr>(what);
        if (!known) return false;
        return std::all_of(what.child_begin(), what.child_end(), [&](const clang::Stmt* child) {
            return child != nullptr && note_uses(*child, parameters, kind);
        });
    }

    static bool names_any(const clang::Stmt& what, const std::vector<const clang::VarDecl*>& variables) {
        if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(&what))
            return std::find(variables.begin(), variables.end(), name->getDecl()) != variables.end();
        return std::any_of(what.child_begin(), what.child_end(), [&](const clang::Stmt* child) {
            return child != nullptr && names_any(*child, variables);
        });
    }

    // `({ T a = X; U b = Y; value; })`: its kind, and where X and Y are.
    std::optional<WrapperKind> statement_kind(const clang::StmtExpr& what,
                                              std::vector<const Expr*>& operands) const {
        const clang::CompoundStmt& block = *what.getSubStmt();
        std::vector<const clang::VarDecl*> parameters;
        const auto* value = block.body_empty() ? nullptr : llvm::dyn_cast<Expr>(block.body_back());
        for (const clang::Stmt* inner : block.body()) {
            if (inner == block.body_back()) break;
            const auto* declares = llvm::dyn_cast<clang::DeclStmt>(inner);
            if (declares == nullptr || !declares->isSingleDecl()) return std::nullopt;
            const auto* variable = llvm::dyn_cast<clang::VarDecl>(declares->getSingleDecl());
            if (variable == nullptr || !variable->hasInit() || !variable->hasLocalStorage() ||
                variable->getType().isVolatileQualified())
                return std::nullopt;
            parameters.push_back(variable);
            operands.push_back(variable->getInit());
        }
        // `int a = (a)` names itself, and not what a function would be given.
        for (const Expr* operand : operands)
            if (names_any(*operand, parameters)) return std::nullopt;
        if (value == nullptr || parameters.empty() || !is_number(value->getType())) return std::nullopt;
        std::optional<WrapperKind> kind = kind_of(*value, parameters);
        if (!kind) return std::nullopt;
        kind->result = value->getType().getCanonicalType().getUnqualifiedType().getAsString();
        for (const clang::VarDecl* parameter : parameters)
            kind->types.push_back(parameter->getType().getCanonicalType().getUnqualifiedType().getAsString());
        return kind;
    }

    // ---- where they are

    void walk(const clang::Stmt* what, Around around) {
        if (what == nullptr) return;
        if (!llvm::isa<Expr>(what)) around = {};
        if (const auto* call = llvm::dyn_cast<clang::CallExpr>(what)) return walk_call(*call, around);
        if (const auto* block = llvm::dyn_cast<clang::StmtExpr>(what)) return walk_block(*block, around);
        if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(what)) return; // nothing in it is computed
        if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(what)) {
            walk(choice->getCond(), {});
            walk(choice->getTrueExpr(), around);
            walk(choice->getFalseExpr(), around);
            return;
        }
        if (const auto* choice = llvm::dyn_cast<clang::BinaryConditionalOperator>(what)) { // a ?: b
            walk(choice->getCommon(), {});
            walk(choice->getFalseExpr(), around);
            return;
        }
        if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(what)) {
            if (binary->isAssignmentOp()) write(*binary->getLHS(), around);
            walk(binary->getLHS(), binary->isLogicalOp() || binary->isCommaOp() ? Around{} : around);
            walk(binary->getRHS(), around);
            return;
        }
        if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(what))
            if (unary->isIncrementDecrementOp()) write(*unary->getSubExpr(), around);
        if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(what))
            if (cast->getCastKind() == clang::CK_LValueToRValue)
                around.accesses.push_back({cast->getSubExpr(), around.wrappers.size()});
        for (const clang::Stmt* child : what->children()) walk(child, around);
    }

    void write(const Expr& object, Around& around) {
        for (const Around::Access& later : around.accesses) {
            if (later.depth == around.wrappers.size() || !aliases_.may_be_same(*later.object, object))
                continue;
            found_.orders.push_back({{around.wrappers.begin() + static_cast<std::ptrdiff_t>(later.depth),
                                      around.wrappers.end()}});
        }
        around.accesses.push_back({&object, around.wrappers.size()});
    }

    void walk_call(const clang::CallExpr& call, Around around) {
        const clang::FunctionDecl* callee = call.getDirectCallee();
        const auto known = callee == nullptr ? functions_.end() : functions_.find(callee->getCanonicalDecl());
        if (known == functions_.end()) {
            for (const clang::Stmt* child : call.children()) walk(child, {});
            return;
        }
        around.wrappers.push_back(static_cast<uint32_t>(found_.calls.size()));
        found_.calls.push_back({known->second, *span_of(call.getSourceRange()), *operands_of(call)});
        for (const Expr* argument : call.arguments()) walk(argument, around);
    }

    void walk_block(const clang::StmtExpr& block, Around around) {
        std::vector<const Expr*> operands;
        std::optional<WrapperKind> kind = statement_kind(block, operands);
        const std::optional<Span> span = span_of(block.getSourceRange());
        std::vector<Span> spans;
        for (const Expr* operand : operands)
            if (const std::optional<Span> one = span_of(operand->getSourceRange())) spans.push_back(*one);
        if (!kind || !span || spans.size() != operands.size()) {
            walk(block.getSubStmt(), {});
            return;
        }
        around.wrappers.push_back(static_cast<uint32_t>(found_.calls.size()));
        found_.calls.push_back({static_cast<uint32_t>(found_.kinds.size()), *span, std::move(spans)});
        found_.kinds.push_back(std::move(*kind));
        for (const Expr* operand : operands) walk(operand, around);
    }
};

} // namespace

Wrappers find_wrappers(clang::ASTUnit& parsed) { return WrapperFinder(parsed).take(); }

} // namespace assay::source
