// Which pass of the compiler is guilty of wrong code: found by switching passes off until the program is
// right. Each family has its own switches; where they do not tell, the answer is "unattributed", never a
// guess.
#pragma once

#include "base/result.h"
#include "toolchain/family.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace assay::triage {

// What the failing test does when these options are added to those it fails with.
struct Answer {
    enum class What : uint8_t {
        Fails,
        Right,
        Broken
    }; // Broken: it does not compile, or fails in another way
    What what = What::Broken;
    std::string said = {};               // by the compiler
    std::string detail = {};             // if it fails: what was seen and what should have been
    bool by_status = false;              // if it fails: its exit status alone is wrong
    uint64_t compile_us = 0, run_us = 0; // CPU time
};
using Probe = std::function<base::Result<Answer>(const std::vector<std::string>& added)>;

struct Guilt {
    std::optional<std::string> pass; // empty: unattributed
    std::string how;                 // for people: what was switched off, or why nothing was found
    std::vector<std::string> cure;   // options that make the program right
};

// By the family of the compiler; unattributed if the family has no switches.
// all_passes: also by searches that take hundreds of compilations.
base::Result<Guilt> find_guilty_pass(const toolchain::Compiler& compiler, const Probe& probe,
                                     bool all_passes);

// Options that switch off all that the search for a guilty pass tries first. What fails in spite of them is
// unattributed, unless a search over all passes tells more. Empty: the family has no switches.
std::vector<std::string> everything_off(const toolchain::Compiler& compiler);

// Clang: -opt-bisect-limit, a binary search over the passes as they run.
base::Result<Guilt> guilty_pass_of_clang(const Probe& probe);
// -fno-FLAG for each optimisation of GCC that can be switched off, out of those that it lists.
std::vector<std::string> flags_off(const std::vector<std::string>& flags);
// GCC: first -fno-FLAG for what the level switches on, then -fdisable-PASS.
base::Result<Guilt> guilty_pass_of_gcc(const std::vector<std::string>& flags, const Probe& probe,
                                       bool all_passes = true);

// The smallest set of switches, such that leaving out any one of them no longer cures: halves first, then one
// by one. All of them together cure.
base::Result<std::vector<std::string>>
smallest_cure(std::vector<std::string> switches,
              const std::function<base::Result<bool>(const std::vector<std::string>&)>& cures);

} // namespace assay::triage
