// The value of an expression of constants, integer operators and parameters of known values.
#pragma once

#include "transform/step.h"

#include <optional>
#include <span>

namespace assay::transform {

// Canonical in the expression's type; nothing if it is undefined or made of anything else.
std::optional<UInt128> fold(const Program& program, NodeId expr, std::span<const VarId> params,
                            std::span<const UInt128> values);

// The value that a function returns whose body is nothing but a return of such an expression.
std::optional<UInt128> result_of(const Program& program, FuncId func, std::span<const UInt128> args);

} // namespace assay::transform
