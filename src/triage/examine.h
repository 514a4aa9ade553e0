// Examination of a bug by its first failure: does it repeat, is the program valid, which pass is guilty,
// which options are needed, which compilers of the machine fail too.
#pragma once

#include "toolchain/toolset.h"
#include "triage/failure.h"
#include "triage/needs.h"

#include <map>
#include <optional>

namespace assay::triage {

struct Examined {
    uint64_t failed = 0, tried = 0;   // repetitions
    std::string validity = "unknown"; // certified, ladder, unknown
    std::string validity_how;         // for people
    bool invalid = false;             // the ladder found undefined behaviour: no bug at all
    std::string environment;          // why it is at fault, and not the compiler; or empty
    bool unsettled = false;           // nothing tells whether it is a bug; validity_how says why
    Guilt guilt;                      // of wrong code
    bool attributed = false;          // its guilty pass was looked for, if in vain
    std::optional<Needs> needs;       // of a small program that nothing attributes
    std::string likeness; // why it is a known bug that nothing attributes, or why it is none of those
    std::vector<std::string> options;            // the fewest that still fail
    std::vector<std::string> levels;             // plain ones of the family that fail by themselves
    std::map<std::string, std::string> versions; // compiler -> "fails", "right", "cannot tell"
    std::string range;                           // of versions: "first bad: gcc-12; last good: gcc-11"
    uint64_t tools_us = 0;                       // CPU time of compilers and programs
    std::string title;                           // what tells this bug from others, as far as it is known
    std::optional<std::string> expected;         // on standard output, if it is known
    std::string detail;                          // what was seen and what should have been
};

// A bug of the same compiler that was examined before.
struct KnownBug {
    std::string title; // as name_it() gives it
    std::optional<std::string> pass;
    std::vector<std::string> cure;   // options that make its program right; empty: unattributed
    std::optional<Needs> needs = {}; // of its small program, if it is unattributed and was reduced
};

// Is this what name_it() calls wrong code that nothing attributes?
bool is_unattributed(std::string_view title);

struct Thoroughness {
    uint64_t repetitions = 10;
    // What turns out to be one of these is not looked at any further: a bug that is met again costs little.
    std::vector<KnownBug> known = {};
    // Options, levels, versions and the guilty pass; else only that it repeats, is valid and is none of the
    // known ones, for which the guilty pass may be asked.
    bool closely = true;
    bool all_passes = true; // also where that takes hundreds of compilations
};

// An Error means that the sandbox is broken.
base::Result<Examined> examine(sandbox::Sandbox& sandbox, const Failure& failure,
                               const testcase::TestCase& test, const toolchain::Toolset& tools,
                               const toolchain::TestLimits& limits, const Thoroughness& how = {});

// Which version brought a bug and which one took it away, as far as those installed tell. `versions`: by
// name, "fails" or "right"; what cannot tell is passed over. Empty: there is nothing to say.
std::string version_range(const std::vector<toolchain::Compiler>& compilers,
                          const std::map<std::string, std::string>& versions);

} // namespace assay::triage
