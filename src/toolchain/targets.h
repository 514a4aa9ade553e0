// Targets: which options select what a compiler makes programs for, and what machine that is. Whoever adds,
// keeps or names such options asks here.
#pragma once

#include "toolchain/family.h"

namespace assay::toolchain {

// The options with those added that the compiler needs to make programs for this data model.
std::vector<std::string> with_target(const Compiler& compiler, std::vector<std::string> options,
                                     const std::string& target);

// Does an option of gcc's manner select what programs are made for? Such options belong to the test: triage
// does not leave them out, and a reference gets them too.
bool selects_target(std::string_view option);

// The data model that the user's options select, for all compilers that can; empty: none of them selects one.
// An Error: some sets of options select one and others do not, or another one.
base::Result<std::string> selected_target(const std::vector<Compiler>& compilers,
                                          const std::vector<std::vector<std::string>>& option_sets);

// Have the two the same widths of types? They may differ in the sign of char or the order of bytes.
bool same_widths(std::string_view target, std::string_view other);

// Whom the compiler makes programs for if nothing is said: "x86_64-linux-gnu". That of this machine if the
// compiler does not say.
std::string machine_of(const Compiler& compiler);

} // namespace assay::toolchain
