// The validity ladder: for programs whose meaning Assay does not know. The references (toolset.h) climb it,
// whoever is under test. Warnings of what no sanitizer sees, every sanitizer that they have, and valgrind
// must be silent before a program is believed to be free of undefined behaviour; what its unoptimised builds
// agree on is then right. "Cannot tell" differs from "it is fine".
#pragma once

#include "sandbox/sandbox.h"
#include "toolchain/workbench.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::triage {

enum class Validity : uint8_t { Valid, Invalid, CannotTell };

struct Climb {
    Validity validity = Validity::CannotTell;
    std::vector<std::string> rungs; // what was asked, in order
    std::string why;                // of Invalid and CannotTell
    // What unoptimised builds agree on; of a valid program: what is right.
    std::optional<std::string> output = {};
    int exit = 0; // the status that goes with it
};

struct Ladder {
    // Else without valgrind, for the many candidates of a reduction; what is left of it climbs the whole
    // ladder at the end.
    bool whole = true;
    // Are pointers to other types and numbers as pointers errors? Some generators make them.
    bool strict_pointers = false;
    // Are reads that a compiler believes to be of uninitialised variables errors? Programs of the model have
    // such reads where nothing runs; the memory sanitizer sees the others.
    bool strict_reads = true;
};

// An Error means that the sandbox is broken.
base::Result<Climb> climb_ladder(sandbox::Sandbox& sandbox, const testcase::TestCase& test,
                                 const std::vector<toolchain::Compiler>& references,
                                 const toolchain::TestLimits& limits, const Ladder& ladder = {});

} // namespace assay::triage
