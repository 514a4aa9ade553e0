// csmith: programs of Csmith, as a process, each with a random set of its options switched off (swarm
// testing). Csmith says that they have no undefined behaviour, but what they print is not known, and some do
// not end.
#pragma once

#include "testcase/method.h"

namespace assay::generate::external {

std::unique_ptr<testcase::Method> make_csmith();
// With further options of Csmith's.
std::unique_ptr<testcase::Method> make_csmith_with(std::vector<std::string> options);

// What keeps Csmith from being used here, and the command that installs it; empty: nothing.
std::string csmith_missing();
// What -std= may be for its programs.
std::vector<std::string> csmith_standards();
// The headers that its programs include, as they are installed here.
base::Result<std::vector<testcase::File>> csmith_headers();

} // namespace assay::generate::external
