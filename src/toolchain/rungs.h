// Rungs: what the validity ladder asks of a C or C++ program, as data, in order. Triage climbs them with the
// references (triage/ladder.h), relax with the compilers of this machine, and the script of a report writes
// them out.
#pragma once

#include "testcase/observation.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::toolchain {

struct Rung {
    enum class Kind : uint8_t {
        Plain,     // does not optimise; all such builds must agree
        Warnings,  // compiled only; what it refuses is not valid
        Sanitizer, // the run must raise no alarm
        Valgrind,  // the run stands under valgrind_command()
    };
    Kind kind = Kind::Plain;
    std::vector<std::string> options;
    std::string_view sanitizer = {}; // that the compiler must have
    bool own_widths = false;         // knows only the compiler's own data model
    bool shares = false;             // may share a build with others of its kind
};

struct Strictness {
    // If false, without valgrind: for the many candidates of a reduction. The result climbs the whole ladder
    // at the end.
    bool whole = true;
    // Are incompatible pointers and integers as pointers errors? Some generators make them.
    bool strict_pointers = false;
    // Are warnings about uninitialised reads errors? Programs of the model have such reads in code that never
    // runs; the memory sanitizer sees the others.
    bool strict_reads = true;
};

std::vector<Rung> rungs(std::string_view language, const Strictness& how = {});

// One build for all sanitizers of these rungs that may share it, which ends at the first alarm; at any level.
std::vector<std::string> shared_options(const std::vector<Rung>& rungs);

const std::vector<std::string>& valgrind_command();
// Did valgrind raise an alarm in this run? That it cannot go on itself (an instruction it does not know, no
// time) tells nothing.
bool valgrind_alarm(const testcase::Execution& run);

} // namespace assay::toolchain
