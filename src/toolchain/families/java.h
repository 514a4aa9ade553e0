// Java: a compiler to bytecode (javac or ecj) and the modes of the virtual machine that compiles it further.
// The options of a setup are those of the machine: what javac makes is the same for all of them and is made
// once.
#pragma once

#include "toolchain/family.h"
#include "toolchain/probe/prober.h"

namespace assay::toolchain {

class Java : public Family {
  public:
    std::string_view install() const override { return "apt-get install default-jdk-headless ecj"; }
    base::Result<Compiler> probe(sandbox::Sandbox& sandbox, const Programs& programs,
                                 const Candidate& candidate) const override;
    std::vector<std::string> unoptimised() const override { return {"-Xint"}; }
    OptionLists levels(const Compiler&) const override; // interpreted, C1, C2, and both as usual
    std::vector<OptionSet> option_sets(const Compiler& compiler) const override;
    bool fits(const Compiler& compiler, const testcase::Setup& setup,
              const testcase::TestCase& test) const override;
    Recipe recipe(const Compiler& compiler, const testcase::Setup& setup,
                  const testcase::TestCase& test) const override;
    std::string signature(const testcase::Execution& step) const override;
    bool broke_running(const testcase::Execution& run) const override;

  protected:
    virtual Words to_bytecode(const Compiler& compiler) const = 0; // sources follow
    virtual std::string version_in(std::string_view banner) const = 0;
};

} // namespace assay::toolchain
