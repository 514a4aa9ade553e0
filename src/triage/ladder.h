// The validity ladder (toolchain/rungs.h says what it asks), for programs whose meaning Assay does not know.
// The references (toolset.h) climb it, whichever compiler is under test. Warnings about what no sanitizer
// sees, every sanitizer they have, and valgrind must be silent before a program counts as free of undefined
// behaviour. What the unoptimised builds agree on is then right. "Cannot tell" is not "it is fine".
#pragma once

#include "sandbox/sandbox.h"
#include "toolchain/rungs.h"
#include "toolchain/workbench.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::triage {

enum class Ruling : uint8_t { Valid, Invalid, CannotTell };

struct Climb {
    Ruling ruling = Ruling::CannotTell;
    std::vector<std::string> rungs; // what was asked, in order
    std::string why;                // for Invalid and CannotTell
    // The output that unoptimised builds agree on; for a valid program it is right.
    std::optional<std::string> output = {};
    int exit = 0; // the status that goes with it
};

struct Ladder {
    toolchain::Strictness strictness = {};
    // Must every reference compile it? If false, one that refuses it leaves the climb, and the others decide.
    bool all_compile = false;
};

// An Error means that the sandbox is broken.
base::Result<Climb> climb_ladder(sandbox::Sandbox& sandbox, const testcase::TestCase& test,
                                 const std::vector<toolchain::Compiler>& references,
                                 const toolchain::TestLimits& limits, const Ladder& ladder = {});

} // namespace assay::triage
