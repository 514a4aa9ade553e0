// The labels of a switch that add-switch makes, from one word.
#pragma once

#include "semantics/kernel.h"
#include "transform/step.h"

namespace assay::transform {

inline constexpr uint32_t kMostCases = 8;
std::vector<UInt128> labels_of(semantics::IntShape shape, uint32_t count, uint64_t word); // all different
uint32_t default_position(uint32_t count, uint64_t word); // before which case; count: last

} // namespace assay::transform
