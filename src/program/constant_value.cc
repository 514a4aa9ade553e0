#include "program/constant_value.h"

#include "program/typing.h"

#include <cmath>

namespace assay::program {
namespace {

using base::Int128;
using base::UInt128;
using Kind = ConstantValue::Kind;
using Maybe = std::optional<ConstantValue>;

ConstantValue integer(UInt128 bits) { return {Kind::Integer, bits, 0}; }
ConstantValue real(double value) { return {Kind::Floating, 0, value}; }
ConstantValue truth(bool value) { return integer(value ? 1 : 0); }
constexpr ConstantValue kUnknown{Kind::Unknown, 0, 0};

bool is_true(const ConstantValue& value) {
    return value.kind == Kind::Floating ? value.real != 0 : value.bits != 0;
}

Maybe in_range(Int128 value, IntegerForm form) {
    const auto bits = static_cast<UInt128>(value);
    if (canonical(bits, form) != bits) return std::nullopt;
    return integer(bits);
}

Maybe shifted(BinaryOp op, UInt128 a, UInt128 count, IntegerForm form) {
    // A negative count is a very large one here.
    if (count >= form.width) return std::nullopt;
    const int n = static_cast<int>(count);
    const auto value = static_cast<Int128>(a);
    if (op == BinaryOp::Shr) return integer(form.is_signed ? static_cast<UInt128>(value >> n) : a >> n);
    if (!form.is_signed) return integer(canonical(a << n, form));
    const auto moved = static_cast<Int128>(a << n);
    if (value < 0 || (moved >> n) != value) return std::nullopt;
    return in_range(moved, form);
}

template <typename T> bool compare(BinaryOp op, T a, T b) {
    if (op == BinaryOp::Lt) return a < b;
    if (op == BinaryOp::Le) return a <= b;
    if (op == BinaryOp::Gt) return a > b;
    if (op == BinaryOp::Ge) return a >= b;
    return (a == b) == (op == BinaryOp::Eq);
}

Maybe signed_arithmetic(BinaryOp op, Int128 a, Int128 b, IntegerForm form) {
    Int128 result = 0;
    bool overflowed = false;
    if (op == BinaryOp::Add) {
        overflowed = __builtin_add_overflow(a, b, &result);
    } else if (op == BinaryOp::Sub) {
        overflowed = __builtin_sub_overflow(a, b, &result);
    } else if (op == BinaryOp::Mul) {
        overflowed = __builtin_mul_overflow(a, b, &result);
    } else if (b == -1) {
        // The smallest value has no negation; its remainder is as undefined as its quotient.
        overflowed = __builtin_sub_overflow(Int128{0}, a, &result) || !in_range(result, form);
        if (op == BinaryOp::Rem) result = 0;
    } else {
        result = op == BinaryOp::Div ? a / b : a % b;
    }
    if (overflowed) return std::nullopt;
    return in_range(result, form);
}

UInt128 unsigned_arithmetic(BinaryOp op, UInt128 a, UInt128 b) {
    if (op == BinaryOp::Add) return a + b;
    if (op == BinaryOp::Sub) return a - b;
    if (op == BinaryOp::Mul) return a * b;
    return op == BinaryOp::Div ? a / b : a % b;
}

Maybe integer_binary(BinaryOp op, UInt128 a, UInt128 b, IntegerForm form) {
    const auto x = static_cast<Int128>(a), y = static_cast<Int128>(b);
    if (is_comparison(op)) return truth(form.is_signed ? compare(op, x, y) : compare(op, a, b));
    if (is_shift(op)) return shifted(op, a, b, form);
    if (op == BinaryOp::And) return integer(a & b);
    if (op == BinaryOp::Or) return integer(a | b);
    if (op == BinaryOp::Xor) return integer(a ^ b);
    if ((op == BinaryOp::Div || op == BinaryOp::Rem) && b == 0) return std::nullopt;
    if (form.is_signed) return signed_arithmetic(op, x, y, form);
    return integer(canonical(unsigned_arithmetic(op, a, b), form));
}

Maybe real_binary(BinaryOp op, double a, double b, bool single) {
    if (is_comparison(op)) return truth(compare(op, a, b));
    if (op == BinaryOp::Div && b == 0) return std::nullopt;
    const double result = op == BinaryOp::Add   ? a + b
                          : op == BinaryOp::Sub ? a - b
                          : op == BinaryOp::Mul ? a * b
                                                : a / b;
    if (!std::isfinite(result)) return std::nullopt;
    return real(single ? static_cast<double>(static_cast<float>(result)) : result);
}

class Folder {
  public:
    explicit Folder(Program& program) : p(program) {}

    Maybe fold(NodeId expr) {
        const Node n = p[expr];
        switch (n.kind) {
        case NodeKind::IntConst: return integer(n.bits());
        case NodeKind::FloatConst: return real(n.real());
        case NodeKind::CharConst: return integer(n.slot[at::CharConst::code]);
        case NodeKind::EnumConst: {
            const Enum& e = p.types.enum_of({n.slot[at::EnumConst::enumeration]});
            return integer(static_cast<UInt128>(
                Int128{p.types.enumerators[e.first + n.slot[at::EnumConst::index]].value}));
        }
        case NodeKind::Unary: return unary(n);
        case NodeKind::Binary: return binary(n);
        case NodeKind::Logical: return logical(n);
        case NodeKind::Conditional: return conditional(n);
        case NodeKind::Cast: return fold_as(n.child(at::Cast::operand), n.type);
        case NodeKind::SizeofType: return size_of({n.slot[at::SizeofType::operand]});
        case NodeKind::SizeofExpr: return size_of(p[n.child(at::SizeofExpr::operand)].type);
        default: return std::nullopt; // every other kind is no constant
        }
    }

  private:
    Program& p;

    IntegerForm form_of(TypeId type) const { return integer_form(integer_kind(p, type), p.platform.target); }

    Maybe fold_as(NodeId expr, TypeId type) {
        const Maybe value = fold(expr);
        return value ? converted(p, *value, type) : std::nullopt;
    }

    Maybe unary(const Node& n) {
        const NodeId operand = n.child(at::Unary::operand);
        if (n.unary() == UnaryOp::Not) {
            const Maybe value = fold(operand);
            if (!value || value->kind == Kind::Unknown) return value;
            return truth(!is_true(*value));
        }
        const Maybe value = fold_as(operand, n.type);
        if (!value || value->kind == Kind::Unknown || n.unary() == UnaryOp::Plus) return value;
        if (value->kind == Kind::Floating) return real(-value->real);
        const IntegerForm form = form_of(n.type);
        if (n.unary() == UnaryOp::BitNot) return integer(canonical(~value->bits, form));
        return integer_binary(BinaryOp::Sub, 0, value->bits, form);
    }

    Maybe binary(const Node& n) {
        const BinaryOp op = n.binary();
        const NodeId left = n.child(at::Binary::left), right = n.child(at::Binary::right);
        if (!is_arithmetic(p.types.kind(p[left].type)) || !is_arithmetic(p.types.kind(p[right].type)))
            return std::nullopt;
        const TypeId type = is_shift(op) ? n.type : operand_type(p, n);
        const Maybe a = fold_as(left, type), b = is_shift(op) ? fold(right) : fold_as(right, type);
        if (!a || !b) return std::nullopt;
        if (a->kind == Kind::Floating) return real_binary(op, a->real, b->real, type == type::Float);
        if (a->kind == Kind::Unknown || b->kind == Kind::Unknown) {
            const bool may_fail = op == BinaryOp::Div || op == BinaryOp::Rem || is_shift(op);
            return may_fail && b->kind == Kind::Unknown ? Maybe() : kUnknown;
        }
        return integer_binary(op, a->bits, b->bits, form_of(type));
    }

    Maybe logical(const Node& n) {
        const Maybe a = fold(n.child(at::Logical::left)), b = fold(n.child(at::Logical::right));
        if (!a || !b) return std::nullopt;
        if (a->kind == Kind::Unknown || b->kind == Kind::Unknown) return kUnknown;
        return truth(n.logical() == LogicalOp::And ? is_true(*a) && is_true(*b) : is_true(*a) || is_true(*b));
    }

    Maybe conditional(const Node& n) {
        const Maybe condition = fold(n.child(at::Conditional::condition));
        if (!condition || !is_arithmetic(p.types.kind(n.type))) return std::nullopt;
        const Maybe yes = fold_as(n.child(at::Conditional::yes), n.type),
                    no = fold_as(n.child(at::Conditional::no), n.type);
        if (!yes || !no) return std::nullopt;
        if (condition->kind == Kind::Unknown) return kUnknown;
        return is_true(*condition) ? yes : no;
    }

    Maybe size_of(TypeId id) {
        const Type& t = p.types[id];
        if (is_record(t.kind)) return kUnknown;
        if (t.kind == TypeKind::Array || t.kind == TypeKind::Vector) {
            const Maybe element = size_of(t.base);
            if (!element || element->kind == Kind::Unknown) return element;
            return integer(element->bits * t.count);
        }
        if (t.kind == TypeKind::Pointer) return integer(p.platform.target.pointer_bits / 8);
        if (is_floating(t.kind)) return integer(t.kind == TypeKind::Float ? 4 : 8);
        if (!is_integral(t.kind)) return std::nullopt;
        return integer(t.kind == TypeKind::Bool ? 1 : form_of(id).width / 8);
    }
};

// Is every floating point number in it directly under a cast to an integer?
bool has_only_cast_reals(const Program& p, NodeId expr) {
    const Node& n = p[expr];
    if (n.kind == NodeKind::Cast && p[n.child(0)].kind == NodeKind::FloatConst)
        return is_integral(p.types.kind(n.type));
    if (!is_integral(p.types.kind(n.type))) return false;
    switch (n.kind) {
    case NodeKind::Unary:
    case NodeKind::Cast: return has_only_cast_reals(p, n.child(0));
    case NodeKind::Binary:
    case NodeKind::Logical: return has_only_cast_reals(p, n.child(0)) && has_only_cast_reals(p, n.child(1));
    case NodeKind::Conditional:
        return has_only_cast_reals(p, n.child(0)) && has_only_cast_reals(p, n.child(1)) &&
               has_only_cast_reals(p, n.child(2));
    default: return true;
    }
}

} // namespace

Maybe converted(const Program& p, const ConstantValue& value, TypeId to) {
    const TypeKind kind = p.types.kind(to);
    if (!is_arithmetic(kind)) return std::nullopt;
    if (kind == TypeKind::Float || kind == TypeKind::Double) {
        if (value.kind == Kind::Unknown) return std::nullopt;
        double result = value.kind == Kind::Floating ? value.real
                        : (value.bits >> 127) != 0   ? static_cast<double>(static_cast<Int128>(value.bits))
                                                     : static_cast<double>(value.bits);
        if (kind == TypeKind::Float) result = static_cast<double>(static_cast<float>(result));
        return std::isfinite(result) ? Maybe(real(result)) : std::nullopt;
    }
    if (value.kind == Kind::Unknown) return value;
    if (kind == TypeKind::Bool) return truth(is_true(value));
    const IntegerForm form = integer_form(integer_kind(p, to), p.platform.target);
    if (value.kind == Kind::Integer) return integer(canonical(value.bits, form));
    if (std::fabs(value.real) >= 0x1p126) return std::nullopt;
    return in_range(static_cast<Int128>(value.real), form);
}

Maybe constant_value(Program& program, NodeId expr) { return Folder(program).fold(expr); }

std::optional<UInt128> integer_constant(Program& program, NodeId expr) {
    if (!has_only_cast_reals(program, expr)) return std::nullopt;
    const Maybe value = constant_value(program, expr);
    if (!value || value->kind != Kind::Integer) return std::nullopt;
    return value->bits;
}

} // namespace assay::program
