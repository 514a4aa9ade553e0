// GnuFamily: what all compilers with a driver in gcc's manner share: how they are asked, and how a test is
// compiled and linked. gcc, clang and their cross compilers differ in the virtual functions alone.
//
// What probing teaches, by name in Compiler::learned:
//   command           what stands between the program and its options: ("clang") of `zig clang`
//   quiet             options for every compile, that change nothing but messages and marks
//   options.TARGET    options that choose a data model; none for the compiler's own
//   link.TARGET       the linker's command line (link_line.h); not there: the driver links
//   lto               options for the whole program at once     lto.thin: the other way of clang
//   run               what stands before a program to run it: an emulator
//   cpus              what the emulator can be told to be (cross.h); not there: nothing
//   machine           whom it makes programs for if nothing is said: "x86_64-linux-gnu"
//   abi               compilers of the family with the same text here can use each other's objects
#pragma once

#include "toolchain/probe/prober.h"

namespace assay::toolchain {

class GnuFamily : public Family {
  public:
    base::Result<Compiler> probe(sandbox::Sandbox& sandbox, const Programs& programs,
                                 const Candidate& candidate) const override;
    std::vector<std::string> unoptimised() const override { return {"-O0"}; }
    bool is_unoptimised(const testcase::Setup& setup) const override;
    OptionLists levels(const Compiler&) const override {
        return {{"-O0"}, {"-O1"}, {"-O2"}, {"-O3"}, {"-Os"}};
    }
    std::vector<OptionSet> option_sets(const Compiler& compiler) const override;
    Recipe recipe(const Compiler& compiler, const testcase::Setup& setup,
                  const testcase::TestCase& test) const override;
    bool alarm(const testcase::Execution& run) const override;

  protected:
    // Levels with their weights, the strongest last.
    struct Level {
        std::string_view option;
        uint32_t weight;
    };
    virtual std::vector<Level> weighted_levels(const Compiler& compiler) const = 0;

    // Is this the kind of compiler that the macros are of, and which version? Empty: it is not.
    virtual std::string version_in(const Macros& macros) const = 0;
    virtual std::string abi(const Compiler& compiler) const = 0;
    virtual Words quiet() const = 0;
    virtual std::vector<std::string> standards(Prober& prober, const Words& launch,
                                               std::string_view language) const = 0;
    virtual std::vector<std::string> optimisations(Prober& prober, const Words& launch) const = 0;
    // Of Form::Rare.
    virtual std::vector<std::string> rare_options(Prober&, const Words&) const { return {}; }
    virtual Words sanitizers() const = 0;        // worth trying
    virtual Words tunings() const { return {}; } // values of -mtune= that all versions know
    // Small compilers take every option that looks like one of gcc's and do nothing.
    virtual bool knows_machines() const { return true; }

    // For compilers of other machines: what to put behind the program's name, and what runs the result.
    virtual base::Result<Words> command(const Programs&, const Candidate&) const { return Words{}; }
    virtual base::Result<Words> runner(const Programs&, const Candidate&, const Macros&) const {
        return Words{};
    }
    virtual std::string cxx_program(const Programs& programs, const Candidate& candidate) const = 0;

  private:
    friend class GnuProbe;
};

// Program and fixed arguments; the C++ compiler for "c++".
Words launch(const Compiler& compiler, std::string_view language = "c");

inline constexpr int kAlarmStatus = 86; // that a sanitizer is told to end with

} // namespace assay::toolchain
