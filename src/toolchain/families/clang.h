// clang and its relatives.
#pragma once

#include "toolchain/families/gnu.h"

namespace assay::toolchain {

class Clang : public GnuFamily {
  public:
    std::string_view name() const override { return "clang"; }
    std::string_view kin() const final { return "clang"; }
    std::string_view summary() const override { return "LLVM's C family compiler: clang, clang-19"; }
    std::vector<std::string> reference_languages() const override { return {"c", "c++"}; }
    std::string_view install() const override {
        return "apt-get install clang-14 libclang-rt-14-dev clang-16 libclang-rt-16-dev clang-19 "
               "libclang-rt-19-dev lld";
    }
    std::vector<Candidate> candidates(const Programs& programs) const override;
    std::vector<std::string> coverage_tools(const Programs& programs,
                                            const Candidate& candidate) const override {
        return tools_beside(programs, candidate, "clang", {"llvm-profdata", "llvm-cov"});
    }
    testcase::Compiled classify(const testcase::Execution& step) const override;
    std::string signature(const testcase::Execution& step) const override;

  protected:
    std::vector<Level> weighted_levels(const Compiler& compiler) const override;
    std::string version_in(const Macros& macros) const override;
    std::string abi(const Compiler& compiler) const override;
    Words quiet() const override { return {"-w", "-Wno-everything", "-fno-crash-diagnostics", "-fno-ident"}; }
    std::vector<std::string> standards(Prober& prober, const Words& launch,
                                       std::string_view language) const override;
    std::vector<std::string> optimisations(Prober& prober, const Words& launch) const override;
    std::vector<std::string> rare_options(Prober& prober, const Words& launch) const override;
    Words sanitizers() const override { return {"undefined", "address", "memory"}; }
    Words tunings() const override;
    std::string cxx_program(const Programs& programs, const Candidate& candidate) const override;
};

} // namespace assay::toolchain
