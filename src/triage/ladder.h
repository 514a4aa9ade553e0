// The validity ladder: for programs whose meaning Assay does not know. Warnings of what no sanitizer sees,
// every sanitizer that the machine's compilers have, valgrind, and the agreement of unoptimised builds must
// be silent before a program is believed to be free of undefined behaviour. "Cannot tell" differs from "it is
// fine".
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
    std::optional<std::string>
        output; // of unoptimised builds, which agree; of a valid program: what is right
};

struct Ladder {
    // Else one compiler of each family and no valgrind, for the many candidates of a reduction; what is left
    // of it climbs the whole ladder at the end.
    bool whole = true;
    // Are pointers to other types and numbers as pointers errors? Some generators make them.
    bool strict_pointers = false;
    // Are reads that a compiler believes to be of uninitialised variables errors? Programs of the model have
    // such reads where nothing runs; the memory sanitizer sees the others.
    bool strict_reads = true;
};

// An Error means that the sandbox is broken.
base::Result<Climb> climb_ladder(sandbox::Sandbox& sandbox, const testcase::TestCase& test,
                                 const std::vector<toolchain::Compiler>& compilers,
                                 const toolchain::TestLimits& limits, const Ladder& ladder = {});

} // namespace assay::triage
