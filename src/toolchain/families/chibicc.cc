// chibicc, Rui Ueyama's small C compiler. Its driver hides how its compiling process ended, so that one is
// called directly, and then the assembler and the linker.
#include "toolchain/families/failures.h"
#include "toolchain/families/families.h"
#include "toolchain/families/small.h"
#include "toolchain/recipe/link_line.h"
#include "toolchain/text.h"

#include <array>
#include <filesystem>
#include <fmt/format.h>

namespace assay::toolchain {
namespace {

using testcase::Compiled;
using testcase::Execution;

constexpr std::array kChibiccSigns{
    Sign{"No space left on device", Compiled::Broken},
    Sign{"Assembler messages:", Compiled::Crashed},
    Sign{"internal error at ", Compiled::Crashed},
    Sign{"Assertion `", Compiled::Crashed},
    Sign{"cannot open file:", Compiled::Broken},
    Sign{"cannot open output file", Compiled::Broken},
    Sign{"unknown argument:", Compiled::Broken},
    Sign{"library path is not found", Compiled::Broken},
    Sign{"undefined reference to `__", Compiled::Broken},
    Sign{"undefined reference to `fabs", Compiled::Broken}, // others do it by themselves, without -lm
};

class Chibicc : public Family {
  public:
    std::string_view name() const override { return "chibicc"; }
    std::string_view summary() const override { return "a small C11 compiler without an optimiser"; }
    std::string_view install() const override { return "apt-get install chibicc"; }

    std::vector<Candidate> candidates(const Programs& programs) const override {
        return programs.candidates(
            programs.names([](std::string_view name) { return is_versioned(name, "chibicc"); }));
    }

    base::Result<Compiler> probe(sandbox::Sandbox& sandbox, const Programs& programs,
                                 const Candidate& candidate) const override {
        Prober prober(sandbox, candidate.root);
        Compiler compiler = unprobed(*this, candidate);
        compiler.banner = "chibicc"; // it has no way to ask for a version
        compiler.learned["as"] = {programs.find("as")};
        if (compiler.learned["as"][0].empty())
            return base::Error{
                fmt::format("{}: it needs an assembler: apt-get install binutils", compiler.name)};
        const Build build = [&](Prober& p, const std::string& source) {
            return p.ask({compiler.path, source, "-o", "prog"});
        };
        if (auto works = probe_small(prober, compiler, build); !works) return works.error();
        compiler.abilities.standards = {"c99", "c11", "c17"};
        learn_link(prober, programs, compiler);
        return compiler;
    }

    std::vector<OptionSet> option_sets(const Compiler& compiler) const override {
        return {{Form::Plain, {}, 1, compiler.abilities.targets.front()}};
    }

    Recipe recipe(const Compiler& compiler, const testcase::Setup& setup,
                  const testcase::TestCase& test) const override;

    Compiled classify(const Execution& step) const override { return classify_by(kChibiccSigns, step); }

    std::string signature(const Execution& step) const override {
        if (classify(step) != Compiled::Crashed) return "";
        if (std::string complaint = assembler_complaint(step.err); !complaint.empty()) return complaint;
        if (std::string assertion = assertion_in(step.err); !assertion.empty()) return assertion;
        if (const auto where = between(step.err, "internal error at ", ":"); !where.empty())
            return "internal error in " + file_name(where);
        return wordless_crash(step);
    }

  private:
    static void learn_link(Prober& prober, const Programs& programs, Compiler& compiler);
};

void Chibicc::learn_link(Prober& prober, const Programs& programs, Compiler& compiler) {
    if (!prober.succeeds({compiler.path, "-c", "model.c", "-o", "model.o"})) return;
    const auto shown = prober.ask({compiler.path, "-###", "model.o", "-o", "prog"});
    auto line = find_link_line(shown.err + "\n" + shown.out, "model.o", "prog");
    if (!line) return;
    line->front() = programs.find(line->front());
    const Words link = link_template(*line, "model.o", "prog");
    if (!line->front().empty() && prober.succeeds(fill_link(link, {"model.o"}, "prog")))
        compiler.learned["link"] = link;
}

Recipe Chibicc::recipe(const Compiler& compiler, const testcase::Setup& setup,
                       const testcase::TestCase& test) const {
    Recipe recipe;
    const auto add = [&](Words argv, const std::string& output) -> Step& {
        Step& step = recipe.build.emplace_back();
        step.command.argv = std::move(argv);
        step.outputs = {output};
        return step;
    };
    Words objects;
    for (const std::string& source : test.sources) {
        std::string stem = source; // with its folders, so that no two are equal
        std::replace(stem.begin(), stem.end(), '/', '_');
        const std::string assembly = stem + ".s", object = stem + ".o";
        add(concat(Words{compiler.path}, setup.options,
                   Words{"-cc1", "-cc1-input", source, "-cc1-output", assembly, source}),
            assembly);
        add({compiler.knows("as")[0], assembly, "-o", object}, object).inputs = {assembly};
        objects.push_back(object);
    }
    const Words by_driver = concat(Words{compiler.path}, objects, Words{"-o", "prog"});
    const Words& direct = compiler.knows("link");
    Step& link = add(direct.empty() ? by_driver : fill_link(direct, objects, "prog"), "prog");
    link.inputs = objects;
    if (!direct.empty()) link.fallback = by_driver;
    recipe.product = "prog";
    recipe.run.argv = {"./prog"};
    return recipe;
}

} // namespace

std::unique_ptr<Family> chibicc_family() { return std::make_unique<Chibicc>(); }

} // namespace assay::toolchain
