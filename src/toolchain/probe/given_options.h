// Options that a user gives are tried with every compiler before they are used: what a compiler does not take
// would look like valid code that is refused, or like programs that do not run.
#pragma once

#include "toolchain/family.h"

namespace assay::toolchain {

// Tries each set with each compiler in each of these languages (all of the compiler's own if empty) and marks
// what does not work in Compiler::refused. Gives a line for the user on each compiler that refuses a set
// which another one takes. A set that no compiler takes is an Error with the compilers' own words.
base::Result<std::vector<std::string>> try_given_options(sandbox::Sandbox& sandbox,
                                                         std::vector<Compiler>& compilers,
                                                         const OptionLists& given,
                                                         const std::vector<std::string>& languages = {});

// Was this set tried with programs of the language, in vain?
bool refuses(const Compiler& compiler, const std::vector<std::string>& options, const std::string& language);

} // namespace assay::toolchain
