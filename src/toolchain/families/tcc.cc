// tcc, Fabrice Bellard's tiny C compiler: one process that compiles and links in a millisecond or two.
#include "toolchain/families/failures.h"
#include "toolchain/families/families.h"
#include "toolchain/families/small.h"
#include "toolchain/text.h"

#include <array>

namespace assay::toolchain {
namespace {

using testcase::Compiled;
using testcase::Execution;

constexpr std::array kTccSigns{
    Sign{"No space left on device", Compiled::Broken},
    Sign{"could not write", Compiled::Broken},
    Sign{"memory full", Compiled::OutOfMemory},
    Sign{"Cannot allocate memory", Compiled::OutOfMemory},
    Sign{"Assertion `", Compiled::Crashed},
    Sign{"internal compiler error", Compiled::Crashed},
    Sign{"invalid option", Compiled::Broken},
    Sign{"include file '", Compiled::Broken},
    Sign{"file '", Compiled::Broken},
    Sign{"library '", Compiled::Broken},
    Sign{"undefined symbol '__", Compiled::Broken},
    Sign{"error: ", Compiled::Rejected},
};

class Tcc : public Family {
  public:
    std::string_view name() const override { return "tcc"; }
    std::string_view summary() const override { return "the Tiny C Compiler"; }
    std::string_view install() const override { return "apt-get install tcc"; }

    std::vector<Candidate> candidates(const Programs& programs) const override {
        return programs.candidates(
            programs.names([](std::string_view name) { return is_versioned(name, "tcc"); }));
    }

    base::Result<Compiler> probe(sandbox::Sandbox& sandbox, const Programs&,
                                 const Candidate& candidate) const override {
        Prober prober(sandbox, candidate.root);
        Compiler compiler = unprobed(*this, candidate);
        const auto said = prober.ask({compiler.path, "-v"});
        compiler.banner = first_line(said.out);
        compiler.version = between(said.out, "version ", " ");
        const Build build = [&](Prober& p, const std::string& source) {
            return p.ask({compiler.path, "-w", source, "-o", "prog"});
        };
        if (auto works = probe_small(prober, compiler, build); !works) return works.error();
        compiler.abilities.standards = {"c99", "c11", "c17"};
        return compiler;
    }

    std::vector<OptionSet> option_sets(const Compiler& compiler) const override {
        return {{Form::Plain, {}, 1, compiler.abilities.targets.front()}};
    }

    Recipe recipe(const Compiler& compiler, const testcase::Setup& setup,
                  const testcase::TestCase& test) const override {
        Words argv{compiler.path, "-w"};
        if (!test.standard.empty()) argv.push_back("-std=" + test.standard);
        Recipe recipe;
        Step& step = recipe.build.emplace_back();
        step.command.argv = concat(argv, setup.options, test.sources, test.libraries,
                                   Words{"-o", "prog", "-lm"}); // others do fabs by themselves
        step.outputs = {"prog"};
        recipe.product = "prog";
        recipe.run.argv = {"./prog"};
        return recipe;
    }

    Compiled classify(const Execution& step) const override { return classify_by(kTccSigns, step); }

    std::string signature(const Execution& step) const override {
        if (classify(step) != Compiled::Crashed) return "";
        if (std::string assertion = assertion_in(step.err); !assertion.empty()) return assertion;
        if (has(step.err, "internal compiler error"))
            return "internal compiler error: " +
                   normalised(between(step.err, "internal compiler error", "\n"));
        return wordless_crash(step);
    }
};

} // namespace

std::unique_ptr<Family> tcc_family() { return std::make_unique<Tcc>(); }

} // namespace assay::toolchain
