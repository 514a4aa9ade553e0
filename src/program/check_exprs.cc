// Expressions: their types, and what the language says beyond types.
#include "program/checker.h"
#include "program/constant_value.h"
#include "program/type_rules.h"
#include "program/typing.h"
#include "program/walk.h"

#include <fmt/format.h>

#include <cfloat>
#include <cmath>

namespace assay::program {

void Checker::check_expr(NodeId id) {
    const Node& node = p_[id];
    for_each_child(p_, node, [&](NodeId child) { check_expr(child); });
    if (node.kind == NodeKind::SizeofType) check_type({node.slot[at::SizeofType::operand]}, id);
    check_type(node.type, id);
    const base::Result<TypeId> derived = derive_type(typed_, node);
    if (!derived) fail(id, derived.error().message);
    if (*derived != node.type) fail(id, "its type is not what its operands make it");
    check_constant(id, node);
    check_guard(id, node);
    check_standard(id, node);
    check_name(id, node);
    check_uses(id);
}

void Checker::check_constant(NodeId id, const Node& node) {
    if (node.kind == NodeKind::CharConst && node.slot[at::CharConst::code] > 127)
        fail(id, "the character is not ASCII");
    if (node.kind != NodeKind::FloatConst) return;
    if (!std::isfinite(node.real())) fail(id, "the number is not finite");
    const bool single = node.type == type::Float;
    if (single && static_cast<double>(static_cast<float>(node.real())) != node.real())
        fail(id, "the number is no float");
    // Some targets and options read such a number as zero.
    if (node.real() != 0 && std::fabs(node.real()) < (single ? double{FLT_MIN} : DBL_MIN))
        fail(id, "the number is subnormal");
}

// Elsewhere a guard would promise a fallback that neither the evaluator nor the printed text has.
void Checker::check_guard(NodeId id, const Node& node) {
    if (!node.guarded) return;
    bool on_integers = (node.kind == NodeKind::Unary && node.unary() != UnaryOp::Not) ||
                       node.kind == NodeKind::Binary || node.kind == NodeKind::CompoundAssign ||
                       node.kind == NodeKind::IncDec;
    for_each_child(p_, node, [&](NodeId child) {
        on_integers = on_integers && is_integral(p_.types.kind(p_[child].type));
    });
    if (!on_integers) fail(id, "only arithmetic on integers can be guarded");
}

// Compilers drop the second argument, side effects and all, when they know the first.
void Checker::check_expectation(NodeId id, const Node& node) {
    if (node.kind != NodeKind::CallBuiltin || static_cast<Builtin>(node.op) != Builtin::Expect) return;
    const NodeId expected = p_.list(node, at::CallBuiltin::args)[1];
    if (!constant_value(typed_, expected)) fail(id, "the expected value is no constant");
}

// i386 computes floating point in long double, which gcc then refuses to convert to a vector's element.
void Checker::check_vector_scalar(NodeId id, const Node& node) {
    if (node.kind != NodeKind::Binary && node.kind != NodeKind::CompoundAssign) return;
    if (p_.platform.target.wide_align == 8) return;
    const TypeKind left = p_.types.kind(p_[node.child(0)].type),
                   right = p_.types.kind(p_[node.child(1)].type);
    const bool mixed = (left == TypeKind::Vector) != (right == TypeKind::Vector);
    if (mixed && (is_floating(left) || is_floating(right)))
        fail(id, "a floating point vector with a scalar on i386");
}

// In C++ a comma and ?: keep arrays, functions and bit-fields as they are, where C takes their value.
bool Checker::keeps_what_c_converts(NodeId expr) const {
    const Node& n = p_[expr];
    if (n.kind == NodeKind::Comma) return keeps_what_c_converts(n.child(at::Comma::right));
    if (n.kind == NodeKind::Conditional)
        return keeps_what_c_converts(n.child(at::Conditional::yes)) ||
               keeps_what_c_converts(n.child(at::Conditional::no));
    const TypeKind kind = p_.types.kind(n.type);
    return is_array(kind) || kind == TypeKind::Function || is_bit_field(p_, expr);
}

void Checker::check_sizeof(NodeId id, const Node& node) {
    if (!cxx_ || node.kind != NodeKind::SizeofExpr) return;
    const NodeId operand = node.child(at::SizeofExpr::operand);
    const NodeKind kind = p_[operand].kind;
    if ((kind == NodeKind::Comma || kind == NodeKind::Conditional) && keeps_what_c_converts(operand))
        fail(id, "C and C++ differ on the size of its operand");
}

void Checker::check_literal(NodeId id, const Node& node) {
    if (node.kind != NodeKind::CompoundLiteral) return;
    const NodeKind init = p_[node.child(at::CompoundLiteral::init)].kind;
    if (!is_scalar(p_.types.kind(node.type)) && init != NodeKind::InitList) fail(id, "its value is no list");
    if (!func_) fail(id, "a compound literal at file scope");
    // gcc and clang know compound literals in C++ too, as temporaries; one of an array would be gone when it
    // is used.
    if (cxx_ && is_array(p_.types.kind(node.type))) fail(id, "C++ has no compound literals of arrays");
}

void Checker::check_standard(NodeId id, const Node& node) {
    check_sizeof(id, node);
    check_literal(id, node);
    check_expectation(id, node);
    check_vector_scalar(id, node);
    if (node.kind == NodeKind::Assign && holds_const(p_, p_[node.child(at::Assign::target)].type))
        fail(id, "the target has a const member");
    if (!cxx_) return;
    if (node.kind == NodeKind::InitList && p_.types.kind(node.type) == TypeKind::Union &&
        p_.platform.standard < Standard::Cxx20) {
        const auto fields = p_.types.fields_of(node.type);
        for (uint8_t i = 0; i < node.op; ++i)
            if (fields[i].is_named())
                fail(id, "C++ before C++20 initialises only the first member of a union");
    }
}

void Checker::check_name(NodeId id, const Node& node) {
    std::string_view name;
    VarId wanted;
    if (node.kind == NodeKind::VarRef) {
        name = p_.name(node.var());
        wanted = node.var();
    } else if (node.kind == NodeKind::FuncRef || node.kind == NodeKind::Call) {
        name = p_.name(node.func());
    } else if (node.kind == NodeKind::EnumConst) {
        const Enum& e = p_.types.enum_of({node.slot[at::EnumConst::enumeration]});
        name = p_.names[p_.types.enumerators[e.first + node.slot[at::EnumConst::index]].name];
    } else {
        return;
    }
    const VarId seen = visible(name);
    if (seen == wanted) return;
    if (!seen) fail(id, fmt::format("the variable '{}' is not visible here", name));
    fail(id, fmt::format("'{}' is hidden by another variable of this name here", name));
}

// Contexts where the value is converted at once, dropped, or only compared with zero, so that its own type
// does not matter.
bool Checker::may_be_unsettled(const Node& parent, uint8_t field, NodeId child) const {
    const bool is_vector = p_.types.kind(p_[child].type) == TypeKind::Vector;
    switch (parent.kind) {
    case NodeKind::Cast:
    case NodeKind::ConvertVector:
    case NodeKind::ExprStmt:
    case NodeKind::Comma: return true; // what a comma yields is as unsettled as its right operand
    case NodeKind::Assign:
    case NodeKind::Call:
    case NodeKind::CallPointer:
    case NodeKind::InitList:
    case NodeKind::CompoundLiteral:
    case NodeKind::Declare:
    case NodeKind::Return: return !is_vector;
    case NodeKind::Logical:
    case NodeKind::If:
    case NodeKind::For:
    case NodeKind::While:
    case NodeKind::DoWhile: return true;
    case NodeKind::Unary: return parent.unary() == UnaryOp::Not;
    case NodeKind::Conditional: return field == at::Conditional::condition;
    case NodeKind::Index: return field == at::Index::subscript;
    case NodeKind::CallBuiltin: {
        const BuiltinType wanted = info(static_cast<Builtin>(parent.op)).params[0];
        return wanted != BuiltinType::Any && !is_vector;
    }
    default: return false; // it keeps the type, or has no value in it
    }
}

bool Checker::is_volatile_record(NodeId id) const {
    const Type& t = p_.types[p_[id].type];
    return is_record(t.kind) && (t.quals & kVolatile) != 0;
}

void Checker::check_uses(NodeId parent) {
    const Node& node = p_[parent];
    const NodeInfo& about = info(node.kind);
    const auto check_use = [&](uint8_t field, NodeId child) {
        if (!has_settled_type(p_, child) && !may_be_unsettled(node, field, child))
            fail(child, "compilers differ on the type of this value, so it must be converted at once");
        // Classes are copied through references that are not volatile.
        const bool is_lvalue_use = node.kind == NodeKind::Member || node.kind == NodeKind::AddrOf ||
                                   node.kind == NodeKind::SizeofExpr;
        if (cxx_ && !is_lvalue_use && is_volatile_record(child))
            fail(child, "C++ does not copy a volatile struct or union");
    };
    for (uint8_t i = 0; i < about.field_count; ++i) {
        const FieldKind kind = about.fields[i].kind;
        if (kind == FieldKind::ExprList) {
            for (const NodeId child : p_.list(node, i)) check_use(i, child);
        } else if ((kind == FieldKind::Expr || kind == FieldKind::OptExpr) && node.child(i)) {
            check_use(i, node.child(i));
        }
    }
    if (node.kind != NodeKind::Declare) return;
    if (p_[node.var()].init) check_use(0, p_[node.var()].init);
    if (p_[node.var()].length) check_use(0, p_[node.var()].length);
}

} // namespace assay::program
