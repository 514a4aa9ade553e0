// Observation: what happened when a test was compiled and run under a setup, as data. Oracles see nothing
// else, so stored observations can be judged again.
#pragma once

#include "testcase/setup.h"

#include <cstdint>
#include <optional>
#include <string>

namespace assay::testcase {

// How a command ended.
enum class Ending : uint8_t {
    Exited,    // by itself; see code
    Signalled, // see code
    TimedOut,  // wall time or CPU time was over, and it was killed
    OutOfMemory,
    TooMuchOutput, // it wrote more than it may, and was killed
    NotStarted,    // there is no such program, or the machine is out of processes
};

struct Execution {
    Ending ending = Ending::NotStarted;
    int code = 0; // exit status or signal
    std::string out, err;
    bool truncated = false; // out or err was longer than what was kept
    uint64_t cpu_us = 0;    // of it and its children
    uint64_t wall_us = 0;
    uint64_t peak_kb = 0; // largest resident set of a process

    bool ok() const { return ending == Ending::Exited && code == 0; }
    bool operator==(const Execution&) const = default;
};

// What the compiler's family makes of how the compiler ended.
enum class Compiled : uint8_t {
    Built,
    Rejected, // it says that the program is wrong
    Crashed,  // internal error, assertion, signal
    Hung,
    OutOfMemory,
    Broken, // it could not work: no such option, missing headers, disk full. Nobody's bug that we look for
};

struct Observation {
    Setup setup;
    Compiled compiled = Compiled::Broken;
    Execution compile;     // of the step that failed, or all of them added up
    std::string signature; // of a crash or a refusal: the same for the same defect, whatever the program
    std::optional<Execution> run; // if it was built
    bool sanitized = false;       // the setup has a sanitizer, whose alarm is in run
    bool alarm = false;           // the sanitizer raised one
};

} // namespace assay::testcase
