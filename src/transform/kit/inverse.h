// Going backwards: operands whose operation yields a wanted value without undefined behaviour. The kernel has
// the last word on every answer.
#pragma once

#include "program/program.h"
#include "semantics/kernel.h"

#include <optional>

namespace assay::transform {

struct Operands {
    base::UInt128 left = 0, right = 0; // canonical in the shape; a shift's right one is an int
};

// Operands of shape `shape` for `wanted` (of that shape, or 0 and 1 for comparisons). The word decides among
// the many; values at the edges of the type are preferred. Nothing if there are none.
std::optional<Operands> operands_for(program::BinaryOp op, base::UInt128 wanted, semantics::IntShape shape,
                                     semantics::ShiftRule rule, uint64_t word);

// The same with one operand given (the left or the right one; a shift's right one as an int).
std::optional<Operands> operands_beside(program::BinaryOp op, base::UInt128 given, bool given_left,
                                        base::UInt128 wanted, semantics::IntShape shape,
                                        semantics::ShiftRule rule, uint64_t word);

// Does the operation on these canonical operands yield the wanted value?
bool yields(program::BinaryOp op, const Operands& operands, base::UInt128 wanted, semantics::IntShape shape,
            semantics::ShiftRule rule);

// A value of the shape, often near 0, an end of its range or a power of two.
base::UInt128 edge_value(uint64_t word, semantics::IntShape shape);

semantics::ShiftRule shift_rule(program::Standard standard);
semantics::IntShape shape_of(program::TypeKind integer, const program::Target& target);
bool is_value_of(const program::Program& program, program::TypeKind integer, base::UInt128 bits);

} // namespace assay::transform
