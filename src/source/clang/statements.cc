// Digester: statements.
#include "source/clang/digester.h"

namespace assay::source {
namespace {

StatementKind kind_of(const clang::Stmt& what) {
    using S = clang::Stmt;
    if (llvm::isa<clang::Expr>(what)) return StatementKind::Expression;
    switch (what.getStmtClass()) {
    case S::CompoundStmtClass: return StatementKind::Compound;
    case S::DeclStmtClass: return StatementKind::Declaration;
    case S::IfStmtClass: return StatementKind::If;
    case S::WhileStmtClass: return StatementKind::While;
    case S::DoStmtClass: return StatementKind::Do;
    case S::ForStmtClass: return StatementKind::For;
    case S::SwitchStmtClass: return StatementKind::Switch;
    case S::CaseStmtClass:
    case S::DefaultStmtClass: return StatementKind::Case;
    case S::LabelStmtClass: return StatementKind::Label;
    case S::GotoStmtClass:
    case S::IndirectGotoStmtClass: return StatementKind::Goto;
    case S::BreakStmtClass: return StatementKind::Break;
    case S::ContinueStmtClass: return StatementKind::Continue;
    case S::ReturnStmtClass: return StatementKind::Return;
    case S::NullStmtClass: return StatementKind::Null;
    case S::GCCAsmStmtClass: return StatementKind::Asm;
    default: return StatementKind::Other;
    }
}

} // namespace

using clang::SourceLocation;

std::optional<Span> Digester::span_of(const clang::Stmt& what, uint32_t index) const {
    const Statement& made = unit_.statements[index];
    std::optional<Span> span = places_.whole_span(what);
    switch (made.kind) {
    case StatementKind::Compound:
    case StatementKind::Declaration:
    case StatementKind::Null: return span;
    case StatementKind::Expression:
    case StatementKind::Do:
    case StatementKind::Goto:
    case StatementKind::Break:
    case StatementKind::Continue:
    case StatementKind::Return:
    case StatementKind::Asm: {
        if (!span) return std::nullopt;
        const std::optional<uint32_t> end = places_.after_semicolon(span->end);
        if (!end) return std::nullopt;
        return Span{span->begin, *end};
    }
    case StatementKind::If:
    case StatementKind::While:
    case StatementKind::For:
    case StatementKind::Switch:
    case StatementKind::Case:
    case StatementKind::Label:
    case StatementKind::Other: break;
    }
    // The last statement directly inside ends it.
    uint32_t last = kNone;
    for (uint32_t i = index + 1; i < unit_.statements.size(); ++i)
        if (unit_.statements[i].parent == index && !unit_.statements[i].gives_value) last = i;
    SourceLocation begin = what.getBeginLoc();
    if (last == kNone) return std::nullopt;
    if (begin.isMacroID()) { // all of it is one macro, with or without a semicolon after it
        if (!span) return std::nullopt;
        return macro_statement(*span);
    }
    if (!places_.in_main_text(begin)) return std::nullopt;
    if (unit_.statements[last].in_text) return Span{places_.offset(begin), unit_.statements[last].span.end};
    return std::nullopt;
}

std::optional<Span> Digester::macro_statement(const Span& span) const {
    const std::optional<uint32_t> end = places_.after_semicolon(span.end);
    if (!end) return std::nullopt;
    return Span{span.begin, *end};
}

uint32_t Digester::statement(const clang::Stmt* what, uint32_t parent) {
    const uint32_t index = static_cast<uint32_t>(unit_.statements.size());
    Statement made;
    made.kind = kind_of(*what);
    made.parent = parent;
    made.function = function_;
    made.in_macro = what->getBeginLoc().isMacroID() || what->getEndLoc().isMacroID();
    made.fixed = made.kind == StatementKind::Asm || made.kind == StatementKind::Other;
    unit_.statements.push_back(made);
    inside(what, index);
    Statement& done = unit_.statements[index];
    done.last = static_cast<uint32_t>(unit_.statements.size());
    const std::optional<Span> span = span_of(*what, index);
    done.in_text = span.has_value() && !places_.holds_directive(*span);
    const uint32_t begin = places_.offset(what->getBeginLoc());
    done.span = span ? *span : Span{begin, begin};
    return index;
}

void Digester::inside(const clang::Stmt* what, uint32_t index) {
    switch (unit_.statements[index].kind) {
    case StatementKind::Compound: return compound(llvm::cast<clang::CompoundStmt>(what), index);
    case StatementKind::Declaration:
        return declaration(llvm::cast<clang::DeclStmt>(what), index, scopes_.back());
    case StatementKind::If: return inside_if(llvm::cast<clang::IfStmt>(what), index);
    case StatementKind::While: {
        const auto* loop = llvm::cast<clang::WhileStmt>(what);
        condition(loop->getCond(), index);
        return body(loop->getBody(), index);
    }
    case StatementKind::Do: {
        const auto* loop = llvm::cast<clang::DoStmt>(what);
        body(loop->getBody(), index);
        return condition(loop->getCond(), index);
    }
    case StatementKind::For: return inside_for(llvm::cast<clang::ForStmt>(what), index);
    case StatementKind::Switch: {
        const auto* choice = llvm::cast<clang::SwitchStmt>(what);
        expression(choice->getCond(), {index, false});
        switches_.push_back(index);
        breakables_.push_back(index);
        statement(choice->getBody(), index);
        breakables_.pop_back();
        switches_.pop_back();
        return;
    }
    case StatementKind::Case:
        unit_.statements[index].target = switches_.empty() ? kNone : switches_.back();
        statement(llvm::cast<clang::SwitchCase>(what)->getSubStmt(), index);
        return;
    case StatementKind::Label: {
        const auto* label = llvm::cast<clang::LabelStmt>(what);
        labels_[label->getDecl()] = index;
        statement(label->getSubStmt(), index);
        return;
    }
    case StatementKind::Goto:
        if (const auto* jump = llvm::dyn_cast<clang::GotoStmt>(what))
            label_uses_.emplace_back(jump->getLabel(), index);
        break;
    case StatementKind::Break:
        unit_.statements[index].target = breakables_.empty() ? kNone : breakables_.back();
        return;
    case StatementKind::Continue:
        unit_.statements[index].target = loops_.empty() ? kNone : loops_.back();
        return;
    case StatementKind::Expression: return expression(what, {index, false});
    case StatementKind::Return:
    case StatementKind::Null:
    case StatementKind::Asm:
    case StatementKind::Other: break;
    }
    for (const clang::Stmt* child : what->children()) {
        if (child == nullptr) continue;
        if (llvm::isa<clang::Expr>(child))
            expression(child, {index, unit_.statements[index].kind == StatementKind::Asm});
        else
            statement(child, index);
    }
}

void Digester::compound(const clang::CompoundStmt* what, uint32_t index) {
    scopes_.push_back({places_.offset(what->getBeginLoc()), places_.offset(what->getEndLoc())});
    for (const clang::Stmt* child : what->body()) statement(child, index);
    scopes_.pop_back();
}

void Digester::declaration(const clang::DeclStmt* what, uint32_t index, Span scope) {
    for (const clang::Decl* decl : what->decls()) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
        if (variable == nullptr) {
            unit_.statements[index].fixed = true;
            continue;
        }
        if (variable->isExternallyDeclarable() || variable->hasAttrs() || variable->hasExternalStorage())
            unit_.statements[index].fixed = true;
        if (variable->getType()->isVariablyModifiedType()) unit_.statements[index].variable_array = true;
        add_variable(*variable, {places_.offset(variable->getEndLoc()), scope.end}, index);
        const bool constant = !variable->hasLocalStorage() || variable->getType()->isArrayType();
        if (variable->hasInit()) expression(variable->getInit(), {index, constant});
        if (const auto* array = llvm::dyn_cast<clang::VariableArrayType>(variable->getType().getTypePtr()))
            if (array->getSizeExpr() != nullptr) expression(array->getSizeExpr(), {index, false});
    }
}

void Digester::inside_if(const clang::IfStmt* what, uint32_t index) {
    condition(what->getCond(), index);
    statement(what->getThen(), index);
    if (what->getElse() != nullptr) statement(what->getElse(), index);
}

void Digester::inside_for(const clang::ForStmt* what, uint32_t index) {
    const uint32_t end = places_.offset(what->getEndLoc()) + 1;
    if (const clang::Stmt* init = what->getInit()) {
        if (const auto* declares = llvm::dyn_cast<clang::DeclStmt>(init))
            declaration(declares, index, {places_.offset(what->getBeginLoc()), end});
        else
            expression(init, {index, false});
    }
    if (what->getCond() != nullptr) condition(what->getCond(), index);
    if (what->getInc() != nullptr) expression(what->getInc(), {index, false});
    body(what->getBody(), index);
}

void Digester::body(const clang::Stmt* what, uint32_t loop) {
    loops_.push_back(loop);
    breakables_.push_back(loop);
    statement(what, loop);
    breakables_.pop_back();
    loops_.pop_back();
}

} // namespace assay::source
