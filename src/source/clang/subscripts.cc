#include "source/clang/subscripts.h"

#include "source/clang/alias.h"

#include <clang/Frontend/ASTUnit.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <optional>
#include <set>

namespace assay::source {
namespace {

using Variables = std::set<const clang::VarDecl*>;

class SubscriptFinder {
  public:
    explicit SubscriptFinder(clang::ASTUnit& parsed)
        : context_(parsed.getASTContext()), sources_(parsed.getSourceManager()) {
        for (auto it = parsed.top_level_begin(); it != parsed.top_level_end(); ++it) {
            const auto* function = llvm::dyn_cast<clang::FunctionDecl>(*it);
            // main of a Csmith program sums up what there is, and is left alone.
            if (function == nullptr || !function->doesThisDeclarationHaveABody() || function->isMain() ||
                !sources_.isInMainFile(sources_.getExpansionLoc(function->getLocation())))
                continue;
            pointed_.clear();
            note_pointed(*function->getBody());
            visible_.assign(function->param_begin(), function->param_end());
            statement(function->getBody());
        }
    }
    std::vector<Subscript> take() { return std::move(found_); }

  private:
    clang::ASTContext& context_;
    const clang::SourceManager& sources_;
    std::vector<Subscript> found_;
    Variables pointed_;                          // somebody has their address
    std::vector<const clang::VarDecl*> visible_; // the last of a name hides the others

    void note_pointed(const clang::Stmt& what) {
        if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&what))
            if (unary->getOpcode() == clang::UO_AddrOf)
                if (const clang::VarDecl* variable = variable_of(*unary->getSubExpr()))
                    pointed_.insert(variable);
        for (const clang::Stmt* child : what.children())
            if (child != nullptr) note_pointed(*child);
    }

    void statement(const clang::Stmt* what) {
        if (what == nullptr) return;
        if (const auto* whole = llvm::dyn_cast<clang::Expr>(what)) {
            Variables written;
            note_written(*whole, written);
            expression(*whole, written);
            return;
        }
        const size_t outside = visible_.size();
        if (const auto* declares = llvm::dyn_cast<clang::DeclStmt>(what)) {
            for (const clang::Decl* decl : declares->decls())
                if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl)) visible_.push_back(variable);
            return;
        }
        for (const clang::Stmt* child : what->children()) statement(child);
        visible_.resize(outside);
    }

    static void note_written(const clang::Stmt& what, Variables& written) {
        const clang::Expr* object = nullptr;
        if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(&what))
            if (binary->isAssignmentOp()) object = binary->getLHS();
        if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&what))
            if (unary->isIncrementDecrementOp()) object = unary->getSubExpr();
        if (object != nullptr)
            if (const clang::VarDecl* variable = variable_of(*object)) written.insert(variable);
        for (const clang::Stmt* child : what.children())
            if (child != nullptr) note_written(*child, written);
    }

    void expression(const clang::Stmt& what, const Variables& written) {
        if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(&what)) note(*element, written);
        for (const clang::Stmt* child : what.children())
            if (child != nullptr) expression(*child, written);
    }

    void note(const clang::ArraySubscriptExpr& element, const Variables& written) {
        const clang::SourceRange range = element.getIdx()->getSourceRange();
        if (!range.getBegin().isFileID() || !range.getEnd().isFileID()) return;
        if (!llvm::isa<clang::IntegerLiteral, clang::DeclRefExpr>(element.getIdx()->IgnoreImpCasts())) return;
        Subscript made;
        made.index = {sources_.getFileOffset(range.getBegin()),
                      sources_.getFileOffset(clang::Lexer::getLocForEndOfToken(range.getEnd(), 0, sources_,
                                                                               context_.getLangOpts()))};
        std::set<std::string> names;
        for (size_t i = visible_.size(); i-- > 0;) {
            const clang::VarDecl* variable = visible_[i];
            if (!names.insert(variable->getNameAsString()).second) continue;
            // Nobody else writes it, so the order in which the expression is computed cannot matter.
            if (variable->getType()->isIntegerType() && variable->hasLocalStorage() &&
                !variable->getType().isVolatileQualified() && !pointed_.contains(variable) &&
                !written.contains(variable))
                made.others.push_back(variable->getNameAsString());
        }
        if (!made.others.empty()) found_.push_back(std::move(made));
    }
};

} // namespace

std::vector<Subscript> find_subscripts(clang::ASTUnit& parsed) { return SubscriptFinder(parsed).take(); }

} // namespace assay::source
