// Inspection of a program that somebody brings: compiled and run under many setups, judged, and, if its
// meaning is not known, passed over the validity ladder before anything is called a bug.
#pragma once

#include "testcase/oracle.h"
#include "triage/ladder.h"

namespace assay::triage {

struct Inspection {
    std::vector<testcase::Observation> observed;
    std::vector<testcase::Verdict> verdicts; // of a program that is valid as far as can be told
    std::optional<Climb> climb;              // if the ladder was needed
};

// An Error means that the sandbox is broken.
base::Result<Inspection> inspect(sandbox::Sandbox& sandbox, const testcase::TestCase& test,
                                 const std::vector<toolchain::Compiler>& compilers,
                                 const std::vector<std::vector<std::string>>& options,
                                 const toolchain::TestLimits& limits);

} // namespace assay::triage
