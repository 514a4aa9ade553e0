// The walk over Clang's tree that makes a Unit. Statements and expressions hold each other, so it is one
// class; its bodies are in statements.cc and expressions.cc.
#pragma once

#include "source/clang/places.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/Frontend/ASTUnit.h>

#include <map>

namespace assay::source {

class Digester {
  public:
    explicit Digester(clang::ASTUnit& parsed);
    Unit take() { return std::move(unit_); }

  private:
    // What an expression stands in.
    struct Context {
        uint32_t statement = kNone; // the innermost one
        bool constant = false;      // its value must be known to the compiler
    };

    clang::ASTContext& context_;
    const Places places_;
    Unit unit_;
    std::map<const clang::Decl*, uint32_t> variables_;
    std::map<const clang::LabelDecl*, uint32_t> labels_;
    std::vector<std::pair<const clang::LabelDecl*, uint32_t>> label_uses_;
    std::vector<uint32_t> loops_, switches_, breakables_; // around what is looked at
    std::vector<Span> scopes_;                            // the same
    uint32_t function_ = kNone;

    void top(const clang::Decl* decl);
    void add_variable(const clang::VarDecl& decl, Span scope, uint32_t statement);
    void settle_labels();

    // Where a statement of this kind ends: with a semicolon of its own, or with what is inside it.
    std::optional<Span> span_of(const clang::Stmt& what, uint32_t index) const;
    // `CHECK(x);` where the macro is an if without its semicolon, or ends in a block.
    std::optional<Span> macro_statement(const Span& span) const;
    uint32_t statement(const clang::Stmt* what, uint32_t parent);
    void inside(const clang::Stmt* what, uint32_t index);
    void compound(const clang::CompoundStmt* what, uint32_t index);
    void declaration(const clang::DeclStmt* what, uint32_t index, Span scope);
    void inside_if(const clang::IfStmt* what, uint32_t index);
    void inside_for(const clang::ForStmt* what, uint32_t index);
    void body(const clang::Stmt* what, uint32_t loop);

    void note(ExpressionKind kind, const clang::Stmt& what, uint32_t statement);
    void condition(const clang::Expr* what, uint32_t statement);
    void expression(const clang::Stmt* what, Context context);
    void note_operator(const clang::BinaryOperator* what, const Context& context);
    void statement_expression(const clang::StmtExpr* what, const Context& context);
    void reference(const clang::DeclRefExpr* what, const Context& context);
};

} // namespace assay::source
