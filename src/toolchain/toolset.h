// Toolset: the compilers under test; the references, which say what is right where nobody knows: the newest
// installed compiler of each trusted family, under test or not; and the other versions, which triage asks
// where a bug began and whether it is still there.
#pragma once

#include "toolchain/family.h"

namespace assay::toolchain {

struct Toolset {
    std::vector<Compiler> compilers;     // under test
    std::vector<Compiler> references;    // for the validity ladder
    std::vector<Compiler> versions = {}; // not under test, of the families that are, for the same machines
};

// Do both belong to one family and make programs for one machine?
bool is_version_of(const Compiler& one, const Compiler& other);
// All versions of this compiler here, itself among them, the oldest first.
std::vector<const Compiler*> versions_of(const Compiler& compiler, const Toolset& tools);

// A sandbox that can run all of these: with the root file systems that they live in.
sandbox::Means means_for(const Toolset& tools);

} // namespace assay::toolchain
