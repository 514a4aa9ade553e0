#include "source/clang/digest.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/Builtins.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Lex/Lexer.h>

#include <map>
#include <optional>
#include <set>

namespace assay::source {
namespace {

using clang::SourceLocation;

// What an expression stands in.
struct Context {
    uint32_t statement = kNone; // the innermost one
    bool constant = false;      // its value must be known to the compiler
};

class Digester {
  public:
    explicit Digester(clang::ASTUnit& parsed)
        : context_(parsed.getASTContext()), sources_(parsed.getSourceManager()),
          text_(sources_.getBufferData(sources_.getMainFileID())) {
        for (auto it = parsed.top_level_begin(); it != parsed.top_level_end(); ++it) top(*it);
        settle_labels();
    }
    Unit take() { return std::move(unit_); }

  private:
    clang::ASTContext& context_;
    const clang::SourceManager& sources_;
    const llvm::StringRef text_;
    Unit unit_;
    std::map<const clang::Decl*, uint32_t> variables_;
    std::map<const clang::LabelDecl*, uint32_t> labels_;
    std::vector<std::pair<const clang::LabelDecl*, uint32_t>> label_uses_;
    std::vector<uint32_t> loops_, switches_, breakables_; // around what is looked at
    std::vector<Span> scopes_;                            // the same
    uint32_t function_ = kNone;

    // ---- places in the text

    bool in_main_text(SourceLocation at) const {
        return at.isFileID() && sources_.getFileID(at) == sources_.getMainFileID();
    }
    uint32_t offset(SourceLocation at) const { return sources_.getFileOffset(sources_.getExpansionLoc(at)); }

    // An expression without macros at its ends.
    std::optional<Span> plain_span(const clang::Stmt& what) const {
        const SourceLocation begin = what.getBeginLoc(), end = what.getEndLoc();
        if (!in_main_text(begin) || !in_main_text(end)) return std::nullopt;
        const SourceLocation after =
            clang::Lexer::getLocForEndOfToken(end, 0, sources_, context_.getLangOpts());
        if (after.isInvalid()) return std::nullopt;
        return Span{offset(begin), offset(after)};
    }

    // A macro may stand for a whole statement, never for a part of one that begins or ends inside it.
    std::optional<Span> whole_span(const clang::Stmt& what) const {
        SourceLocation begin = what.getBeginLoc(), end = what.getEndLoc();
        const clang::LangOptions& language = context_.getLangOpts();
        if (begin.isMacroID() && !clang::Lexer::isAtStartOfMacroExpansion(begin, sources_, language, &begin))
            return std::nullopt;
        if (end.isMacroID()) {
            if (!clang::Lexer::isAtEndOfMacroExpansion(end, sources_, language, &end)) return std::nullopt;
        }
        if (!in_main_text(begin) || !in_main_text(end)) return std::nullopt;
        const SourceLocation after = clang::Lexer::getLocForEndOfToken(end, 0, sources_, language);
        if (after.isInvalid() || !in_main_text(after)) return std::nullopt;
        return Span{offset(begin), offset(after)};
    }

    std::optional<uint32_t> after_semicolon(uint32_t from) const {
        const SourceLocation start = sources_.getLocForStartOfFile(sources_.getMainFileID());
        clang::Lexer lexer(start, context_.getLangOpts(), text_.begin(), text_.begin() + from, text_.end());
        clang::Token token;
        lexer.LexFromRawLexer(token);
        if (token.isNot(clang::tok::semi)) return std::nullopt;
        return offset(token.getLocation()) + 1;
    }

    // Cutting a directive out would change what follows.
    bool holds_directive(const Span& span) const {
        bool fresh = false; // nothing but blanks since the line began
        for (uint32_t i = span.begin; i < span.end; ++i) {
            if (text_[i] == '\n')
                fresh = true;
            else if (fresh && (text_[i] == '#' || text_.substr(i).startswith("%:")))
                return true;
            else if (text_[i] != ' ' && text_[i] != '\t')
                fresh = false;
        }
        return false;
    }

    // ---- top level

    void top(const clang::Decl* decl) {
        if (sources_.getFileID(sources_.getExpansionLoc(decl->getLocation())) != sources_.getMainFileID())
            return;
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl)) {
            add_variable(*variable, {offset(variable->getEndLoc()), static_cast<uint32_t>(text_.size())},
                         kNone);
            if (variable->hasInit()) expression(variable->getInit(), {kNone, true});
        }
        const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl);
        if (function == nullptr || !function->doesThisDeclarationHaveABody()) return;
        function_ = static_cast<uint32_t>(unit_.functions.size());
        unit_.has_main |= function->isMain();
        unit_.functions.push_back({function->getNameAsString(),
                                   function->getReturnType().getCanonicalType().getAsString(),
                                   static_cast<uint32_t>(unit_.statements.size())});
        const Span body{offset(function->getBody()->getBeginLoc()), offset(function->getBody()->getEndLoc())};
        for (const clang::ParmVarDecl* parameter : function->parameters())
            if (parameter->getIdentifier() != nullptr) add_variable(*parameter, body, kNone);
        statement(function->getBody(), kNone);
        function_ = kNone;
    }

    void add_variable(const clang::VarDecl& decl, Span scope, uint32_t statement) {
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

    // ---- statements

    static StatementKind kind_of(const clang::Stmt& what) {
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

    // Where a statement of this kind ends: with a semicolon of its own, or with what is inside it.
    std::optional<Span> span_of(const clang::Stmt& what, uint32_t index) const {
        const Statement& made = unit_.statements[index];
        std::optional<Span> span = whole_span(what);
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
            const std::optional<uint32_t> end = after_semicolon(span->end);
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
        if (!in_main_text(begin)) return std::nullopt;
        if (unit_.statements[last].in_text) return Span{offset(begin), unit_.statements[last].span.end};
        return std::nullopt;
    }

    // `CHECK(x);` where the macro is an if without its semicolon, or ends in a block.
    std::optional<Span> macro_statement(const Span& span) const {
        const std::optional<uint32_t> end = after_semicolon(span.end);
        if (!end) return std::nullopt;
        return Span{span.begin, *end};
    }

    uint32_t statement(const clang::Stmt* what, uint32_t parent) {
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
        done.in_text = span.has_value() && !holds_directive(*span);
        const uint32_t begin = offset(what->getBeginLoc());
        done.span = span ? *span : Span{begin, begin};
        return index;
    }

    void inside(const clang::Stmt* what, uint32_t index) {
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

    void compound(const clang::CompoundStmt* what, uint32_t index) {
        scopes_.push_back({offset(what->getBeginLoc()), offset(what->getEndLoc())});
        for (const clang::Stmt* child : what->body()) statement(child, index);
        scopes_.pop_back();
    }

    void declaration(const clang::DeclStmt* what, uint32_t index, Span scope) {
        for (const clang::Decl* decl : what->decls()) {
            const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
            if (variable == nullptr) {
                unit_.statements[index].fixed = true;
                continue;
            }
            if (variable->isExternallyDeclarable() || variable->hasAttrs() || variable->hasExternalStorage())
                unit_.statements[index].fixed = true;
            if (variable->getType()->isVariablyModifiedType()) unit_.statements[index].variable_array = true;
            add_variable(*variable, {offset(variable->getEndLoc()), scope.end}, index);
            const bool constant = !variable->hasLocalStorage() || variable->getType()->isArrayType();
            if (variable->hasInit()) expression(variable->getInit(), {index, constant});
            if (const auto* array =
                    llvm::dyn_cast<clang::VariableArrayType>(variable->getType().getTypePtr()))
                if (array->getSizeExpr() != nullptr) expression(array->getSizeExpr(), {index, false});
        }
    }

    void inside_if(const clang::IfStmt* what, uint32_t index) {
        condition(what->getCond(), index);
        statement(what->getThen(), index);
        if (what->getElse() != nullptr) statement(what->getElse(), index);
    }

    void inside_for(const clang::ForStmt* what, uint32_t index) {
        const uint32_t end = offset(what->getEndLoc()) + 1;
        if (const clang::Stmt* init = what->getInit()) {
            if (const auto* declares = llvm::dyn_cast<clang::DeclStmt>(init))
                declaration(declares, index, {offset(what->getBeginLoc()), end});
            else
                expression(init, {index, false});
        }
        if (what->getCond() != nullptr) condition(what->getCond(), index);
        if (what->getInc() != nullptr) expression(what->getInc(), {index, false});
        body(what->getBody(), index);
    }

    void body(const clang::Stmt* what, uint32_t loop) {
        loops_.push_back(loop);
        breakables_.push_back(loop);
        statement(what, loop);
        breakables_.pop_back();
        loops_.pop_back();
    }

    // ---- expressions

    void note(ExpressionKind kind, const clang::Stmt& what, uint32_t statement) {
        if (statement == kNone) return;
        if (const std::optional<Span> span = plain_span(what))
            if (!holds_directive(*span)) unit_.expressions.push_back({kind, *span, statement});
    }

    void condition(const clang::Expr* what, uint32_t statement) {
        bool known = false;
        const bool constant = !what->isValueDependent() && what->EvaluateAsBooleanCondition(known, context_);
        if (!constant && what->getType()->isScalarType()) note(ExpressionKind::Condition, *what, statement);
        expression(what, {statement, constant});
    }

    void expression(const clang::Stmt* what, Context context) {
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

    // Builtins look at their arguments when they are compiled; a null pointer is a 0 and nothing else.
    static bool needs_constants(const clang::Stmt& what) {
        if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(&what))
            return cast->getCastKind() == clang::CK_NullToPointer;
        if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&what)) return call->getBuiltinCallee() != 0;
        return llvm::isa<clang::UnaryExprOrTypeTraitExpr>(what) || llvm::isa<clang::InitListExpr>(what) ||
               llvm::isa<clang::CompoundLiteralExpr>(what) || llvm::isa<clang::ChooseExpr>(what) ||
               llvm::isa<clang::OffsetOfExpr>(what) || llvm::isa<clang::GenericSelectionExpr>(what) ||
               llvm::isa<clang::DesignatedInitExpr>(what);
    }

    void note_operator(const clang::BinaryOperator* what, const Context& context) {
        if (context.statement == kNone || context.constant) return;
        if (what->isLogicalOp()) note(ExpressionKind::Arm, *what->getRHS(), context.statement);
        const bool integers =
            what->getLHS()->getType()->isIntegerType() && what->getRHS()->getType()->isIntegerType();
        if (!integers || !in_main_text(what->getOperatorLoc())) return;
        const uint32_t begin = offset(what->getOperatorLoc());
        const uint32_t length = static_cast<uint32_t>(what->getOpcodeStr().size());
        unit_.expressions.push_back({ExpressionKind::Operator, {begin, begin + length}, context.statement});
    }

    void statement_expression(const clang::StmtExpr* what, const Context& context) {
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

    void reference(const clang::DeclRefExpr* what, const Context& context) {
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
        const std::optional<Span> span = plain_span(*what);
        if (!span && context.statement != kNone) unit_.statements[context.statement].in_macro = true;
        unit_.uses.push_back({known->second, context.statement, span.value_or(Span{})});
    }

    void settle_labels() {
        for (const auto& [label, statement] : label_uses_) {
            const auto known = labels_.find(label);
            if (known != labels_.end()) unit_.label_uses.push_back({known->second, statement});
        }
    }
};

} // namespace

Unit digest(clang::ASTUnit& parsed) { return Digester(parsed).take(); }

} // namespace assay::source
