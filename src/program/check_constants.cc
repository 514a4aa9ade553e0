// What may initialise an object of static storage in C: arithmetic constants and addresses.
#include "program/checker.h"
#include "program/type_rules.h"
#include "program/typing.h"
#include "program/walk.h"

namespace assay::program {
namespace {

bool depends_on_run(const Program& p, NodeId expr) {
    const Node& n = p[expr];
    if (n.kind == NodeKind::SizeofExpr) return false;
    if (n.kind == NodeKind::VarRef || n.kind == NodeKind::Call || n.kind == NodeKind::CallPointer)
        return true;
    bool depends = false;
    for_each_child(p, n, [&](NodeId child) { depends = depends || depends_on_run(p, child); });
    return depends;
}

} // namespace

bool Checker::is_static_initialiser(NodeId init) {
    const Node& n = p_[init];
    if (n.kind == NodeKind::InitList) {
        for (const NodeId element : p_.list(n, at::InitList::elements))
            if (!is_static_initialiser(element)) return false;
        return true;
    }
    if (is_arithmetic(p_.types.kind(n.type))) return constant_value(typed_, init).has_value();
    return is_address_constant(init);
}

bool Checker::is_address_constant(NodeId expr) {
    const Node& n = p_[expr];
    if (is_array(p_.types.kind(n.type))) return is_static_lvalue(expr); // it decays
    switch (n.kind) {
    case NodeKind::FuncRef: return true;
    case NodeKind::AddrOf: {
        const NodeId object = n.child(at::AddrOf::object);
        return p_[object].kind == NodeKind::FuncRef || is_static_lvalue(object);
    }
    case NodeKind::Cast: {
        const NodeId operand = n.child(at::Cast::operand);
        if (p_.types.kind(n.type) != TypeKind::Pointer) return false;
        return is_null_constant(p_, operand) || is_address_constant(operand);
    }
    case NodeKind::Binary: {
        if (n.binary() != BinaryOp::Add && n.binary() != BinaryOp::Sub) return false;
        const NodeId left = n.child(at::Binary::left), right = n.child(at::Binary::right);
        const bool by_right = is_integral(p_.types.kind(p_[right].type));
        return is_address_constant(by_right ? left : right) &&
               constant_value(typed_, by_right ? right : left).has_value();
    }
    default: return false; // every other kind is computed at run time
    }
}

bool Checker::is_static_lvalue(NodeId expr) {
    const Node& n = p_[expr];
    switch (n.kind) {
    case NodeKind::VarRef: return p_[n.var()].is_static_storage();
    case NodeKind::Member: return is_static_lvalue(n.child(at::Member::object));
    case NodeKind::Deref: return is_address_constant(n.child(at::Deref::pointer));
    case NodeKind::Index:
        return is_address_constant(n.child(at::Index::array)) &&
               constant_value(typed_, n.child(at::Index::subscript)).has_value();
    default: return false;
    }
}

// Compilers refuse a length that they find to be negative, and they fold more than constants: (x | -1), (x -
// x - 1). So what is not computed from variables must be positive, and what is must not become negative by
// folding.
bool Checker::is_possible_length(NodeId length, TypeId element) {
    if (depends_on_run(p_, length)) return is_never_folded_below_zero(length);
    const std::optional<ConstantValue> value = constant_value(typed_, length);
    if (!value || value->kind == ConstantValue::Kind::Floating) return false;
    if (value->kind == ConstantValue::Kind::Unknown) return info(p_[length].kind).saved.starts_with("sizeof");
    return value->bits != 0 && value->bits <= kMaxObjectBytes / size_bound(p_, element);
}

bool Checker::is_never_folded_below_zero(NodeId expr) {
    if (!depends_on_run(p_, expr)) {
        const std::optional<ConstantValue> value = constant_value(typed_, expr);
        return value && value->kind == ConstantValue::Kind::Integer && value->bits <= kMaxObjectBytes;
    }
    const Node& n = p_[expr];
    const auto good = [&](uint8_t slot) { return is_never_folded_below_zero(n.child(slot)); };
    switch (n.kind) {
    case NodeKind::VarRef:
    case NodeKind::Member:
    case NodeKind::Index:
    case NodeKind::Deref:
    case NodeKind::Call:
    case NodeKind::CallPointer:
    case NodeKind::Logical: return true;
    case NodeKind::Cast: return is_integral(p_.types.kind(p_[n.child(0)].type)) && good(at::Cast::operand);
    case NodeKind::Comma: return good(at::Comma::right);
    case NodeKind::Conditional: return good(at::Conditional::yes) && good(at::Conditional::no);
    case NodeKind::Binary: {
        if (is_comparison(n.binary())) return true;
        const bool reads_left = p_[n.child(at::Binary::left)].kind == NodeKind::VarRef;
        if (n.binary() == BinaryOp::Sub)
            return reads_left && !depends_on_run(p_, n.child(at::Binary::right)) && good(at::Binary::right);
        return n.binary() != BinaryOp::Shl && good(at::Binary::left) && good(at::Binary::right);
    }
    default: return false;
    }
}

} // namespace assay::program
