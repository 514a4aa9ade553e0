// Statements: where they may stand, and what their expressions must be.
#include "program/checker.h"
#include "program/typing.h"

#include <fmt/format.h>

#include <set>

namespace assay::program {

void Checker::check_body(FuncId id) {
    func_ = id;
    jumps_.clear();
    label_places_.clear();
    enter();
    for (const VarId param : p_.params(id)) bind(p_[id].body, param);
    check_stmts(p_[id].body, {}); // the outermost block shares the scope of the parameters
    leave();
    check_jumps();
}

void Checker::check_stmts(NodeId block, Where where) {
    for (const NodeId stmt : p_.list(p_[block], at::Block::stmts)) check_in_block(stmt, where);
}

void Checker::check_in_block(NodeId id, Where where) {
    const Node& node = p_[id];
    if (node.kind == NodeKind::Declare)
        check_declare(id, node);
    else if (node.kind == NodeKind::Label)
        note_label(id, node.label());
    else
        check_stmt(id, where);
}

void Checker::check_placed(NodeId id, Where where) {
    const NodeKind kind = p_[id].kind;
    if (kind == NodeKind::Declare || kind == NodeKind::Label) fail(id, "it must stand directly in a block");
    check_stmt(id, where);
}

void Checker::check_stmt(NodeId id, Where where) {
    const Node& node = p_[id];
    switch (node.kind) {
    case NodeKind::ExprStmt: check_expr(node.child(at::ExprStmt::expr)); break;
    case NodeKind::Block:
        enter();
        check_stmts(id, where);
        leave();
        break;
    case NodeKind::If:
        want_condition(node.child(at::If::condition));
        check_placed(node.child(at::If::yes), where);
        if (node.child(at::If::no)) check_placed(node.child(at::If::no), where);
        break;
    case NodeKind::For: check_for(node, where); break;
    case NodeKind::While:
        want_condition(node.child(at::While::condition));
        check_placed(node.child(at::While::body), {true, where.in_switch});
        break;
    case NodeKind::DoWhile:
        check_placed(node.child(at::DoWhile::body), {true, where.in_switch});
        want_condition(node.child(at::DoWhile::condition));
        break;
    case NodeKind::Switch: check_switch(id, node, where); break;
    case NodeKind::Case:
    case NodeKind::Default: fail(id, "it must stand directly in the block of a switch");
    case NodeKind::Break:
        if (!where.in_loop && !where.in_switch) fail(id, "it is in no loop or switch");
        break;
    case NodeKind::Continue:
        if (!where.in_loop) fail(id, "it is in no loop");
        break;
    case NodeKind::Return: check_return(id, node); break;
    case NodeKind::Goto: note_jump(id, node.label()); break;
    case NodeKind::Observe: {
        const NodeId value = node.child(at::Observe::value);
        check_expr(value);
        if (!is_arithmetic(p_.types.kind(p_[value].type))) fail(id, "only numbers can be observed");
        break;
    }
    case NodeKind::Empty: break;
    default: fail(id, "it must stand directly in a block");
    }
    check_uses(id);
}

void Checker::want_condition(NodeId expr) {
    check_expr(expr);
    if (!is_scalar(typed_.types.kind(value_type(typed_, expr))))
        fail(expr, "a condition must be a number or a pointer");
}

void Checker::check_for(const Node& node, Where where) {
    enter();
    if (const NodeId init = node.child(at::For::init)) {
        const Node& first = p_[init];
        if (first.kind == NodeKind::Declare) {
            if (p_[first.var()].storage != Storage::Local)
                fail(init, "a for loop cannot declare a static variable");
            if (p_[first.var()].length) fail(init, "a for loop cannot declare a variable-length array");
            check_declare(init, first);
        } else if (first.kind == NodeKind::ExprStmt) {
            check_stmt(init, where);
        } else {
            fail(init, "a for loop begins with an expression or a declaration");
        }
    }
    if (const NodeId condition = node.child(at::For::condition)) want_condition(condition);
    if (const NodeId step = node.child(at::For::step)) check_expr(step);
    const NodeId body = node.child(at::For::body);
    const Where inside{true, where.in_switch};
    // In C++ the outermost block of the body shares the scope of the loop's declaration.
    if (cxx_ && p_[body].kind == NodeKind::Block)
        check_stmts(body, inside);
    else
        check_placed(body, inside);
    leave();
}

void Checker::check_switch(NodeId id, const Node& node, Where where) {
    const NodeId subject = node.child(at::Switch::subject), body = node.child(at::Switch::body);
    check_expr(subject);
    if (!is_integral(typed_.types.kind(value_type(typed_, subject))))
        fail(id, "the subject of a switch must be an integer");
    if (p_[body].kind != NodeKind::Block) fail(body, "the body of a switch must be a block");
    const TypeId compared = promoted(typed_, subject);
    const std::vector<VarId> outside = blocking_;
    std::set<base::UInt128> values;
    bool has_default = false;
    enter();
    for (const NodeId stmt : p_.list(p_[body], at::Block::stmts)) {
        const Node& part = p_[stmt];
        if (part.kind != NodeKind::Case && part.kind != NodeKind::Default) {
            check_in_block(stmt, {where.in_loop, true});
            continue;
        }
        if (blocking_ != outside)
            fail(stmt, fmt::format("it jumps into the scope of '{}'", p_.name(blocking_.back())));
        if (part.kind == NodeKind::Case) {
            if (!values.insert(case_value(stmt, part, compared)).second)
                fail(stmt, "another case has its value");
        } else {
            if (has_default) fail(stmt, "there is another default");
            has_default = true;
        }
    }
    leave();
}

base::UInt128 Checker::case_value(NodeId id, const Node& node, TypeId compared) {
    const NodeId value = node.child(at::Case::value);
    check_expr(value);
    check_uses(id);
    const std::optional<base::UInt128> constant = integer_constant(typed_, value);
    if (!constant) fail(id, "its value is no integer constant expression");
    const auto is_negative = [&](base::UInt128 bits, TypeId type) {
        return integer_form(integer_kind(p_, type), p_.platform.target).is_signed && (bits >> 127) != 0;
    };
    const base::UInt128 seen = converted(p_, {ConstantValue::Kind::Integer, *constant, 0}, compared)->bits;
    if (seen != *constant || is_negative(seen, compared) != is_negative(*constant, p_[value].type))
        fail(id, "its value does not fit the type of the subject");
    return seen;
}

void Checker::check_declare(NodeId id, const Node& node) {
    const VarId var = node.var();
    const Var& about = p_[var];
    if (about.is_global() || about.storage == Storage::Param)
        fail(id, "it declares a variable that is no local");
    if (about.owner != func_) fail(id, "it declares a variable of another function");
    if (declared_[var.index]) fail(id, fmt::format("'{}' is declared twice", p_.name(var)));
    declared_[var.index] = true;
    if (about.length) check_expr(about.length); // still sees an outer variable of the same name
    bind(id, var);
    if (about.init) check_expr(about.init);
    check_variable(var, id);
    check_uses(id);
    if (blocks_jumps(about)) blocking_.push_back(var);
}

void Checker::check_return(NodeId id, const Node& node) {
    const TypeId result = p_.result_type(func_);
    const NodeId value = node.child(at::Return::value);
    if (value) check_expr(value);
    if (value.valid() != (result != type::Void))
        fail(id, value ? "a void function returns no value" : "the result is missing");
    if (value && !assignable(typed_, result, value)) fail(id, "the value does not fit the function's result");
}

} // namespace assay::program
