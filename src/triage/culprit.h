// The culprit of wrong code: the compiler pass found by switching passes off until the program is right. Each
// family has its own switches. If they do not decide it, the answer is "unattributed", never a guess.
#pragma once

#include "base/result.h"
#include "toolchain/family.h"
#include "triage/record.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace assay::triage {

// The result of the failing test when these options are added.
struct Answer {
    Behaviour what = Behaviour::CannotTell;
    std::string said = {};               // by the compiler
    std::string detail = {};             // if it fails: what was seen and what was expected
    bool by_status = false;              // if it fails: only the exit status is wrong
    uint64_t compile_us = 0, run_us = 0; // CPU time
};
using Probe = std::function<base::Result<Answer>(const std::vector<std::string>& added)>;

// Bisects with the switches of the compiler's family; unattributed if it has none. all_passes: also searches
// that take hundreds of compilations.
base::Result<Culprit> find_culprit(const toolchain::Compiler& compiler, const Probe& probe, bool all_passes);

// Options that switch off everything the bisection tries first. A failure that persists is unattributed,
// unless a search over all passes finds more. Empty: the family has no switches.
std::vector<std::string> everything_off(const toolchain::Compiler& compiler);

// Clang: -opt-bisect-limit, bisected over the passes in the order in which they run.
base::Result<Culprit> culprit_of_clang(const Probe& probe);
// -fno-FLAG for each optimisation that GCC lists and lets us switch off.
std::vector<std::string> flags_off(const std::vector<std::string>& flags);
// GCC: first -fno-FLAG, then -fdisable-PASS.
base::Result<Culprit> culprit_of_gcc(const std::vector<std::string>& flags, const Probe& probe,
                                     bool all_passes = true);

// Minimises a set of switches that fix the program together: first by halves, then one by one. Without any
// one of the result the program fails again.
base::Result<std::vector<std::string>>
smallest_workaround(std::vector<std::string> switches,
                    const std::function<base::Result<bool>(const std::vector<std::string>&)>& fixes);

} // namespace assay::triage
