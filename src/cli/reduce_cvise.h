// C-Vise as the first stage of a reduction of text, where the user wants it. What it leaves is only a
// proposal: Assay's own reducer, whose tests climb the validity ladder in a sandbox, has the last word.
#pragma once

#include "triage/failure.h"

#include <chrono>
#include <string>

namespace assay::cli {

struct WithCvise {
    bool wanted = false;
    unsigned jobs = 1;
    std::chrono::seconds limit{600}; // then the best so far is taken
};

// "cvise", "built-in" or "auto" (C-Vise if it is installed). An Error: there is no such way, or C-Vise is
// wanted and not installed.
base::Result<bool> wants_cvise(const std::string& with);

// The test with what C-Vise leaves of its one file, by a script that asks for the failure, for silence of
// warnings and sanitizers, and for the agreement of an unoptimised build. An Error says why there is none.
base::Result<testcase::TestCase> smaller_by_cvise(const triage::Failure& failure,
                                                  const testcase::TestCase& test, const WithCvise& how);

} // namespace assay::cli
