// Variants of Assay's own programs: steps on the model that change only what the evaluator saw never run.
#pragma once

#include "choice/choices.h"
#include "generate/models.h"
#include "testcase/test_case.h"

#include <vector>

namespace assay::source::prune {

// The texts of up to `count` variants as test cases, each like `test` but for its files.
std::vector<testcase::TestCase> model_variants(const testcase::TestCase& test, const generate::Model& model,
                                               uint64_t count, const choice::Choices& choices);

} // namespace assay::source::prune
