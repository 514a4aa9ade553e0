// Promotions, usual arithmetic conversions and assignability.
#include "base/check.h"
#include "program/typing.h"

namespace assay::program {

TypeId size_type(const Platform& platform) {
    const Target& t = platform.target;
    if (t.pointer_bits == 32) return type::UInt;
    return t.long_bits == 64 ? type::ULong : type::ULLong;
}

TypeId difference_type(const Platform& platform) {
    const Target& t = platform.target;
    if (t.pointer_bits == 32) return type::Int;
    return t.long_bits == 64 ? type::Long : type::LLong;
}

TypeKind underlying_kind(const Program& p, TypeId enumeration) {
    return p.types.enum_of(enumeration).smallest < 0 ? TypeKind::Int : TypeKind::UInt;
}

TypeKind integer_kind(const Program& p, TypeId integral) {
    const TypeKind kind = p.types.kind(integral);
    return kind == TypeKind::Enum ? underlying_kind(p, integral) : kind;
}

TypeId decayed(Program& p, TypeId id) {
    const Type& t = p.types[id];
    if (is_array(t.kind)) return p.types.pointer_to(t.base);
    if (t.kind == TypeKind::Function) return p.types.pointer_to(id);
    if (t.quals == 0) return id;
    return p.types.unqualified(id);
}

TypeId value_type(Program& p, NodeId expr) { return decayed(p, p[expr].type); }

TypeId promoted_type(const Program& p, TypeId id) {
    const TypeKind kind = p.types.kind(id);
    if (kind == TypeKind::Enum) {
        // C++ promotes an enumeration to int when all its values fit; C goes by the compatible type.
        return is_cxx(p.platform.standard) ? type::Int : basic(underlying_kind(p, id));
    }
    if (kind < TypeKind::Int) return type::Int;
    return basic(kind);
}

TypeId promoted(const Program& p, NodeId expr) {
    const Node& node = p[expr];
    if (node.kind == NodeKind::Member) {
        const Field& field = field_of(p, node);
        // C++ treats an enumeration in a bit-field as it does any other.
        const bool by_enum = is_cxx(p.platform.standard) && p.types.kind(field.type) == TypeKind::Enum;
        if (field.is_bit_field() && field.bits <= 32 && !by_enum) {
            const IntegerForm form = integer_form(integer_kind(p, field.type), p.platform.target);
            return field.bits == 32 && !form.is_signed ? type::UInt : type::Int;
        }
    }
    return promoted_type(p, node.type);
}

namespace {

constexpr bool is_unsigned(TypeKind k) {
    return k == TypeKind::UInt || k == TypeKind::ULong || k == TypeKind::ULLong || k == TypeKind::UInt128;
}
constexpr TypeKind to_unsigned(TypeKind k) {
    return is_unsigned(k) ? k : static_cast<TypeKind>(static_cast<uint8_t>(k) + 1);
}
constexpr int rank(TypeKind k) { return static_cast<int>(to_unsigned(k)); }

} // namespace

TypeId common_type(const Program& p, TypeId a, TypeId b) {
    const TypeKind ka = p.types.kind(a), kb = p.types.kind(b);
    if (ka == kb) return basic(ka);
    if (ka == TypeKind::Double || kb == TypeKind::Double) return type::Double;
    if (ka == TypeKind::Float || kb == TypeKind::Float) return type::Float;
    if (is_unsigned(ka) == is_unsigned(kb)) return basic(rank(ka) > rank(kb) ? ka : kb);
    const TypeKind u = is_unsigned(ka) ? ka : kb, s = is_unsigned(ka) ? kb : ka;
    if (rank(u) >= rank(s)) return basic(u);
    const Target& target = p.platform.target;
    if (integer_form(s, target).width > integer_form(u, target).width) return basic(s);
    return basic(to_unsigned(s));
}

TypeId operand_type(const Program& p, const Node& binary) {
    return common_type(p, promoted(p, binary.child(at::Binary::left)),
                       promoted(p, binary.child(at::Binary::right)));
}

bool is_null_constant(const Program& p, NodeId expr) {
    const Node& node = p[expr];
    if (node.kind == NodeKind::Cast)
        return is_integral(p.types.kind(node.type)) && is_null_constant(p, node.child(at::Cast::operand));
    return node.kind == NodeKind::IntConst && node.bits() == 0;
}

bool assignable(Program& p, TypeId to, NodeId value) {
    to = p.types.unqualified(to);
    const TypeId from = value_type(p, value);
    if (to == from) return to != type::Void;
    const Type t = p.types[to], f = p.types[from]; // copies: interning below may move the table
    if (t.kind == TypeKind::Enum && is_cxx(p.platform.standard)) return false;
    if (is_arithmetic(t.kind) && is_arithmetic(f.kind)) return true;
    if (t.kind != TypeKind::Pointer || f.kind != TypeKind::Pointer) return false;
    const uint8_t to_quals = p.types.quals(t.base), from_quals = p.types.quals(f.base);
    if ((from_quals & ~to_quals) != 0) return false;
    const TypeId to_base = p.types.unqualified(t.base), from_base = p.types.unqualified(f.base);
    if (p.types.kind(from_base) == TypeKind::Function) return to_base == from_base;
    // C before C23 does not add qualifiers to the elements behind a pointer to an array.
    if (is_array(p.types.kind(from_base))) return to_base == from_base && to_quals == from_quals;
    return to_base == from_base || to_base == type::Void;
}

bool initialises(Program& p, TypeId wanted, NodeId value) {
    if (p[value].kind == NodeKind::InitList) return p[value].type == p.types.unqualified(wanted);
    return !is_array(p.types.kind(wanted)) && assignable(p, wanted, value);
}

const Field& field_of(const Program& p, const Node& member) {
    const TypeId object = p[member.child(at::Member::object)].type;
    return p.types.fields_of(object)[member.slot[at::Member::field]];
}

bool is_bit_field(const Program& p, NodeId expr) {
    return p[expr].kind == NodeKind::Member && field_of(p, p[expr]).is_bit_field();
}

// C++ has more lvalues (assignments, commas, ?:); the model uses C's in both.
bool is_lvalue(const Program& p, NodeId expr) {
    const Node& node = p[expr];
    switch (node.kind) {
    case NodeKind::VarRef:
    case NodeKind::Deref: return true;
    case NodeKind::Index: {
        const TypeKind base = p.types.kind(p[node.child(at::Index::array)].type);
        return base == TypeKind::Pointer || is_lvalue(p, node.child(at::Index::array));
    }
    case NodeKind::Member: return is_lvalue(p, node.child(at::Member::object));
    case NodeKind::CompoundLiteral: return !is_cxx(p.platform.standard);
    default: return false; // nothing may be stored there
    }
}

bool has_settled_type(const Program& p, NodeId expr) {
    const Node& node = p[expr];
    switch (node.kind) {
    case NodeKind::Member: {
        const Field& field = field_of(p, node);
        return is_cxx(p.platform.standard) || !field.is_bit_field() || field.bits <= 32;
    }
    case NodeKind::Assign:
    case NodeKind::CompoundAssign:
    case NodeKind::IncDec: return !is_bit_field(p, node.child(0));
    case NodeKind::Comma: {
        const NodeId right = node.child(at::Comma::right);
        return !is_bit_field(p, right) && has_settled_type(p, right);
    }
    case NodeKind::Conditional: // two bit-field lvalues make a third one in C++
        return !is_cxx(p.platform.standard) || (!is_bit_field(p, node.child(at::Conditional::yes)) &&
                                                !is_bit_field(p, node.child(at::Conditional::no)));
    case NodeKind::Binary: // compilers differ in the element type of a vector comparison
        return !(is_comparison(node.binary()) && p.types.kind(node.type) == TypeKind::Vector);
    default: return true;
    }
}

} // namespace assay::program
