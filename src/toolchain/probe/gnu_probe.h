// Asking a compiler in gcc's manner for everything that recipes and option sets need.
#pragma once

#include "toolchain/families/gnu.h"

namespace assay::toolchain {

class GnuProbe {
  public:
    GnuProbe(const GnuFamily& family, sandbox::Sandbox& sandbox, const Programs& programs,
             const Candidate& candidate);
    base::Result<Compiler> ask();

  private:
    const GnuFamily& family_;
    const Programs& programs_;
    const Candidate& candidate_;
    Prober prober_;
    Compiler found_;
    Macros macros_;

    base::Result<void> identify();
    void find_quiet();
    base::Result<void> find_targets();
    // Compiles and runs the model program; an empty model: it does not work.
    base::Result<std::string> try_target(const Words& options);
    void add_other_char(const std::string& model);
    void learn_link(const std::string& target, const Words& options);
    bool build_stub(const std::string& stub, const Words& link, const Words& options);
    bool links_and_runs(const Words& link);
    void find_languages();
    void find_sanitizers();
    void find_lto();
    void find_machines();
    bool runs_as(const Words& level);
    void find_features();
    bool builds_and_runs(const Words& launch, const Words& options);
    Words compile(const Words& options, std::string_view source, std::string_view object) const;
};

} // namespace assay::toolchain
