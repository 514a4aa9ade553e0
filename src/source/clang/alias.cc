#include "source/clang/alias.h"

namespace assay::source {

const clang::VarDecl* variable_of(const clang::Expr& what) {
    const clang::Expr* at = what.IgnoreParens();
    for (;;) {
        if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(at)) {
            if (member->isArrow()) return nullptr;
            at = member->getBase()->IgnoreParens();
        } else if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(at)) {
            const auto* decay = llvm::dyn_cast<clang::ImplicitCastExpr>(element->getBase()->IgnoreParens());
            if (decay == nullptr || decay->getCastKind() != clang::CK_ArrayToPointerDecay) return nullptr;
            at = decay->getSubExpr()->IgnoreParens();
        } else if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(at)) {
            return llvm::dyn_cast<clang::VarDecl>(name->getDecl()->getCanonicalDecl());
        } else {
            return nullptr;
        }
    }
}

void Aliases::see(const clang::Stmt& what) {
    const clang::Expr* pointed = nullptr;
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&what)) {
        if (unary->getOpcode() == clang::UO_AddrOf) pointed = unary->getSubExpr();
    } else if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(&what)) {
        // Subscripts too: a[i] is told apart in variable_of, and calling it reachable is only careful.
        if (cast->getCastKind() == clang::CK_ArrayToPointerDecay) pointed = cast->getSubExpr();
    }
    if (pointed != nullptr)
        if (const clang::VarDecl* variable = variable_of(*pointed)) reachable_.insert(variable);
}

bool Aliases::types_differ(const clang::Expr& a, const clang::Expr& b) const {
    if (unions_) return false;
    const clang::QualType first = a.getType().getCanonicalType().getUnqualifiedType();
    const clang::QualType second = b.getType().getCanonicalType().getUnqualifiedType();
    if (!first->isScalarType() || !second->isScalarType()) return false;
    if (first->isAnyCharacterType() || second->isAnyCharacterType()) return false;
    if (first->isPointerType() || second->isPointerType())
        return first->isPointerType() != second->isPointerType();
    return context_.getTypeSize(first) != context_.getTypeSize(second);
}

bool Aliases::may_be_same(const clang::Expr& a, const clang::Expr& b) const {
    const clang::VarDecl* first = variable_of(a);
    const clang::VarDecl* second = variable_of(b);
    if (first != nullptr && second != nullptr) return first == second;
    const clang::VarDecl* known = first != nullptr ? first : second;
    if (known != nullptr && !reachable_.contains(known)) return false;
    return !types_differ(a, b);
}

} // namespace assay::source
