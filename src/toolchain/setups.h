// Which setups a test is compiled with: every test gets a few, drawn so that a long campaign covers all.
#pragma once

#include "choice/choices.h"
#include "toolchain/family.h"

#include <optional>
#include <span>

namespace assay::toolchain {

// One setup of this compiler that fits the test; nothing: there is none. With `given` not empty only these
// option sets are used, each completed by what the test's target needs.
std::optional<testcase::Setup> draw_setup(const Compiler& compiler, const testcase::TestCase& test,
                                          const OptionLists& given, choice::Choices& choices);

// Up to `count` different ones.
std::vector<testcase::Setup> draw_setups(const Compiler& compiler, const testcase::TestCase& test,
                                         choice::Choices& choices, size_t count);

// A level and a few options of what the compiler lists; empty: it lists none.
std::vector<std::string> random_options(const Compiler& compiler, choice::Choices& choices);

// The setup of options that a user wrote: its target follows from them.
testcase::Setup setup_of(const Compiler& compiler, std::vector<std::string> options);
// The data model of what the compiler makes under these options.
std::string target_of(const Compiler& compiler, const std::vector<std::string>& options);

// Does the family allow it, and has the compiler every feature that the test uses?
bool fits(const Compiler& compiler, const testcase::Setup& setup, const testcase::TestCase& test);

// Every decision taken here.
std::span<const choice::Site* const> setup_sites();

// Does this option take the compiler off the pipelines that users run? Maintainers want to know.
bool is_rare(const std::string& option);

} // namespace assay::toolchain
