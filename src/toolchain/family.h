// Family: what Assay knows of one kind of compiler: how to find it, call it, and read its failures. One file
// and one line in registry.cc each; users add their own in assay.toml.
#pragma once

#include "base/result.h"
#include "sandbox/sandbox.h"
#include "testcase/observation.h"
#include "testcase/test_case.h"
#include "toolchain/probe/programs.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::toolchain {

class Family;

using OptionLists = std::vector<std::vector<std::string>>;

// What a compiler was seen to do when it was asked.
struct Abilities {
    std::vector<std::string> languages;  // "c", "c++", "java", "python"
    std::vector<std::string> standards;  // as in -std=
    std::vector<std::string> targets;    // data models that it makes runnable programs for: "lp64", "ilp32"
    std::vector<std::string> sanitizers; // as in -fsanitize=: "undefined", "address", "memory"
    std::vector<std::string> machines;   // levels of the machine that programs run right on: "-march=z15"
    std::vector<std::string> optimisations; // options that it lists itself and that keep the meaning
    std::vector<std::string> features;      // of features.h: extensions that it compiles right
    bool lto = false;
    std::vector<std::string> rare = {}; // options of pipelines that few users run
    bool operator==(const Abilities&) const = default;
};

// A file that the family made while probing and wants beside every test.
struct Aid {
    std::string name;
    std::string content;
    bool operator==(const Aid&) const = default;
};

// Options of a user that did not work for programs of a language.
struct RefusedOptions {
    std::vector<std::string> options;
    std::string language;
    bool operator==(const RefusedOptions&) const = default;
};

struct Compiler {
    std::string name;                 // as the user calls it: "gcc-12"
    std::vector<std::string> aliases; // other names of the same program: "gcc"
    std::string root;                 // the file system that it lives in; empty: the machine's
    std::string path;                 // of the program that compiles C (or the family's only language)
    std::string cxx_path;             // of the one that compiles C++; empty: none
    std::string version;              // "12.2.0"
    std::string banner;               // what it says of itself
    const Family* family = nullptr;   // owned by the registry, outlives all compilers
    Abilities abilities;
    // What probing taught for recipes, by names that only the family knows: command lines, emulators.
    std::map<std::string, std::vector<std::string>> learned;
    std::vector<Aid> aids;
    std::vector<std::string> left_out;   // what of it does not work, and why, for people
    std::vector<RefusedOptions> refused; // of given_options.h; not remembered

    const std::vector<std::string>& knows(const std::string& key) const {
        static const std::vector<std::string> nothing;
        const auto found = learned.find(key);
        return found == learned.end() ? nothing : found->second;
    }
    int major() const; // of the version; 0: there is none
};
std::vector<int> version_numbers(std::string_view version); // of "12.2.0": 12, 2, 0; compares as versions do

// The kinds of option sets; how often each is drawn is decided in setups.cc.
enum class Form : uint8_t {
    Plain,     // a level alone
    Wide,      // wide vectors
    Lto,       // the whole program at once; only for a test of several files
    Sanitized, // the sanitizer is under test
    Random,    // a level and a few options of what the compiler lists
    Tuned,     // for another machine of the same instructions
    Rare,      // a level and options of pipelines that few users run: parameters, passes that are off
    AsCxx,     // C compiled as C++; only for a test that is valid so
};

struct OptionSet {
    Form form = Form::Plain;
    std::vector<std::string> options;
    uint32_t weight = 1; // among those of the same form
    std::string target;  // the data model of what it makes; empty: the language has none
};

// One command on the way to something that runs.
struct Step {
    sandbox::Command command;
    std::vector<std::string> outputs;  // files that it must make
    std::vector<std::string> inputs;   // of what earlier steps made; equal inputs give equal outputs
    std::vector<std::string> fallback; // argv to try when the command fails; what it says then counts
    bool shared = false;               // the outputs serve every setup that names the same ones
};

// How a test becomes something that runs.
struct Recipe {
    std::vector<Step> build;
    sandbox::Command run;
    std::string product;    // the file that decides what runs; two equal ones run alike. Empty: unknown
    std::vector<Aid> aids;  // files to write before
    bool sanitized = false; // the run may raise an alarm
    // How much more time than others it takes by nature: a compiler under node, a program under an emulator.
    int slow_build = 1, slow_run = 1;
};

class Family {
  public:
    virtual ~Family() = default;
    virtual std::string_view name() const = 0;
    virtual std::string_view summary() const = 0;
    // Whose options and messages it has: "gcc" of gcc and its cross compilers, "clang" likewise; others have
    // their own.
    virtual std::string_view kin() const { return name(); }
    // The command that installs compilers of this family, for people.
    virtual std::string_view install() const { return ""; }

    // Which programs of this machine are worth asking.
    virtual std::vector<Candidate> candidates(const Programs& programs) const = 0;
    // The programs that read the coverage of what this compiler instruments; empty: one of them is missing.
    virtual std::vector<std::string> coverage_tools(const Programs&, const Candidate&) const { return {}; }
    // Asks it for version and abilities; an Error says why it cannot be used.
    virtual base::Result<Compiler> probe(sandbox::Sandbox& sandbox, const Programs& programs,
                                         const Candidate& candidate) const = 0;

    // The options under which it optimises as little as it can: what is seen so is believed first.
    virtual std::vector<std::string> unoptimised() const { return {}; }
    // Does it optimise as little as it can under this setup? By default: unoptimised() is part of it.
    virtual bool is_unoptimised(const testcase::Setup& setup) const;
    // The optimisation levels that a person would try by hand, the weakest first. Never empty: a compiler
    // without levels has one, without options.
    virtual OptionLists levels(const Compiler&) const { return {unoptimised()}; }
    // For which languages it is trusted, unoptimised and with its sanitizers, to say what is right.
    virtual std::vector<std::string> reference_languages() const { return {}; }
    // All sets that the compiler can do, except random options.
    virtual std::vector<OptionSet> option_sets(const Compiler& compiler) const = 0;
    // May this setup compile this test at all? By default: language, standard and target. (Extensions of the
    // language are a matter of compiler and test alone: see understands() in features.h.)
    virtual bool fits(const Compiler& compiler, const testcase::Setup& setup,
                      const testcase::TestCase& test) const;
    virtual Recipe recipe(const Compiler& compiler, const testcase::Setup& setup,
                          const testcase::TestCase& test) const = 0;

    // What a build step that did not succeed means.
    virtual testcase::Compiled classify(const testcase::Execution& step) const = 0;
    // Of a crash: the same for the same defect, whatever the program. Of anything else: empty.
    virtual std::string signature(const testcase::Execution& step) const = 0;
    // Did a sanitizer raise an alarm in this run?
    virtual bool alarm(const testcase::Execution&) const { return false; }
    // Where running compiles too (Java, Python): was it the machinery that failed, and not the program?
    virtual bool broke_running(const testcase::Execution&) const { return false; }
};

} // namespace assay::toolchain
