// Plan: what the test of a number is. It follows from the number and the configuration alone, so that a
// campaign that was stopped or killed goes on with the same tests.
#pragma once

#include "campaign/config.h"
#include "choice/choices.h"
#include "toolchain/family.h"

namespace assay::campaign {

struct Plan {
    std::string method;
    uint64_t first_seed = 0;
    uint64_t count = 1; // above 1: a batch, if the method makes batches
    testcase::Settings settings;
};

// Which method the test of this number is made by, and what of it.
std::string plan_method(const Config& config, uint64_t number);
Plan plan_test(const Config& config, const std::vector<toolchain::Compiler>& compilers,
               const testcase::Method& method, uint64_t number);

// The methods of a campaign that names none: all that are usable with these compilers on this machine.
std::vector<MethodShare> default_methods(const std::vector<toolchain::Compiler>& compilers);

// What the method makes and one of the compilers compiles; empty: nothing.
std::vector<std::string> common_languages(const testcase::Method& method,
                                          const std::vector<toolchain::Compiler>& compilers);

// A setup of one of the compilers.
struct Placed {
    const toolchain::Compiler* compiler;
    testcase::Setup setup;
    bool reference = false; // not under test: it is there to disagree with those that are
};

// The setups under which the test of this number is compiled: a few, different for each test.
std::vector<Placed> draw_setups(const Config& config, const std::vector<toolchain::Compiler>& compilers,
                                uint64_t number, const testcase::TestCase& test);

// For a test without a known answer: a reference, unoptimised, unless one is among those drawn. A compiler
// that is always wrong agrees with itself.
std::optional<Placed> reference_setup(const std::vector<toolchain::Compiler>& references,
                                      const std::vector<Placed>& drawn, const testcase::TestCase& test);

std::span<const choice::Site* const> plan_sites();

} // namespace assay::campaign
