// Might two expressions name the same object, or parts of it? Only a "no" is certain.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <set>

namespace assay::source {

class Aliases {
  public:
    explicit Aliases(clang::ASTContext& context) : context_(context) {}

    // Everything in the program must be shown first.
    void see(const clang::Stmt& what);
    void see_union() { unions_ = true; }

    bool may_be_same(const clang::Expr& a, const clang::Expr& b) const;

  private:
    clang::ASTContext& context_;
    std::set<const clang::Decl*> reachable_; // by a pointer
    bool unions_ = false;                    // then types tell nothing

    bool types_differ(const clang::Expr& a, const clang::Expr& b) const;
};

// The variable of which this is a part; null: what a pointer points to.
const clang::VarDecl* variable_of(const clang::Expr& what);

} // namespace assay::source
