// A whole project as the program: it is built once with coverage through a wrapper around the compiler, its
// own tests say what runs, and then it is built and tested again with variants of its files under each setup.
//
// Every build happens in a copy of the project's folder, from nothing, so it may be out of tree, parallel or
// in several folders. The wrapper stands first on PATH and in CC, so that ccache and the like find it too; it
// writes down what it was called with, adds options, and becomes the real compiler.
#pragma once

#include "base/result.h"
#include "choice/choices.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace assay::source::prune {

struct Project {
    std::string folder;
    std::string build, test;         // for the shell, run in the copy
    std::string out;                 // where copies, variants and findings go
    std::vector<std::string> setups; // "gcc -O0"
    uint64_t variants = 8;
    std::chrono::seconds limit{1800}; // of one build or one run of the tests
    // A variant whose build takes more than this many seconds and times the usual is a finding.
    double slow_seconds = 30, slow_times = 20;
};

struct ProjectFinding {
    uint64_t variant = 0;
    std::string setup;
    std::string what;   // "build fails", "tests fail", "slow build"
    std::string folder; // with the patch, what was printed, and a script that shows it again
    std::vector<std::string> passes_with; // other setups; none: the variant itself may be wrong
};

struct ProjectResult {
    uint64_t files = 0, statements = 0, dead = 0, changed = 0, variants = 0;
    std::vector<ProjectFinding> findings;
    std::vector<std::string> notes; // files and setups that could not be used, and why
};

// The gcc and the clang of this machine, by their names, at the plain levels.
std::vector<std::string> default_setups();

// `tell` hears how it goes.
base::Result<ProjectResult> prune_project(const Project& project, const choice::Choices& choices,
                                          const std::function<void(const std::string&)>& tell);

} // namespace assay::source::prune
