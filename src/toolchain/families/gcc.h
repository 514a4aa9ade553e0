// gcc and its relatives.
#pragma once

#include "toolchain/families/failures.h"
#include "toolchain/families/gnu.h"

namespace assay::toolchain {

class Gcc : public GnuFamily {
  public:
    std::string_view name() const override { return "gcc"; }
    std::string_view kin() const final { return "gcc"; }
    std::string_view summary() const override { return "the GNU Compiler Collection: gcc, gcc-12"; }
    std::vector<std::string> reference_languages() const override { return {"c", "c++"}; }
    std::string_view install() const override { return "apt-get install gcc g++ gcc-11 g++-11"; }
    std::vector<Candidate> candidates(const Programs& programs) const override;
    std::vector<std::string> coverage_tools(const Programs& programs,
                                            const Candidate& candidate) const override {
        return tools_beside(programs, candidate, "gcc", {"gcov"});
    }
    testcase::Compiled classify(const testcase::Execution& step) const override;
    std::string signature(const testcase::Execution& step) const override;

  protected:
    std::vector<Level> weighted_levels(const Compiler& compiler) const override;
    std::string version_in(const Macros& macros) const override;
    std::string abi(const Compiler&) const override { return "gcc"; }
    Words quiet() const override { return {"-w", "-fno-ident"}; }
    std::vector<std::string> standards(Prober& prober, const Words& launch,
                                       std::string_view language) const override;
    std::vector<std::string> optimisations(Prober& prober, const Words& launch) const override;
    std::vector<std::string> rare_options(Prober& prober, const Words& launch) const override;
    Words sanitizers() const override { return {"undefined", "address"}; }
    Words tunings() const override;
    std::string cxx_program(const Programs& programs, const Candidate& candidate) const override;
};

// Of a listing, the names of standards that tests are written in.
std::vector<std::string> known_standards(std::string_view listing, std::string_view language);

// The C++ compiler beside a C compiler: "g++-12" for "gcc-12"; empty: there is none.
std::string program_beside(const Programs& programs, const std::string& path, std::string_view c,
                           std::string_view cxx);

// -fNAME options of `gcc --help=optimizers` that keep the meaning of every valid program.
std::vector<std::string> safe_optimisations(std::string_view listing);

// Of these options, those that the compiler takes without a word; they may hold several words each. Options
// that exclude each other (the same name with another value) are never tried together.
std::vector<std::string> accepted(Prober& prober, const Words& launch,
                                  const std::vector<std::string>& options);
// What two options must not share: the name without value and without "no-".
std::string option_key(std::string_view option);

} // namespace assay::toolchain
