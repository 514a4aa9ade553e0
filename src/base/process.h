// For tests: running a command to its end: an argument vector, never shell text; a time limit; what it wrote;
// how it ended. The command is the leader of its own process group, which is killed as a whole. Whatever
// Assay itself starts, it starts in src/sandbox; tests/starts_processes.py keeps this true.
#pragma once

#include "base/path.h"
#include "base/result.h"

#include <chrono>
#include <string>
#include <vector>

namespace assay::base {

struct Command {
    std::vector<std::string> argv;
    std::string folder = {}; // to run in; empty: the current one
    std::string input = {};  // its standard input
    std::chrono::milliseconds limit = std::chrono::seconds(60);
    size_t output_limit = size_t{16} << 20; // of each stream; the rest is read and dropped
};

struct Finished {
    int exit = -1;  // -1: it did not exit by itself
    int signal = 0; // that ended it
    bool timed_out = false;
    std::string out, err;
    bool ok() const { return exit == 0 && !timed_out; }
};

// Fails only if the command could not be started: no such program, no more processes.
Result<Finished> run(const Command& command);

} // namespace assay::base
