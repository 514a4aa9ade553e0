// Case: a bug as it is put before others: the smallest program there is of it, and all that is known about
// it, out of the store. There is none as long as it is not established that the program is valid.
#pragma once

#include "store/store.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay::report {

// What a compiler said of itself when the campaign began.
struct CompilerFact {
    std::string version, banner, family = {}, path = {};
};

// "gcc" or "clang"; anything else is a compiler with another tracker.
std::string family_of(const std::string& compiler, const CompilerFact& about);

// How a compiler is called in a script: a driver, which takes sources and -o behind these words, or whole
// command lines and what runs the result, for a compiler that is called in another way.
struct Calling {
    std::vector<std::string> driver = {};
    std::vector<std::vector<std::string>> build = {};
    std::vector<std::string> run = {};
};

// What the script of a bundle works with; whoever exports a bug finds out what does.
struct Tools {
    Calling wrong;                           // empty: the name of the compiler, as a driver
    Calling right;                           // that is believed; empty: see the script
    bool warns = true;                       // `right` has the warnings of GCC and Clang
    std::vector<std::string> sanitizer = {}; // a driver; empty: none takes the program
    bool any_crash = false;     // the message of a crash is not the same each time, so that any crash counts
    bool endless = false;       // the wrong program is one that does not end
    std::string unchecked = {}; // why the script was not run
};

// What the store has about a bug.
struct Evidence {
    store::Bug bug;
    store::Finding finding;      // that was reduced, or the first one
    testcase::TestCase original; // of the finding
    std::map<std::string, CompilerFact> compilers;
};

struct Step {
    std::string pass;
    uint64_t lines = 0, tokens = 0, tests = 0;
};

struct Case {
    int64_t id = 0;
    testcase::Kind kind = testcase::Kind::WrongOutput;
    std::string title; // as the campaign has it
    std::string compiler;
    CompilerFact about;
    std::vector<std::string> options; // the fewest that fail, with -std
    testcase::TestCase test;
    bool reduced = false;
    std::optional<std::string> expected;
    std::string detail; // what was seen and what should have been
    std::string validity, validity_how, reliability;
    std::optional<std::string> pass;
    std::string pass_how;
    std::vector<std::string> levels; // plain ones that fail
    std::map<std::string, std::string> versions;
    std::string range; // "first bad: gcc-12; last good: gcc-11"
    std::map<std::string, CompilerFact> compilers;
    testcase::TestCase original;
    std::vector<Step> steps;
    std::string family;
    Tools tools;

    bool is_cxx() const { return test.language == "c++"; }
    const std::string& program() const { return test.files.front().text; }
    std::string command() const;                    // "gcc-12 -O2 -std=c11 test.c"
    std::vector<std::string> plain_options() const; // without optimisation, for a build to compare with
};

// An Error says why it cannot be put before anybody.
base::Result<Case> case_of(const Evidence& evidence);

// Does the program print something, or abort when it is wrong?
bool prints(const Case& one);

} // namespace assay::report
