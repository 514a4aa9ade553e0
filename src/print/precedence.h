// How tightly C's expressions bind. An operand that binds less tightly than its place demands gets
// parentheses.
#pragma once

#include "program/operators.h"

#include <array>
#include <cstdint>

namespace assay::print {

enum class Prec : uint8_t {
    Comma,
    Assign,
    Conditional,
    LogicalOr,
    LogicalAnd,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relational,
    Shift,
    Additive,
    Multiplicative,
    Cast,
    Unary,
    Postfix,
    Primary,
};

constexpr Prec tighter(Prec prec) { return static_cast<Prec>(static_cast<uint8_t>(prec) + 1); }

constexpr Prec precedence(program::BinaryOp op) {
    using enum Prec;
    constexpr std::array<Prec, program::kBinaryOpCount> table{
        Additive, Additive, Multiplicative, Multiplicative, Multiplicative, Shift,      Shift,    BitAnd,
        BitOr,    BitXor,   Relational,     Relational,     Relational,     Relational, Equality, Equality,
    };
    return table[static_cast<uint8_t>(op)];
}

} // namespace assay::print
