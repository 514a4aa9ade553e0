// C-Vise as an optional first stage of text reduction. Its result is only a proposal: Assay's own reducer,
// whose tests climb the validity ladder in a sandbox, has the last word.
#pragma once

#include "triage/failure.h"

#include <chrono>
#include <string>

namespace assay::cli {

struct WithCvise {
    bool wanted = false;
    unsigned jobs = 1;
    std::chrono::seconds limit{600}; // after that, the best so far is used
};

// "cvise", "built-in" or "auto" (C-Vise if it is installed). An Error: any other word, or C-Vise is wanted
// but not installed.
base::Result<bool> wants_cvise(const std::string& with);

// Runs C-Vise on the one file of the test, with a script that requires the failure, silent warnings and
// sanitizers, and agreement of an unoptimised build. An Error says why there is no result.
base::Result<testcase::TestCase> smaller_by_cvise(const triage::Failure& failure,
                                                  const testcase::TestCase& test, const WithCvise& how);

} // namespace assay::cli
