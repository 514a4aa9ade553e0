#include "base/check.h"
#include "print/printer.h"
#include "program/typing.h"

namespace assay::print {

namespace at = program::at;
using program::FuncFlag;
using program::Storage;

bool can_be_shown(const Program& p, const semantics::Meaning& meaning) {
    return meaning.defined() &&
           std::ranges::all_of(meaning.observed, [&](const semantics::ObservedSite& site) {
               return site.times == 1 && !program::is_wide(p.types.kind(site.first.type));
           });
}

Printer::Printer(const Program& program, const semantics::Meaning& meaning, const Options& options)
    : types(program), constants(program.platform), uses(program), sugar(program, options.sugar), p_(program),
      meaning_(meaning), options_(options), cxx_(is_cxx(program.platform.standard)),
      self_check_((options.harness == Harness::SelfCheck || options.harness == Harness::Brief) &&
                  meaning.defined()),
      shows_(options.harness == Harness::Show && can_be_shown(program, meaning)),
      guards_(program.platform, constants) {
    if (!sugar.empty()) types.sugar = &sugar;
    helper_prefix_ = "safe_";
    for (uint32_t i = 0; i < program.names.size(); ++i)
        if (program.names[{i}].starts_with("safe_")) helper_prefix_ = "assay_safe_";
    if (!is_short() && !self_check_) return;
    for (size_t i = 0; i < meaning.observed.size(); ++i) {
        const semantics::ObservedSite& site = meaning.observed[i];
        sites_[site.node.index] = i;
        if (site.same) checks_made_ += site.times;
    }
}

void Printer::write_signature(FuncId id, size_t ahead) {
    const program::Func& func = p_[id];
    out.begin(ahead);
    if (sugar.is_lambda(id)) return write_lambda(id);
    constexpr struct {
        FuncFlag flag;
        std::string_view name;
    } attributes[] = {
        {program::kFuncNoinline, "noinline"}, {program::kFuncPure, "pure"}, {program::kFuncConst, "const"}};
    bool any = false;
    for (const auto& [flag, name] : attributes) {
        if ((func.flags & flag) == 0) continue;
        out.put(any ? ", " : "__attribute__((");
        out.put(name);
        any = true;
    }
    if (any) out.put(")) ");
    const TypeId result = p_.result_type(id);
    types.before(out, result);
    if (out.last() != '*' && out.last() != '(') out.put(' ');
    out.put(p_.name(id));
    parameters(id);
    types.after(out, result);
}

void Printer::parameters(FuncId id) {
    out.put('(');
    out.enter();
    bool first = true;
    for (const VarId param : p_.params(id)) {
        if (!first) {
            out.put(", ");
            out.may_break(0);
        }
        first = false;
        types.declare(out, p_[param].type, p_.name(param));
    }
    out.leave();
    out.put(first ? "void)" : ")");
}

void Printer::write_body(FuncId id, uint32_t file) {
    func_ = id;
    file_ = file;
    parameter_ = sugar.parameter(id);
    at_top_ = true;
    block(p_[p_[id].body]);
    if (sugar.is_lambda(id)) out.put(';');
    out.end();
    parameter_ = nullptr;
    func_ = {};
    file_ = kDriver;
}

void Printer::block(const Node& n) {
    const auto stmts = p_.list(n, at::Block::stmts);
    if (stmts.empty()) {
        at_top_ = false;
        return out.put("{}");
    }
    out.put('{');
    out.end();
    out.indent();
    if (std::exchange(at_top_, false)) reference_declarations();
    for (size_t i = 0; i < stmts.size(); ++i) {
        const NodeKind kind = p_[stmts[i]].kind;
        if (kind == NodeKind::Label || kind == NodeKind::Case || kind == NodeKind::Default)
            place(stmts[i], i + 1 == stmts.size() || p_[stmts[i + 1]].kind == NodeKind::Declare);
        else
            statement(stmts[i]);
    }
    out.outdent();
    out.begin();
    out.put('}');
}

// Before C23 a label stands in front of a statement, which neither a declaration nor the end of a block is.
void Printer::place(NodeId id, bool needs_statement) {
    const Node& n = p_[id];
    out.begin(0, 1);
    if (n.kind == NodeKind::Label) {
        out.put(p_.name(n.label()));
    } else if (n.kind == NodeKind::Case) {
        out.put("case ");
        converted(n.child(at::Case::value));
    } else {
        out.put("default");
    }
    out.put(needs_statement ? ": ;" : ":");
    out.end();
}

void Printer::statement(NodeId id) {
    const Node& n = p_[id];
    switch (stmt_kind(n.kind)) {
    case StmtKind::ExprStmt:
        out.begin();
        expr(n.child(at::ExprStmt::expr), Prec::Comma);
        return end_statement();
    case StmtKind::Declare:
        out.begin();
        local_declaration(n.var());
        return end_statement();
    case StmtKind::Block:
        out.begin();
        block(n);
        return out.end();
    case StmtKind::If: out.begin(); return write_if(n);
    case StmtKind::For: return write_for(n);
    case StmtKind::While: return write_while(n);
    case StmtKind::DoWhile: return write_do_while(n);
    case StmtKind::Switch:
        out.begin();
        condition("switch", n.child(at::Switch::subject));
        return finish_body(body(n.child(at::Switch::body)));
    case StmtKind::Label:
    case StmtKind::Case:
    case StmtKind::Default: return place(id, true);
    case StmtKind::Break: return out.line("break;");
    case StmtKind::Continue: return out.line("continue;");
    case StmtKind::Return: return write_return(n);
    case StmtKind::Goto:
        out.begin();
        out.put("goto ");
        out.put(p_.name(n.label()));
        return end_statement();
    case StmtKind::Empty: return out.line(n.form == 1 ? "{}" : ";");
    case StmtKind::Observe: return observe(id, n);
    }
    base::fail("not a statement");
}

void Printer::end_statement() {
    out.put(';');
    out.end();
}

void Printer::local_declaration(VarId var) {
    if (p_[var].storage == Storage::LocalStatic) out.put("static ");
    declaration(var);
}

void Printer::write_do_while(const Node& n) {
    out.begin();
    out.put("do");
    if (body(n.child(at::DoWhile::body)))
        out.put(' ');
    else
        out.begin();
    condition("while", n.child(at::DoWhile::condition));
    end_statement();
}

void Printer::write_return(const Node& n) {
    out.begin();
    out.put("return");
    if (const NodeId value = n.child(at::Return::value)) {
        out.put(' ');
        converted(value);
    }
    end_statement();
}

void Printer::condition(std::string_view keyword, NodeId condition) {
    out.put(keyword);
    out.put(" (");
    out.enter();
    expr(condition, Prec::Comma);
    out.leave();
    out.put(')');
}

bool Printer::body(NodeId id, bool braces) {
    if (p_[id].kind == NodeKind::Block) {
        out.put(' ');
        block(p_[id]);
        return true;
    }
    if (braces) out.put(" {");
    out.end();
    out.indent();
    statement(id);
    out.outdent();
    if (!braces) return false;
    out.begin();
    out.put('}');
    return true;
}

void Printer::finish_body(bool is_open) {
    if (is_open) out.end();
}

// Would an `else` behind this statement become its own?
bool Printer::ends_with_open_if(NodeId id) const {
    const Node& n = p_[id];
    if (n.kind == NodeKind::If) {
        const NodeId no = n.child(at::If::no);
        return !no || ends_with_open_if(no);
    }
    if (n.kind == NodeKind::For) return ends_with_open_if(n.child(at::For::body));
    if (n.kind == NodeKind::While) return ends_with_open_if(n.child(at::While::body));
    if (n.kind == NodeKind::Observe) return brief() && self_check_;
    return n.kind == NodeKind::Switch && ends_with_open_if(n.child(at::Switch::body));
}

void Printer::write_if(const Node& n) {
    condition("if", n.child(at::If::condition));
    const NodeId yes = n.child(at::If::yes), no = n.child(at::If::no);
    const bool is_open = body(yes, no && ends_with_open_if(yes));
    if (!no) return finish_body(is_open);
    if (is_open)
        out.put(' ');
    else
        out.begin();
    out.put("else");
    if (p_[no].kind != NodeKind::If) return finish_body(body(no));
    out.put(' ');
    write_if(p_[no]);
}

void Printer::write_for(const Node& n) {
    const NodeId init = n.child(at::For::init), test = n.child(at::For::condition),
                 step = n.child(at::For::step);
    if (sugar.is_range(n)) return write_range(n);
    out.begin();
    if (n.form == 1 && !step && (!init || p_[init].kind == NodeKind::Empty)) {
        if (test)
            condition("while", test);
        else
            out.put("while (1)");
        return finish_body(body(n.child(at::For::body)));
    }
    out.put("for (");
    out.enter();
    if (init && p_[init].kind == NodeKind::Declare) {
        local_declaration(p_[init].var());
    } else if (init && p_[init].kind == NodeKind::ExprStmt) {
        expr(p_[init].child(at::ExprStmt::expr), Prec::Comma);
    } else {
        base::check(!init || p_[init].kind == NodeKind::Empty, "a loop cannot start with this statement");
    }
    out.put(';');
    if (test) {
        out.put(' ');
        out.may_break(0);
        expr(test, Prec::Comma);
    }
    out.put(';');
    if (step) {
        out.put(' ');
        out.may_break(0);
        expr(step, Prec::Comma);
    }
    out.leave();
    out.put(')');
    finish_body(body(n.child(at::For::body)));
}

void Printer::write_while(const Node& n) {
    const NodeId test = n.child(at::While::condition);
    out.begin();
    if (n.form == 1) {
        out.put("for (; ");
        expr(test, Prec::Comma);
        out.put(";)");
    } else {
        condition("while", test);
    }
    finish_body(body(n.child(at::While::body)));
}

} // namespace assay::print
