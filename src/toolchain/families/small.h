// Small C compilers without a preprocessor's listing, optimisation levels or targets: what they share.
#pragma once

#include "toolchain/probe/prober.h"

#include <functional>

namespace assay::toolchain {

// Fills targets and features of a compiler of C alone: `build` makes "prog" of the named source and says
// whether that went well, and `run` is the command that runs it. An Error says why not even the smallest
// program runs.
using Build = std::function<testcase::Execution(Prober& prober, const std::string& source)>;
base::Result<void> probe_small(Prober& prober, Compiler& compiler, const Build& build,
                               const Words& run = {"./prog"});

// A compiler with nothing but its name and path.
Compiler unprobed(const Family& family, const Candidate& candidate);

// Features that work, from a program of all of them or, if that does not compile, of each.
std::vector<std::string> working_features(Prober& prober, const Words& run, const Build& build);

} // namespace assay::toolchain
