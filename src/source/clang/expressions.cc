// Digester: expressions.
#include "source/clang/digester.h"

#include <clang/Basic/Builtins.h>

namespace assay::source {
namespace {

// Builtins look at their arguments when they are compiled; a null pointer is a 0 and nothing else.
bool needs_constants(const clang::Stmt& what) {
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(&what))
        return cast->getCastKind() == clang::CK_NullToPointer;
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&what)) return call->getBuiltinCallee() != 0;
    return llvm::isa<clang::UnaryExprOrTypeTraitExpr>(what) || llvm::isa<clang::InitListExpr>(what) ||
           llvm::isa<clang::CompoundLiteralExpr>(what) || llvm::isa<clang::ChooseExpr>(what) ||
           llvm::isa<clang::OffsetOfExpr>(what) || llvm::isa<clang::GenericSelectionExpr>(what) ||
           llvm::isa<clang::DesignatedInitExpr>(what);
}

} // namespace

void Digester::note(ExpressionKind kind, const clang::Stmt& what, uint32_t statement) {
    if (statement == kNone) return;
    if (const std::optional<Span> span = places_.plain_span(what))
        if (!places_.holds_directive(*span)) unit_.expressions.push_back({kind, *span, statement});
}

void Digester::condition(const clang::Expr* what, uint32_t statement) {
    bool known = false;
    const bool constant = !what->isValueDependent() && what->EvaluateAsBooleanCondition(known, context_);
    if (!constant && what->getType()->isScalarType()) note(ExpressionKind::Condition, *what, statement);
    expression(what, {statement, constant});
}

void Digester::expression(const clang::Stmt* what, Context context) {
    if (what == nullptr) return;
    if (context.statement != kNone && (what->getBeginLoc().isMacroID() || what->getEndLoc().isMacroID()))
        unit_.statements[context.statement].in_macro = true;
    if (const auto* block = llvm::dyn_cast<clang::StmtExpr>(what))
        return statement_expression(block, context);
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(what)) return reference(name, context);
    if (const auto* label = llvm::dyn_cast<clang::AddrLabelExpr>(what)) {
        label_uses_.emplace_back(label->getLabel(), context.statement);
        return;
    }
    if (const auto* number = llvm::dyn_cast<clang::IntegerLiteral>(what)) {
        if (!context.constant) note(ExpressionKind::Number, *number, context.statement);
        return;
    }
    if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(what)) note_operator(binary, context);
    if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(what)) {
        note(ExpressionKind::Arm, *choice->getTrueExpr(), context.constant ? kNone : context.statement);
        note(ExpressionKind::Arm, *choice->getFalseExpr(), context.constant ? kNone : context.statement);
    }
    Context below = context;
    below.constant |= needs_constants(*what);
    for (const clang::Stmt* child : what->children()) expression(child, below);
}

void Digester::note_operator(const clang::BinaryOperator* what, const Context& context) {
    if (context.statement == kNone || context.constant) return;
    if (what->isLogicalOp()) note(ExpressionKind::Arm, *what->getRHS(), context.statement);
    const bool integers =
        what->getLHS()->getType()->isIntegerType() && what->getRHS()->getType()->isIntegerType();
    if (!integers || !places_.in_main_text(what->getOperatorLoc())) return;
    const uint32_t begin = places_.offset(what->getOperatorLoc());
    const uint32_t length = static_cast<uint32_t>(what->getOpcodeStr().size());
    unit_.expressions.push_back({ExpressionKind::Operator, {begin, begin + length}, context.statement});
}

void Digester::statement_expression(const clang::StmtExpr* what, const Context& context) {
    if (context.statement == kNone) return;
    const uint32_t block = statement(what->getSubStmt(), context.statement);
    unit_.statements[block].gives_value = true;
    // What gives the value may stand behind labels.
    for (uint32_t last = block; last != kNone;) {
        uint32_t inner = kNone;
        for (uint32_t i = last + 1; i < unit_.statements[last].last; ++i)
            if (unit_.statements[i].parent == last) inner = i;
        if (inner == kNone) break;
        unit_.statements[inner].gives_value = true;
        const StatementKind kind = unit_.statements[inner].kind;
        if (kind != StatementKind::Label && kind != StatementKind::Case) break;
        last = inner;
    }
}

void Digester::reference(const clang::DeclRefExpr* what, const Context& context) {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(what->getDecl())) {
        const unsigned builtin = function->getBuiltinID();
        unit_.calls.push_back({function->getNameAsString(), context.statement, function->hasBody(),
                               builtin != 0 && context_.BuiltinInfo.isPredefinedLibFunction(builtin)});
        return;
    }
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(what->getDecl());
    if (variable == nullptr) return;
    const auto known = variables_.find(variable->getCanonicalDecl());
    if (known == variables_.end()) return;
    const std::optional<Span> span = places_.plain_span(*what);
    if (!span && context.statement != kNone) unit_.statements[context.statement].in_macro = true;
    unit_.uses.push_back({known->second, context.statement, span.value_or(Span{})});
}

} // namespace assay::source
