#include "program/build.h"

#include "base/check.h"
#include "program/typing.h"

namespace assay::program {
namespace {

template <typename... Children> Node node_of(NodeKind kind, Children... children) {
    Node node;
    node.kind = kind;
    size_t i = 0;
    ((node.slot[i++] = children.index), ...);
    return node;
}

Node given(Node node, TypeId type) {
    node.type = type;
    return node;
}

template <typename Op> Node with_op(Node node, Op op) {
    node.op = static_cast<uint8_t>(op);
    return node;
}

} // namespace

NodeId Build::finish(Node node) {
    if (!is_statement(node.kind)) {
        const base::Result<TypeId> type = derive_type(p, node);
        if (!type) base::fail(type.error().message);
        node.type = *type;
    }
    return p.add(node);
}

NodeId Build::integer(TypeId type, base::Int128 value) {
    Node node = given(node_of(NodeKind::IntConst), type);
    const TypeKind kind = p.types.kind(type);
    node.set_bits(kind == TypeKind::Bool
                      ? static_cast<base::UInt128>(value != 0)
                      : canonical(static_cast<base::UInt128>(value), integer_form(kind, p.platform.target)));
    return finish(node);
}

NodeId Build::real(TypeId type, double value) {
    Node node = given(node_of(NodeKind::FloatConst), type);
    node.set_real(value);
    return finish(node);
}

NodeId Build::character(uint8_t code) {
    Node node = node_of(NodeKind::CharConst);
    node.slot[at::CharConst::code] = code;
    return finish(node);
}

NodeId Build::enumerator(TypeId enumeration, uint32_t index) {
    Node node = node_of(NodeKind::EnumConst, enumeration);
    node.slot[at::EnumConst::index] = index;
    return finish(node);
}

NodeId Build::ref(VarId var) { return finish(node_of(NodeKind::VarRef, var)); }
NodeId Build::ref(FuncId func) { return finish(node_of(NodeKind::FuncRef, func)); }

NodeId Build::member(NodeId object, uint32_t field) {
    Node node = node_of(NodeKind::Member, object);
    node.slot[at::Member::field] = field;
    return finish(node);
}

NodeId Build::index(NodeId array, NodeId subscript) {
    return finish(node_of(NodeKind::Index, array, subscript));
}
NodeId Build::deref(NodeId pointer) { return finish(node_of(NodeKind::Deref, pointer)); }
NodeId Build::addr(NodeId object) { return finish(node_of(NodeKind::AddrOf, object)); }

NodeId Build::unary(UnaryOp op, NodeId operand) {
    return finish(with_op(node_of(NodeKind::Unary, operand), op));
}

NodeId Build::binary(BinaryOp op, NodeId left, NodeId right) {
    return finish(with_op(node_of(NodeKind::Binary, left, right), op));
}

NodeId Build::logical(LogicalOp op, NodeId left, NodeId right) {
    return finish(with_op(node_of(NodeKind::Logical, left, right), op));
}

NodeId Build::conditional(NodeId condition, NodeId yes, NodeId no) {
    return finish(node_of(NodeKind::Conditional, condition, yes, no));
}

NodeId Build::comma(NodeId left, NodeId right) { return finish(node_of(NodeKind::Comma, left, right)); }
NodeId Build::cast(TypeId type, NodeId operand) {
    return finish(given(node_of(NodeKind::Cast, operand), type));
}

NodeId Build::convert_vector(TypeId type, NodeId operand) {
    return finish(given(node_of(NodeKind::ConvertVector, operand), type));
}

NodeId Build::assign(NodeId target, NodeId value) { return finish(node_of(NodeKind::Assign, target, value)); }

NodeId Build::compound(BinaryOp op, NodeId target, NodeId value) {
    return finish(with_op(node_of(NodeKind::CompoundAssign, target, value), op));
}

NodeId Build::incdec(IncDecOp op, NodeId target) {
    return finish(with_op(node_of(NodeKind::IncDec, target), op));
}

NodeId Build::call(FuncId func, std::span<const NodeId> args) {
    Node node = node_of(NodeKind::Call, func);
    p.set_list(node, at::Call::args, args);
    return finish(node);
}

NodeId Build::call_pointer(NodeId callee, std::span<const NodeId> args) {
    Node node = node_of(NodeKind::CallPointer, callee);
    p.set_list(node, at::CallPointer::args, args);
    return finish(node);
}

NodeId Build::builtin(Builtin which, std::span<const NodeId> args) {
    Node node = with_op(node_of(NodeKind::CallBuiltin), which);
    p.set_list(node, at::CallBuiltin::args, args);
    return finish(node);
}

NodeId Build::sizeof_type(TypeId type) { return finish(node_of(NodeKind::SizeofType, type)); }
NodeId Build::sizeof_expr(NodeId operand) { return finish(node_of(NodeKind::SizeofExpr, operand)); }

NodeId Build::literal(TypeId type, NodeId init) {
    return finish(given(node_of(NodeKind::CompoundLiteral, init), type));
}

NodeId Build::init(TypeId type, std::span<const NodeId> elements, uint8_t union_member) {
    Node node = with_op(given(node_of(NodeKind::InitList), type), union_member);
    p.set_list(node, at::InitList::elements, elements);
    return finish(node);
}

NodeId Build::expr(NodeId e) { return finish(node_of(NodeKind::ExprStmt, e)); }
NodeId Build::declare(VarId var) { return finish(node_of(NodeKind::Declare, var)); }

NodeId Build::block(std::span<const NodeId> stmts) {
    Node node = node_of(NodeKind::Block);
    p.set_list(node, at::Block::stmts, stmts);
    return finish(node);
}

NodeId Build::if_(NodeId condition, NodeId yes, NodeId no) {
    return finish(node_of(NodeKind::If, condition, yes, no));
}

NodeId Build::for_(NodeId init, NodeId condition, NodeId step, NodeId body) {
    return finish(node_of(NodeKind::For, init, condition, step, body));
}

NodeId Build::while_(NodeId condition, NodeId body) {
    return finish(node_of(NodeKind::While, condition, body));
}
NodeId Build::do_while(NodeId body, NodeId condition) {
    return finish(node_of(NodeKind::DoWhile, body, condition));
}
NodeId Build::switch_(NodeId subject, NodeId body) {
    return finish(node_of(NodeKind::Switch, subject, body));
}
NodeId Build::case_(NodeId value) { return finish(node_of(NodeKind::Case, value)); }
NodeId Build::default_() { return finish(node_of(NodeKind::Default)); }
NodeId Build::break_() { return finish(node_of(NodeKind::Break)); }
NodeId Build::continue_() { return finish(node_of(NodeKind::Continue)); }
NodeId Build::return_(NodeId value) { return finish(node_of(NodeKind::Return, value)); }
NodeId Build::goto_(LabelId label) { return finish(node_of(NodeKind::Goto, label)); }
NodeId Build::label(LabelId label) { return finish(node_of(NodeKind::Label, label)); }
NodeId Build::empty() { return finish(node_of(NodeKind::Empty)); }
NodeId Build::observe(NodeId value) { return finish(node_of(NodeKind::Observe, value)); }

VarId Build::global(std::string_view name, TypeId type, NodeId init, Storage storage) {
    Var var;
    var.name = p.names.add(name);
    var.type = type;
    var.init = init;
    var.storage = storage;
    base::check(var.is_global(), "a global with the storage of a local");
    return p.add(var);
}

VarId Build::local(FuncId owner, std::string_view name, TypeId type, NodeId init, Storage storage) {
    Var var;
    var.name = p.names.add(name);
    var.type = type;
    var.init = init;
    var.storage = storage;
    var.owner = owner;
    base::check(!var.is_global(), "a local with the storage of a global");
    return p.add(var);
}

FuncId Build::func(std::string_view name, TypeId result,
                   std::span<const std::pair<std::string_view, TypeId>> params, uint8_t flags) {
    const FuncId id{static_cast<uint32_t>(p.funcs.size())};
    std::vector<TypeId> types;
    std::vector<VarId> vars;
    for (const auto& [param_name, param_type] : params) {
        types.push_back(p.types.unqualified(
            param_type)); // a parameter's own qualifiers are no part of the function's type
        vars.push_back(local(id, param_name, param_type, {}, Storage::Param));
    }
    Func func;
    func.name = p.names.add(name);
    func.type = p.types.function(result, types);
    func.flags = flags;
    return p.add(func, vars);
}

} // namespace assay::program
