// What replaces an operation that would be undefined: YARPGen's table of rewrites (and rows it lacks), as
// data. A rewrite depends on the operands' values at hand, and leaves an operation that is defined for those
// values. There is a row for everything that the integer kernel calls undefined, and one step always
// suffices.
#pragma once

#include "semantics/kernel.h"

#include <span>
#include <string_view>

namespace assay::semantics {

struct Rewrite {
    enum class Kind : uint8_t {
        Impossible, // no row for this: guard or regenerate (never so for integers)
        UseUnary,   // replace -a by `unary` a
        UseBinary,  // replace a op b by a `binary` b
        CountPlus,  // a op (b + constant)
        CountMinus, // a op (b - constant)
        LeftPlus,   // (a + constant) op b
        KeepLeft,   // a
        KeepRight,  // b, converted to the type of a op b
    };
    Kind kind = Kind::Impossible;
    program::UnaryOp unary = program::UnaryOp::Plus;
    program::BinaryOp binary = program::BinaryOp::Add;
    UInt128 constant = 0; // canonical in the shape of the operand it is added to (or subtracted from)
};

// A right shift of a negative value is arithmetic on every target, and so left alone unless asked otherwise.
enum class NegativeShr : uint8_t { Arithmetic, Avoided };

// One row of the table. The first row whose op, ub and condition are those of the operands is taken.
struct RewriteRow {
    enum class When : uint8_t {
        Always,
        SmallestByMinusOne, // a is the smallest value of its type and b is -1
        CountSmallest,      // b is the smallest value of its type
        LeftSmallest,       // a is the smallest value of its type
        LeftNegative, // a < 0 is bad for itself: << under a rule that forbids it, >> where it is avoided
    };
    std::string_view name;
    program::BinaryOp op;
    Ub ub; // what the kernel says; None in the rows that serve NegativeShr::Avoided
    When when;
    Rewrite::Kind kind;
    program::BinaryOp binary; // with UseBinary
};
std::span<const RewriteRow> rewrite_rows();

// The constants that a row with CountPlus, CountMinus or LeftPlus allows, as an interval without wrap-around.
struct ConstantRange {
    UInt128 first = 0;
    UInt128 last = 0;
};
ConstantRange allowed_constants(const RewriteRow& row, UInt128 a, UInt128 b, IntShape shape,
                                IntShape count_shape, ShiftRule rule);

const RewriteRow* matching_row(program::BinaryOp op, UInt128 a, UInt128 b, IntShape shape,
                               IntShape count_shape, ShiftRule rule,
                               NegativeShr negative_shr = NegativeShr::Arithmetic); // or null

// An operation that is defined (and wanted) is left alone: the answer is UseUnary or UseBinary with its own
// operator. `entropy` picks one of the constants that a row allows; any value is fine.
Rewrite rewrite_unary(program::UnaryOp op, UInt128 a, IntShape shape);
Rewrite rewrite_binary(program::BinaryOp op, UInt128 a, UInt128 b, IntShape shape, IntShape count_shape,
                       ShiftRule rule, uint64_t entropy, NegativeShr negative_shr = NegativeShr::Arithmetic);

// The outcome after the rewrite, for the same operands. Impossible changes nothing.
IntOutcome apply(const Rewrite& rewrite, program::BinaryOp op, UInt128 a, UInt128 b, IntShape shape,
                 IntShape count_shape, ShiftRule rule);

} // namespace assay::semantics
