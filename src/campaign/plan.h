// Plan: method, seeds and settings of a test. They follow from its number and the configuration alone, so a
// campaign that was stopped or killed resumes with the same tests.
#pragma once

#include "campaign/config.h"
#include "choice/choices.h"
#include "toolchain/family.h"

namespace assay::campaign {

struct Plan {
    std::string method;
    uint64_t first_seed = 0;
    uint64_t count = 1; // more than 1: a batch, if the method makes batches
    testcase::Settings settings;
};

// Choose the method, seeds and settings of test `number`.
std::string plan_method(const Config& config, uint64_t number);
Plan plan_test(const Config& config, const std::vector<toolchain::Compiler>& compilers,
               const testcase::Method& method, uint64_t number);

// The default methods: all that work with these compilers on this machine.
std::vector<MethodShare> default_methods(const std::vector<toolchain::Compiler>& compilers);

// The languages that the method makes and at least one of the compilers compiles.
std::vector<std::string> common_languages(const testcase::Method& method,
                                          const std::vector<toolchain::Compiler>& compilers);

// A setup, with its compiler.
struct CompilerSetup {
    const toolchain::Compiler* compiler;
    testcase::Setup setup;
    bool reference = false; // not under test, only for comparison
};

// Draws the setups of test `number`: a few, different for each test.
std::vector<CompilerSetup> draw_setups(const Config& config,
                                       const std::vector<toolchain::Compiler>& compilers, uint64_t number,
                                       const testcase::TestCase& test);

// For a test without a known answer: an unoptimised reference, unless one was drawn already. It catches a
// compiler that is always wrong and so agrees with itself.
std::optional<CompilerSetup> reference_setup(const std::vector<toolchain::Compiler>& references,
                                             const std::vector<CompilerSetup>& drawn,
                                             const testcase::TestCase& test);

std::span<const choice::Site* const> plan_sites();

} // namespace assay::campaign
