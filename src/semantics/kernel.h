// The one arithmetic kernel: C's operators on integers of any width up to 128 bits and on exact floating
// point, with undefined behaviour as a value. Nothing else in Assay computes what an operator yields.
//
// An integer is held as 128 bits in canonical form: sign-extended from its shape's width if the shape is
// signed, zero-extended otherwise. So equal values of one shape are equal words, and conversion is truncation
// plus extension.
#pragma once

#include "base/int128.h"
#include "program/operators.h"
#include "semantics/ub.h"

#include <bit>
#include <cstdint>

namespace assay::semantics {

using base::Int128;
using base::UInt128;

struct IntShape {
    uint8_t width = 32; // 1 to 128
    bool is_signed = true;
    bool is_bool = false; // conversion to it asks "is it not zero?"
    bool operator==(const IntShape&) const = default;
};

// What a left shift of a signed value may do.
enum class ShiftRule : uint8_t {
    C,     // C99 to C23: no negative value, and the result must fit
    Cxx11, // C++11 (as amended by CWG1457) to C++17: no negative value; the result must fit the unsigned type
    Cxx20, // defined for every value
};

struct IntOutcome {
    UInt128 bits = 0; // canonical in the result's shape; meaningless if ub is not None
    Ub ub = Ub::None;
    bool ok() const { return ub == Ub::None; }
};

// Keep the low bits, extend. Inline, as the evaluator does it for nearly every node.
inline UInt128 canonical(UInt128 bits, IntShape shape) {
    if (shape.width <= 64) {
        const int spare = 64 - shape.width;
        const uint64_t top = static_cast<uint64_t>(bits) << spare;
        return shape.is_signed ? static_cast<UInt128>(static_cast<int64_t>(top) >> spare) : top >> spare;
    }
    const int spare = 128 - shape.width;
    const UInt128 top = bits << spare;
    return shape.is_signed ? static_cast<UInt128>(static_cast<Int128>(top) >> spare) : top >> spare;
}

// From any canonical value; knows bool.
inline UInt128 convert(UInt128 value, IntShape to) { return to.is_bool ? value != 0 : canonical(value, to); }

inline bool less(UInt128 a, UInt128 b, IntShape shape) {
    return shape.is_signed ? static_cast<Int128>(a) < static_cast<Int128>(b) : a < b;
}

// 0 for 0, else one more than the position of the highest one.
inline int bit_length(UInt128 value) {
    const auto high = static_cast<uint64_t>(value >> 64), low = static_cast<uint64_t>(value);
    return high != 0 ? 128 - std::countl_zero(high) : 64 - std::countl_zero(low);
}

UInt128 smallest(IntShape shape);
UInt128 largest(IntShape shape);                                // 1 for bool, whatever its width
bool fits(UInt128 value, bool value_is_signed, IntShape shape); // is the mathematical value representable?

// The operand already has the promoted shape. Not yields 0 or 1 (shape: int).
IntOutcome unary(program::UnaryOp op, UInt128 a, IntShape shape);

// Both operands have shape `shape`, except that a shift's count has `count_shape`. Comparisons yield 0 or 1.
// A shift that is wrong in several ways is judged by its count first. A right shift of a negative value is
// arithmetic, as on every target.
IntOutcome binary(program::BinaryOp op, UInt128 a, UInt128 b, IntShape shape, IntShape count_shape,
                  ShiftRule rule);

// Floating point of 32 or 64 bits, kept only while exact: a rounded, infinite, NaN, subnormal or underflown
// result is Ub. Values of either shape are held in a double; a Float operand must be representable as a
// float. An operand that is itself subnormal is FloatInexact (hardware may read it as zero), one that is not
// finite is FloatNotFinite. Zeros have the sign that IEEE 754 gives them when rounding to nearest: x - x is
// +0, -(0.0) and (-1.0) * 0.0 are -0.
enum class FloatShape : uint8_t { Float, Double };

struct FloatOutcome {
    double value = 0;
    Ub ub = Ub::None;
    bool ok() const { return ub == Ub::None; }
};

FloatOutcome float_unary(program::UnaryOp op, double a);                               // Plus, Minus
FloatOutcome float_binary(program::BinaryOp op, double a, double b, FloatShape shape); // + - * /
bool float_compare(program::BinaryOp op, double a, double b);
FloatOutcome float_convert(double a, FloatShape to);
FloatOutcome int_to_float(UInt128 a, IntShape from, FloatShape to);
IntOutcome float_to_int(double a, IntShape to); // drops the fraction; to bool: is it not zero?

} // namespace assay::semantics
