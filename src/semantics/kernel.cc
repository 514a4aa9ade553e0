#include "semantics/kernel.h"

#include "base/check.h"

namespace assay::semantics {
namespace {

using program::BinaryOp;
using program::UnaryOp;

IntOutcome defined(UInt128 bits) { return {bits, Ub::None}; }
IntOutcome undefined(Ub kind) { return {0, kind}; }

// Arithmetic is written once for words of 64 and of 128 bits: the shapes of real programs nearly always fit
// the former, and the latter is several times slower.
template <typename Word> constexpr int kBits = static_cast<int>(sizeof(Word) * 8);

template <typename Unsigned> Unsigned low_ones(int count) { // count > 0
    return static_cast<Unsigned>(~Unsigned{0}) >> (kBits<Unsigned> - count);
}

template <typename Signed> bool has_width(Signed value, int width) {
    const int spare = kBits<Signed> - width;
    return (value << spare) >> spare == value;
}

bool multiply_overflows(int64_t a, int64_t b, int64_t* product) {
    return __builtin_mul_overflow(a, b, product);
}

// By magnitudes, because clang turns __builtin_mul_overflow on a signed __int128 into a call that libgcc
// lacks.
bool multiply_overflows(Int128 a, Int128 b, Int128* product) {
    const auto magnitude = [](Int128 x) {
        return x < 0 ? -static_cast<UInt128>(x) : static_cast<UInt128>(x);
    };
    const bool negative = (a < 0) != (b < 0);
    UInt128 size = 0;
    if (__builtin_mul_overflow(magnitude(a), magnitude(b), &size)) return true;
    *product = static_cast<Int128>(negative ? -size : size);
    return size > low_ones<UInt128>(127) + (negative ? 1 : 0);
}

template <typename Signed> IntOutcome signed_divide(BinaryOp op, Signed a, Signed b, int width) {
    if (b == 0) return undefined(Ub::DivideByZero);
    if (b == -1) { // kept away from the processor's divide instruction, which traps
        if (a == Signed{-1} << (width - 1)) return undefined(Ub::DivisionOverflow);
        return defined(static_cast<UInt128>(op == BinaryOp::Div ? -a : 0));
    }
    return defined(static_cast<UInt128>(op == BinaryOp::Div ? a / b : a % b));
}

template <typename Signed> IntOutcome signed_arithmetic(BinaryOp op, Signed a, Signed b, int width) {
    Signed result = 0;
    bool overflow = false;
    if (op == BinaryOp::Add)
        overflow = __builtin_add_overflow(a, b, &result);
    else if (op == BinaryOp::Sub)
        overflow = __builtin_sub_overflow(a, b, &result);
    else if (op == BinaryOp::Mul)
        overflow = multiply_overflows(a, b, &result);
    else
        return signed_divide(op, a, b, width);
    if (overflow || !has_width(result, width)) return undefined(Ub::SignedOverflow);
    return defined(static_cast<UInt128>(result));
}

template <typename Unsigned> IntOutcome unsigned_arithmetic(BinaryOp op, Unsigned a, Unsigned b, int width) {
    const Unsigned mask = low_ones<Unsigned>(width);
    if (op == BinaryOp::Add) return defined((a + b) & mask);
    if (op == BinaryOp::Sub) return defined((a - b) & mask);
    if (op == BinaryOp::Mul) return defined((a * b) & mask);
    if (b == 0) return undefined(Ub::DivideByZero);
    return defined(op == BinaryOp::Div ? a / b : a % b);
}

// Add, Sub, Mul, Div, Rem.
IntOutcome arithmetic(BinaryOp op, UInt128 a, UInt128 b, IntShape shape) {
    if (shape.width <= 64) {
        const auto x = static_cast<uint64_t>(a), y = static_cast<uint64_t>(b);
        if (!shape.is_signed) return unsigned_arithmetic(op, x, y, shape.width);
        return signed_arithmetic(op, static_cast<int64_t>(x), static_cast<int64_t>(y), shape.width);
    }
    if (!shape.is_signed) return unsigned_arithmetic(op, a, b, shape.width);
    return signed_arithmetic(op, static_cast<Int128>(a), static_cast<Int128>(b), shape.width);
}

Ub left_shift_problem(UInt128 a, int count, IntShape shape, ShiftRule rule) {
    if (!shape.is_signed || rule == ShiftRule::Cxx20) return Ub::None;
    if (static_cast<Int128>(a) < 0) return Ub::ShiftOfNegative;
    const UInt128 limit = rule == ShiftRule::C ? largest(shape) : low_ones<UInt128>(shape.width);
    return a > limit >> count ? Ub::ShiftOverflow : Ub::None;
}

IntOutcome shift(BinaryOp op, UInt128 a, UInt128 b, IntShape shape, IntShape count_shape, ShiftRule rule) {
    if (count_shape.is_signed && static_cast<Int128>(b) < 0) return undefined(Ub::ShiftNegative);
    if (b >= shape.width) return undefined(Ub::ShiftTooFar);
    const int count = static_cast<int>(b);
    if (op == BinaryOp::Shr)
        return defined(shape.is_signed ? static_cast<UInt128>(static_cast<Int128>(a) >> count) : a >> count);
    if (const Ub problem = left_shift_problem(a, count, shape, rule); problem != Ub::None)
        return undefined(problem);
    return defined(canonical(a << count, shape));
}

} // namespace

UInt128 smallest(IntShape shape) {
    return shape.is_signed ? static_cast<UInt128>(Int128{-1} << (shape.width - 1)) : 0;
}

UInt128 largest(IntShape shape) {
    if (shape.is_bool) return 1;
    return shape.is_signed ? ~smallest(shape) : low_ones<UInt128>(shape.width);
}

bool fits(UInt128 value, bool value_is_signed, IntShape shape) {
    if (value_is_signed && static_cast<Int128>(value) < 0)
        return shape.is_signed && static_cast<Int128>(value) >= static_cast<Int128>(smallest(shape));
    return value <= largest(shape);
}

IntOutcome unary(UnaryOp op, UInt128 a, IntShape shape) {
    switch (op) {
    case UnaryOp::Plus: return defined(a);
    case UnaryOp::Minus:
        if (shape.is_signed && a == smallest(shape)) return undefined(Ub::SignedOverflow);
        return defined(canonical(-a, shape));
    case UnaryOp::BitNot: return defined(canonical(~a, shape));
    case UnaryOp::Not: return defined(a == 0);
    }
    base::fail("an unknown unary operator");
}

IntOutcome binary(BinaryOp op, UInt128 a, UInt128 b, IntShape shape, IntShape count_shape, ShiftRule rule) {
    switch (op) {
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::Mul:
    case BinaryOp::Div:
    case BinaryOp::Rem: return arithmetic(op, a, b, shape);
    case BinaryOp::Shl:
    case BinaryOp::Shr: return shift(op, a, b, shape, count_shape, rule);
    // Two words in canonical form give a word in canonical form.
    case BinaryOp::And: return defined(a & b);
    case BinaryOp::Or: return defined(a | b);
    case BinaryOp::Xor: return defined(a ^ b);
    case BinaryOp::Lt: return defined(less(a, b, shape));
    case BinaryOp::Le: return defined(!less(b, a, shape));
    case BinaryOp::Gt: return defined(less(b, a, shape));
    case BinaryOp::Ge: return defined(!less(a, b, shape));
    case BinaryOp::Eq: return defined(a == b);
    case BinaryOp::Ne: return defined(a != b);
    }
    base::fail("an unknown binary operator");
}

} // namespace assay::semantics
