// Triage of one failure: does it reproduce, is the program valid, which pass is the culprit, which options
// are needed, and which other compilers of the machine fail.
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
    bool invalid = false;             // the ladder found undefined behaviour: not a bug
    std::string environment;          // why it is at fault, not the compiler; or empty
    bool unsettled = false;           // cannot be decided; validity_how says why
    Culprit culprit;                  // of wrong code
    bool attributed = false;          // bisection has run, even in vain
    std::optional<Needs> needs;       // of a small unattributed program
    std::string likeness;             // why it is or is not a duplicate of a known unattributed bug
    std::vector<std::string> options; // the fewest that still fail
    std::vector<std::string> levels;  // plain levels of the family that fail on their own
    std::map<std::string, std::string> versions; // compiler -> "fails", "right", "cannot tell"
    std::string range;                           // of versions: "first bad: gcc-12; last good: gcc-11"
    uint64_t tools_us = 0;                       // CPU time of compilers and programs
    std::string title;                           // distinguishes this bug from others, as far as known
    std::optional<std::string> expected;         // on standard output, if known
    std::string detail;                          // what was seen and what was expected
};

// A bug of the same compiler that was triaged earlier.
struct KnownBug {
    std::string title; // as name_it() gives it
    std::optional<std::string> pass;
    std::vector<std::string> workaround; // the workaround that fixes its program; empty: unattributed
    std::optional<Needs> needs = {};     // of its reduced program, if unattributed
};

// Is this the title that name_it() gives to unattributed wrong code?
bool is_unattributed(std::string_view title);

struct Thoroughness {
    uint64_t repetitions = 10;
    // A duplicate of one of these is not examined further: a repeat costs little.
    std::vector<KnownBug> known = {};
    // Also examines options, levels, versions and the culprit. If false: reproduces it, validates it and
    // checks that it is not a known bug, which may include bisection.
    bool closely = true;
    bool all_passes = true; // also if that takes hundreds of compilations
};

// An Error means that the sandbox is broken.
base::Result<Examined> examine(sandbox::Sandbox& sandbox, const Failure& failure,
                               const testcase::TestCase& test, const toolchain::Toolset& tools,
                               const toolchain::TestLimits& limits, const Thoroughness& how = {});

// The versions that introduced and fixed a bug, as far as the installed ones show. `versions`: by name,
// "fails" or "right"; others are skipped. Empty: nothing to say.
std::string version_range(const std::vector<toolchain::Compiler>& compilers,
                          const std::map<std::string, std::string>& versions);

} // namespace assay::triage
