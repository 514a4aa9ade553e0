// Examination of a bug by its first failure: does it repeat, is the program valid, which pass is guilty,
// which options are needed, which compilers of the machine fail too.
#pragma once

#include "triage/failure.h"

#include <map>

namespace assay::triage {

struct Examined {
    uint64_t failed = 0, tried = 0;              // repetitions
    std::string validity = "unknown";            // certified, ladder, unknown
    std::string validity_how;                    // for people
    bool invalid = false;                        // the ladder found undefined behaviour: no bug at all
    Guilt guilt;                                 // of wrong code
    std::vector<std::string> options;            // the fewest that still fail
    std::vector<std::string> levels;             // plain -O levels that fail by themselves
    std::map<std::string, std::string> versions; // compiler -> "fails", "right", "cannot tell"
    uint64_t tools_us = 0;                       // CPU time of compilers and programs
    std::string title;                           // what tells this bug from others, as far as it is known
};

struct Thoroughness {
    uint64_t repetitions = 10;
    bool passes = true;
    bool all_passes = true; // also where that takes hundreds of compilations
    bool versions = true;
};

// An Error means that the sandbox is broken.
base::Result<Examined> examine(sandbox::Sandbox& sandbox, const Failure& failure,
                               const testcase::TestCase& test,
                               const std::vector<toolchain::Compiler>& compilers,
                               const toolchain::TestLimits& limits, const Thoroughness& how = {});

} // namespace assay::triage
