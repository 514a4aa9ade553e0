// TestCase: a program to compile and run, what it must print if that is known, what may be relied on, and
// where it came from. The same origin gives the same bytes on every machine.
#pragma once

#include "base/result.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay::testcase {

struct File {
    std::string name;
    std::string text;
};

// A promise decides which oracle may speak: a program without no_ub can show a crash of the compiler, never a
// wrong result.
struct Promises {
    bool no_ub = false;
    bool deterministic = false;
    bool terminates = false;
};

struct Origin {
    std::string method;
    uint64_t seed = 0;
    std::map<std::string, std::string> settings; // every one that differs from its default
    std::string version;                         // of Assay
    // What a test was made of, for those that are kept: a model and the steps from it to the program, as
    // texts. They outlive the version that makes this program of this seed.
    std::string start = {}, steps = {};
};

struct TestCase {
    std::vector<File> files;
    std::vector<std::string> sources; // the names of the files to compile together
    std::vector<std::string>
        support;            // those of the sources that are not under test: built once for many setups
    std::string language;   // "c", "c++", "java", "python"
    std::string standard;   // as in -std=; empty: none
    std::string target;     // "lp64"
    bool valid_cxx = false; // a C program that is C++ of the same meaning as well
    std::optional<std::string> expected; // on standard output
    int exit = 0;                        // the exit status that goes with it
    bool observed = false; // what is expected was seen of a related program at -O0; nobody has proved it
    std::vector<std::string> cflags = {};    // that every compiler needs for it: -DX=1, -I/usr/include/foo
    std::vector<std::string> libraries = {}; // to link it with: -lm
    std::vector<std::string> arguments = {}; // to run it with
    std::string input = {};                  // its standard input
    Promises promises;
    Origin origin;

    std::string name() const { return origin.method + "-" + std::to_string(origin.seed); }
};

// Tests that must agree with each other: a program and its EMI variants, the forms of one Csmith program.
// Most groups have one member.
struct TestGroup {
    std::vector<TestCase> tests;
    std::string why_empty = {};
};

// What `assay generate` writes as test.json; the files' texts are beside it.
std::string to_json(const TestCase& test);
// The other way; the files' texts are not in it, and `sources` is taken as the list of files.
base::Result<TestCase> test_from_json(const std::string& json);

} // namespace assay::testcase
