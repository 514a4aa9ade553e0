// pcc, the Portable C Compiler. It answers like a small gcc.
#include "toolchain/families/failures.h"
#include "toolchain/families/families.h"
#include "toolchain/families/gnu.h"
#include "toolchain/text.h"

#include <array>
#include <fmt/format.h>

namespace assay::toolchain {
namespace {

using testcase::Compiled;
using testcase::Execution;

constexpr std::array kPccSigns{
    Sign{"No space left on device", Compiled::Broken},
    Sign{"memory exhausted", Compiled::OutOfMemory},
    Sign{"out of memory", Compiled::OutOfMemory},
    Sign{"terminated with signal 9", Compiled::OutOfMemory},
    Sign{"terminated with signal", Compiled::Crashed},
    Sign{"compiler error:", Compiled::Crashed},
    Sign{"Assertion `", Compiled::Crashed},
    Sign{"Assembler messages:", Compiled::Crashed},
    Sign{"unknown option", Compiled::Broken},
    Sign{"cannot find '", Compiled::Broken},
    Sign{"no such file", Compiled::Broken},
    Sign{"No such file or directory", Compiled::Broken},
    Sign{"cannot find ", Compiled::Broken},
    Sign{"undefined reference to `__", Compiled::Broken},
    Sign{"undefined reference to `fabs", Compiled::Broken}, // others do it by themselves, without -lm
};

class Pcc : public GnuFamily {
  public:
    std::string_view name() const override { return "pcc"; }
    std::string_view summary() const override { return "the Portable C Compiler"; }
    std::string_view install() const override { return "apt-get install pcc"; }

    std::vector<Candidate> candidates(const Programs& programs) const override {
        return programs.candidates(
            programs.names([](std::string_view name) { return is_versioned(name, "pcc"); }));
    }
    Compiled classify(const Execution& step) const override { return classify_by(kPccSigns, step); }
    std::string signature(const Execution& step) const override;

    OptionLists levels(const Compiler&) const override { return {{"-O0"}, {"-O1"}, {"-O2"}}; }

  protected:
    std::vector<Level> weighted_levels(const Compiler&) const override {
        return {{"-O0", 1}, {"-O1", 2}, {"-O2", 3}};
    }
    std::string version_in(const Macros& macros) const override {
        const auto major = macros.find("__PCC__"), minor = macros.find("__PCC_MINOR__");
        if (major == macros.end() || minor == macros.end()) return "";
        return fmt::format("{}.{}", major->second, minor->second);
    }
    std::string abi(const Compiler&) const override { return "pcc"; }
    Words quiet() const override { return {"-w"}; }
    std::vector<std::string> standards(Prober&, const Words&, std::string_view) const override {
        return {"c99", "c11"};
    }
    std::vector<std::string> optimisations(Prober&, const Words&) const override { return {}; }
    Words sanitizers() const override { return {}; }
    bool knows_machines() const override { return false; }
    std::string cxx_program(const Programs&, const Candidate&) const override { return ""; }
};

std::string Pcc::signature(const Execution& step) const {
    if (classify(step) != Compiled::Crashed) return "";
    if (std::string complaint = assembler_complaint(step.err); !complaint.empty()) return complaint;
    if (std::string assertion = assertion_in(step.err); !assertion.empty()) return assertion;
    // "x.c, line 48: type is not an argument", and then "internal compiler error: x.c, line 48"
    if (has(step.err, "internal compiler error: ")) {
        const std::string_view first = first_line(step.err),
                               after = first.substr(std::min(first.find(": "), first.size()));
        return "internal compiler error: " + normalised(after.substr(std::min<size_t>(2, after.size())));
    }
    if (const auto error = between(step.err, "compiler error: ", "\n"); !error.empty())
        return "compiler error: " + normalised(error);
    if (const auto signal = between(step.err, "terminated with signal ", "\n"); !signal.empty())
        return fmt::format("signal {}", signal);
    return wordless_crash(step);
}

} // namespace

std::unique_ptr<Family> pcc_family() { return std::make_unique<Pcc>(); }

} // namespace assay::toolchain
