// Triage of one failure: does it reproduce, is the program valid, which pass is the culprit, which options
// are needed, and which other compilers of the machine fail.
#pragma once

#include "toolchain/toolset.h"
#include "triage/failure.h"
#include "triage/record.h"

namespace assay::triage {

// A bug of the same compiler that was triaged earlier.
struct KnownBug {
    std::string title; // as name_it() gives it
    std::optional<std::string> pass;
    std::vector<std::string> workaround; // fixes its program; empty: unattributed
    std::optional<Needs> needs = {};     // of its reduced program, if unattributed
};

// Is this the title that name_it() gives to unattributed wrong code?
bool is_unattributed(std::string_view title);

struct Thoroughness {
    uint64_t repetitions = 10;
    // A duplicate of one of these is not examined further: a repeat costs little.
    std::vector<KnownBug> known = {};
    // Also examines options, levels, versions and the culprit. If false: reproduces it, validates it and
    // checks that it is not a known bug, which may include bisection.
    bool closely = true;
    bool all_passes = true; // also if that takes hundreds of compilations
};

// An Error means that the sandbox is broken.
base::Result<Diagnosis> examine(sandbox::Sandbox& sandbox, const Failure& failure,
                                const testcase::TestCase& test, const toolchain::Toolset& tools,
                                const toolchain::TestLimits& limits, const Thoroughness& how = {});

} // namespace assay::triage
