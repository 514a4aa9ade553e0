// The model behind a test case, made again from its origin: for those who go on with it (the reducer, EMI).
#pragma once

#include "generate/model/model_method.h"
#include "testcase/test_case.h"

#include <optional>

namespace assay::generate {

// Could model_of() give one? Without making it.
bool has_model(const testcase::TestCase& test);
// With profile, printed as the test is. Empty: the method makes text, or the test is a batch of several
// programs, or neither its seed nor what is kept of its making gives its text (a folder of the user's may
// have been edited).
base::Result<std::optional<Model>> model_of(const testcase::TestCase& test);
// Puts what it was made of into its origin, if there is a model behind it.
base::Result<void> record_recipe(testcase::TestCase& test);
// The methods whose tests have one.
std::vector<std::string> methods_with_models();

} // namespace assay::generate
