// Operators, conversions and assignments.
#include "program/typer.h"

namespace assay::program {

using base::Result;

bool Typer::is_object_pointer(TypeId id) const {
    if (kind(id) != TypeKind::Pointer) return false;
    const TypeKind pointee = kind(p.types[id].base);
    return pointee != TypeKind::Void && pointee != TypeKind::Function && pointee != TypeKind::Vla;
}

uint32_t Typer::vector_bytes(TypeId vector) const {
    const Type& t = p.types[vector];
    const TypeKind lane = kind(t.base);
    const uint32_t bits = lane == TypeKind::Float    ? 32
                          : lane == TypeKind::Double ? 64
                                                     : integer_form(lane, p.platform.target).width;
    return bits / 8 * t.count;
}

Result<TypeId> Typer::unary() {
    const TypeId operand = value_of(at::Unary::operand);
    const TypeKind k = kind(operand);
    if (n.unary() == UnaryOp::Not)
        return is_scalar(k) ? Result<TypeId>(truth()) : bad("the operand is no scalar");
    const bool bits = n.unary() == UnaryOp::BitNot;
    if (k == TypeKind::Vector) {
        if (bits && is_floating(kind(p.types[operand].base))) return bad("~ of floating point");
        return operand;
    }
    if (bits ? !is_integral(k) : !is_arithmetic(k)) return bad("the operand has the wrong type");
    return promoted(p, n.child(at::Unary::operand));
}

Result<TypeId> Typer::vector_binary(BinaryOp op, TypeId left, TypeId right) {
    const TypeId vector = kind(left) == TypeKind::Vector ? left : right;
    const TypeId other = vector == left ? right : left;
    const Type t = p.types[vector];
    if (other != vector && other != t.base) return bad("the operands are of different vector types");
    if (is_floating(kind(t.base)) && is_integer_only(op))
        return bad("integer operation on floating point vectors");
    if (!is_comparison(op)) return vector;
    const uint32_t width = vector_bytes(vector) * 8 / t.count;
    const TypeId lane = width == 8    ? type::SChar
                        : width == 16 ? type::Short
                        : width == 32 ? type::Int
                                      : (p.platform.target.long_bits == 64 ? type::Long : type::LLong);
    return p.types.vector_of(lane, t.count);
}

Result<TypeId> Typer::pointer_binary(BinaryOp op, TypeId left, TypeId right) {
    const bool lp = kind(left) == TypeKind::Pointer, rp = kind(right) == TypeKind::Pointer;
    if (lp && rp) {
        const TypeId lb = p.types.unqualified(p.types[left].base),
                     rb = p.types.unqualified(p.types[right].base);
        if (lb != rb) return bad("pointers to different types");
        if (op == BinaryOp::Eq || op == BinaryOp::Ne) return truth();
        if (!is_object_pointer(left)) return bad("pointers to no object type");
        if (is_comparison(op)) return truth();
        return op == BinaryOp::Sub ? Result<TypeId>(difference_type(p.platform))
                                   : bad("no such operation on pointers");
    }
    const TypeId pointer = lp ? left : right, offset = lp ? right : left;
    if (!is_object_pointer(pointer)) return bad("arithmetic on a pointer to no object type");
    if (!is_integral(kind(offset))) return bad("the offset is no integer");
    if (op == BinaryOp::Add || (op == BinaryOp::Sub && lp)) return pointer;
    return bad("no such operation on a pointer and an integer");
}

Result<TypeId> Typer::binary() {
    const BinaryOp op = n.binary();
    const TypeId left = value_of(at::Binary::left), right = value_of(at::Binary::right);
    const TypeKind lk = kind(left), rk = kind(right);
    if (lk == TypeKind::Vector || rk == TypeKind::Vector) return vector_binary(op, left, right);
    if (lk == TypeKind::Pointer || rk == TypeKind::Pointer) return pointer_binary(op, left, right);
    if (!is_arithmetic(lk) || !is_arithmetic(rk)) return bad("an operand is not arithmetic");
    if (is_integer_only(op) && (is_floating(lk) || is_floating(rk)))
        return bad("integer operation on floating point");
    if (is_comparison(op)) return truth();
    if (is_shift(op)) return promoted(p, n.child(at::Binary::left));
    return operand_type(p, n);
}

Result<TypeId> Typer::conditional() {
    if (!is_scalar(kind(value_of(at::Conditional::condition)))) return bad("the condition is no scalar");
    const TypeId yes = value_of(at::Conditional::yes), no = value_of(at::Conditional::no);
    if (is_arithmetic(kind(yes)) && is_arithmetic(kind(no))) {
        // C++ keeps the type of two arms of one type; C promotes them.
        if (cxx && yes == no) return yes;
        return common_type(p, promoted(p, n.child(at::Conditional::yes)),
                           promoted(p, n.child(at::Conditional::no)));
    }
    if (yes == no) return yes;
    if (kind(yes) == TypeKind::Pointer && kind(no) == TypeKind::Pointer) {
        const TypeId y = p.types[yes].base, o = p.types[no].base;
        if (p.types.unqualified(y) == p.types.unqualified(o) && !is_array(kind(y)))
            return p.types.pointer_to(p.types.qualified(y, p.types[o].quals));
    }
    return bad("the arms have different types");
}

Result<TypeId> Typer::cast() {
    const TypeId from = value_of(at::Cast::operand);
    const TypeKind fk = kind(from), tk = kind(n.type);
    if (p.types[n.type].quals != 0) return bad("the type is qualified");
    if (tk == TypeKind::Void) return n.type;
    if (is_arithmetic(tk) && is_arithmetic(fk)) return n.type;
    if (tk == TypeKind::Pointer) {
        if (fk == TypeKind::Pointer) {
            const bool tf = kind(p.types[n.type].base) == TypeKind::Function;
            const bool ff = kind(p.types[from].base) == TypeKind::Function;
            return tf == ff ? Result<TypeId>(n.type) : bad("between pointers to functions and to objects");
        }
        if (is_null_constant(p, n.child(at::Cast::operand))) return n.type;
        return bad("only the constant zero becomes a pointer");
    }
    if (tk == TypeKind::Bool && fk == TypeKind::Pointer) return n.type;
    if (tk == TypeKind::Vector && fk == TypeKind::Vector) {
        if (vector_bytes(n.type) == vector_bytes(from)) return n.type;
        return bad("between vectors of different sizes");
    }
    return bad("no such conversion");
}

Result<TypeId> Typer::convert_vector() {
    const TypeId from = value_of(at::ConvertVector::operand);
    if (kind(n.type) != TypeKind::Vector || kind(from) != TypeKind::Vector) return bad("not between vectors");
    if (p.types[n.type].count != p.types[from].count) return bad("between different numbers of lanes");
    return n.type;
}

bool Typer::writable(NodeId target) const {
    return is_lvalue(p, target) && (p.types.quals(p[target].type) & kConst) == 0;
}

Result<TypeId> Typer::assign() {
    const NodeId target = n.child(at::Assign::target);
    if (!writable(target)) return bad("the target is no writable lvalue");
    if (is_array(kind(p[target].type))) return bad("the target is an array");
    if (!assignable(p, p[target].type, n.child(at::Assign::value)))
        return bad("the value does not fit the target");
    return p.types.unqualified(p[target].type);
}

Result<TypeId> Typer::compound() {
    const NodeId target = n.child(at::CompoundAssign::target);
    const BinaryOp op = n.binary();
    if (!writable(target)) return bad("the target is no writable lvalue");
    if (is_comparison(op)) return bad("a comparison does not assign");
    const TypeId to = p.types.unqualified(p[target].type);
    const TypeId from = value_of(at::CompoundAssign::value);
    const TypeKind tk = kind(to), fk = kind(from);
    if (tk == TypeKind::Vector) {
        if (auto result = vector_binary(op, to, from); !result) return result;
        return to;
    }
    if (tk == TypeKind::Pointer) {
        if (op != BinaryOp::Add && op != BinaryOp::Sub) return bad("no such operation on a pointer");
        return is_object_pointer(to) && is_integral(fk) ? Result<TypeId>(to)
                                                        : bad("no such pointer arithmetic");
    }
    if (!is_arithmetic(tk) || !is_arithmetic(fk)) return bad("an operand is not arithmetic");
    if (tk == TypeKind::Enum && cxx) return bad("no arithmetic result fits an enumeration in C++");
    if (is_integer_only(op) && (is_floating(tk) || is_floating(fk)))
        return bad("integer operation on floating point");
    return to;
}

Result<TypeId> Typer::incdec() {
    const NodeId target = n.child(at::IncDec::target);
    if (!writable(target)) return bad("the target is no writable lvalue");
    const TypeId to = p.types.unqualified(p[target].type);
    const TypeKind tk = kind(to);
    if (cxx && (tk == TypeKind::Bool || tk == TypeKind::Enum))
        return bad("not of bool or an enumeration in C++");
    if (is_arithmetic(tk) || is_object_pointer(to)) return to;
    return bad("the target is neither a number nor a pointer to an object");
}

} // namespace assay::program
