// The unoptimised build of a reference that runs beside the setups under test, where nothing is expected of a
// program: a compiler that is always wrong agrees with itself.
#pragma once

#include "toolchain/family.h"

#include <optional>
#include <vector>

namespace assay::triage {

struct Reference {
    const toolchain::Compiler* compiler = nullptr;
    testcase::Setup setup;
};

// Empty: the answer is known, an unoptimised reference is among the setups, or none fits.
std::optional<Reference> reference_beside(const std::vector<toolchain::Compiler>& references,
                                          const std::vector<testcase::Setup>& under_test,
                                          const testcase::TestCase& test);

// Can these say what a program of the language must do? For C and C++ that takes sanitizers.
bool can_settle(const std::vector<toolchain::Compiler>& references, const std::string& language);

} // namespace assay::triage
