// Conditions whose truth is known, as three arguments of a step: {0, constant, 0}, or {1 + comparison, left,
// right} of two int constants.
#pragma once

#include "program/build.h"
#include "transform/step.h"

#include <array>
#include <span>

namespace assay::transform {

inline constexpr size_t kTruthArgs = 3;

std::array<UInt128, kTruthArgs> truth_args(bool wanted, uint64_t word);
bool is_truth(std::span<const UInt128> args, bool wanted); // any three numbers may be asked about
NodeId build_truth(program::Build& build, std::span<const UInt128> args);

} // namespace assay::transform
