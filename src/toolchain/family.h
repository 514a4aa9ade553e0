// Family: what Assay knows of one kind of compiler: how to find it, call it, and read its failures. One file
// and one line in registry.cc each; users add their own in assay.toml.
#pragma once

#include "base/result.h"
#include "sandbox/sandbox.h"
#include "testcase/observation.h"
#include "testcase/test_case.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::toolchain {

class Family;

// What a compiler was seen to do when it was asked.
struct Abilities {
    std::vector<std::string> languages;  // "c", "c++", "java", "python"
    std::vector<std::string> standards;  // as in -std=
    std::vector<std::string> targets;    // data models that it makes runnable programs for: "lp64", "ilp32"
    std::vector<std::string> sanitizers; // "undefined", "address", "memory"
    std::vector<std::string> machines;   // values of -march= that this CPU can run
    std::vector<std::string> optimisations; // -fFLAG that it lists itself, for random options
};

struct Compiler {
    std::string name;               // as the user calls it: "gcc-12"
    std::string path;               // of the program that compiles C (or the family's only language)
    std::string cxx_path;           // of the one that compiles C++; empty: none
    std::string version;            // "12.2.0"
    std::string banner;             // what it says of itself
    const Family* family = nullptr; // owned by the registry, outlives all compilers
    Abilities abilities;
};

// One set of options, how often it is wanted, and what it needs.
struct OptionSet {
    std::vector<std::string> options;
    uint32_t weight = 1;
    std::string target = "lp64";
    bool several_files = false; // only of use for a test of several files: -flto
    bool as_cxx = false;        // compiles C as C++, where the test is valid so
};

// How a test becomes something that runs: commands in order, then the one that runs it.
struct Recipe {
    std::vector<sandbox::Command> build;
    sandbox::Command run;
    std::string product; // the file that decides what runs; two equal ones run alike. Empty: unknown
};

class Family {
  public:
    virtual ~Family() = default;
    virtual std::string_view name() const = 0;
    virtual std::string_view summary() const = 0;
    // Is a program of this name on PATH worth asking?
    virtual bool claims(std::string_view program) const = 0;
    // Asks it for version and abilities; an Error says why it cannot be used.
    virtual base::Result<Compiler> probe(sandbox::Sandbox& sandbox, const std::string& name,
                                         const std::string& path) const = 0;
    virtual std::vector<OptionSet> option_sets(const Compiler& compiler) const = 0;
    // May this setup compile this test at all?
    virtual bool fits(const Compiler& compiler, const testcase::Setup& setup,
                      const testcase::TestCase& test) const = 0;
    virtual Recipe recipe(const Compiler& compiler, const testcase::Setup& setup,
                          const testcase::TestCase& test) const = 0;
    // What a failed build step means.
    virtual testcase::Compiled classify(const testcase::Execution& step) const = 0;
    // Of a crash: the same for the same defect, whatever the program. Of anything else: empty.
    virtual std::string signature(const testcase::Execution& step) const = 0;
};

} // namespace assay::toolchain
