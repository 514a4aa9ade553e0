// The validity ladder: for programs whose meaning Assay does not know. Every sanitizer that the machine's
// compilers have, valgrind, and the agreement of unoptimised builds must be silent before a program is
// believed to be free of undefined behaviour. "Cannot tell" differs from "it is fine".
#pragma once

#include "sandbox/sandbox.h"
#include "toolchain/workbench.h"

#include <string>
#include <vector>

namespace assay::triage {

enum class Validity : uint8_t { Valid, Invalid, CannotTell };

struct Climb {
    Validity validity = Validity::CannotTell;
    std::vector<std::string> rungs; // what was asked, in order
    std::string why;                // of Invalid and CannotTell
};

// An Error means that the sandbox is broken.
base::Result<Climb> climb_ladder(sandbox::Sandbox& sandbox, const testcase::TestCase& test,
                                 const std::vector<toolchain::Compiler>& compilers,
                                 const toolchain::TestLimits& limits);

} // namespace assay::triage
