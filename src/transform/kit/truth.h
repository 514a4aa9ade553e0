// Conditions whose truth is known, as arguments of a step: an int constant, or a comparison of two.
#pragma once

#include "program/build.h"
#include "transform/arguments.h"

namespace assay::transform {

struct Truth {
    uint32_t comparison = 0; // 1 + which; 0: the left number alone
    UInt128 left = 0, right = 0;
};

Truth some_truth(bool wanted, uint64_t word);
bool is_truth(const Truth& truth, bool wanted); // any numbers may be asked about
NodeId build_truth(program::Build& build, const Truth& truth);

} // namespace assay::transform
