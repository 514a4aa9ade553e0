// Case: a bug, ready to report: its smallest program and all that is known about it, from the store. It
// exists only if the program is known to be valid.
#pragma once

#include "store/store.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay::report {

// A compiler's version and banner when the campaign began.
struct CompilerFact {
    std::string version, banner, family = {}, path = {};
    std::string machine = {}; // "x86_64-linux-gnu"; empty: campaigns of earlier versions did not keep it
};

// "gcc" or "clang"; any other compiler has another tracker.
std::string family_of(const std::string& compiler, const CompilerFact& about);

// How a script calls a compiler: by a driver, followed by sources and -o, or, for other compilers, by whole
// command lines to build and to run.
struct Calling {
    std::vector<std::string> driver = {};
    std::vector<std::vector<std::string>> build = {};
    std::vector<std::string> run = {};
};

// The tools that the script of a bundle uses; export finds out which work.
struct Tools {
    Calling wrong;                           // empty: the name of the compiler, as a driver
    Calling right;                           // the trusted one; empty: see the script
    bool warns = true;                       // `right` knows the warnings of GCC and Clang
    std::vector<std::string> sanitizer = {}; // a driver; empty: none takes the program
    bool any_crash = false;                  // the crash message varies, so any crash counts
    int endless = 0;                         // seconds that the wrong program runs for; 0: it ends
    std::string unchecked = {};              // why the script was not run
};

// The stored evidence for a bug.
struct Evidence {
    store::Bug bug;
    store::Finding finding;      // the reduced one, or the first
    testcase::TestCase original; // of the finding
    std::map<std::string, CompilerFact> compilers;
};

struct Case {
    int64_t id = 0;
    testcase::Kind kind = testcase::Kind::WrongOutput;
    std::string title; // as in the campaign
    std::string compiler;
    CompilerFact about;
    std::vector<std::string> options; // the fewest that fail, with -std
    testcase::TestCase test;
    bool reduced = false;
    std::optional<std::string> expected;
    std::string detail;          // what was seen and what was expected
    triage::Diagnosis diagnosis; // of the smallest program that was triaged
    std::map<std::string, CompilerFact> compilers;
    testcase::TestCase original;
    std::vector<triage::ReductionStep> steps;
    std::string family;
    Tools tools;

    bool is_cxx() const { return test.language == "c++"; }
    const std::string& program() const { return test.files.front().text; }
    std::string command() const;          // "gcc-12 -O2 -std=c11 test.c"
    std::string command_by_names() const; // the same; where programs are stays with the user
    std::string without_paths(std::string text) const;
    std::vector<std::string> plain_options() const; // without optimisation, for comparison
};

// An Error says why the bug cannot be reported.
base::Result<Case> case_of(const Evidence& evidence);

// Does the program print, or does it abort on a wrong value?
bool prints(const Case& one);

} // namespace assay::report
