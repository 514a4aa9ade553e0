// Toolset: the compilers under test, and the references, which say what is right where nobody knows: the
// newest installed compiler of each trusted family, under test or not.
#pragma once

#include "toolchain/family.h"

namespace assay::toolchain {

struct Toolset {
    std::vector<Compiler> compilers;  // under test
    std::vector<Compiler> references; // for the validity ladder
};

// A sandbox that can run all of these: with the root file systems that they live in.
sandbox::Means means_for(const Toolset& tools);

} // namespace assay::toolchain
