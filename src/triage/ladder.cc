#include "triage/ladder.h"

#include "base/process.h"
#include "testcase/judged.h"
#include "testcase/language.h"
#include "toolchain/refusals.h"
#include "toolchain/targets.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace assay::triage {
namespace {

using base::Result;
using testcase::Compiled;
using testcase::Ending;
using testcase::Observation;
using testcase::Setup;
using toolchain::Compiler;

bool has(const std::vector<std::string>& list, const std::string& wanted) {
    return std::find(list.begin(), list.end(), wanted) != list.end();
}

std::vector<const Compiler*> those_with_sanitizers(const std::vector<Compiler>& references) {
    std::vector<const Compiler*> all;
    for (const Compiler& compiler : references)
        if (!compiler.abilities.sanitizers.empty()) all.push_back(&compiler);
    return all;
}

// Reads of uninitialised variables escape the memory sanitizer where a library prints the value, and on the
// stack it is mostly the same. Filled with a pattern it is another one.
std::vector<std::string> filling_variables(const Compiler& compiler) {
    const bool knows = (compiler.family->kin() == "gcc" && compiler.major() >= 12) ||
                       (compiler.family->kin() == "clang" && compiler.major() >= 8);
    if (!knows) return {};
    return {"-ftrivial-auto-var-init=pattern"};
}

class Climber {
  public:
    Climber(sandbox::Sandbox& sandbox, toolchain::Workbench& bench, const testcase::TestCase& test,
            const toolchain::TestLimits& limits, bool all_compile)
        : sandbox_(sandbox), bench_(bench), test_(test), limits_(limits), all_compile_(all_compile) {}

    // Compiles and runs unoptimised; what is seen may end the climb.
    Result<void> plain(const Compiler& compiler) {
        return observe(compiler, compiler.family->unoptimised(), false);
    }
    Result<void> climb(const Compiler& compiler, const toolchain::Rung& rung) {
        using Kind = toolchain::Rung::Kind;
        switch (rung.kind) {
        case Kind::Plain: return plain(compiler);
        case Kind::Warnings: return warnings(compiler, rung);
        case Kind::Valgrind: return valgrind(compiler, rung);
        case Kind::Sanitizer: break;
        }
        if (!has(compiler.abilities.sanitizers, std::string(rung.sanitizer))) return {};
        std::vector<std::string> options = rung.options;
        if (rung.sanitizer == "undefined") {
            const std::vector<std::string> filling = filling_variables(compiler);
            options.insert(options.begin(), filling.begin(), filling.end());
        }
        return observe(compiler, std::move(options), rung.own_widths && !has_own_widths(compiler));
    }
    bool is_c_family() const { return testcase::is_c_family(test_.language); }
    // A run that does not end in time costs all its time on every rung, and cannot become valid on any.
    bool decided() const { return climb_.ruling == Ruling::Invalid || endless_; }
    Climb finish() {
        if (first_) {
            climb_.output = first_->out;
            climb_.exit = first_->code;
        }
        if (climb_.ruling == Ruling::Invalid) return climb_;
        if (!first_ && !refusals_.empty() && unanswered_.empty()) {
            climb_.ruling = Ruling::Invalid;
            climb_.why = refusals_.begin()->second;
            return climb_;
        }
        if (!unanswered_.empty()) {
            climb_.why = unanswered_;
        } else if (climb_.rungs.empty()) {
            climb_.why = fmt::format("no reference compiler for {} ({}) is installed", test_.language,
                                     is_c_family() ? "gcc or clang" : "an interpreter");
        } else if (is_c_family() && sanitizers_ == 0) {
            climb_.why = "no installed gcc or clang has a sanitizer for this target";
        } else if (!difference_.empty()) {
            climb_.why = difference_;
        } else {
            climb_.ruling = Ruling::Valid;
        }
        return climb_;
    }

  private:
    sandbox::Sandbox& sandbox_;
    toolchain::Workbench& bench_;
    const testcase::TestCase& test_;
    const toolchain::TestLimits& limits_;
    const bool all_compile_;
    Climb climb_;
    std::map<std::string, std::string> refusals_; // by the name of the reference
    std::optional<testcase::Execution> first_;    // the run of the first unoptimised build
    std::string first_setup_;
    std::string difference_; // between two builds; a sanitizer may say why
    std::string unanswered_;
    bool endless_ = false;
    size_t sanitizers_ = 0;

    bool has_own_widths(const Compiler& compiler) const {
        const auto& targets = compiler.abilities.targets;
        return targets.empty() || toolchain::same_widths(test_.target, targets.front());
    }
    // alarm_alone: it is built for other widths than the test's, so what it prints does not count.
    Result<void> observe(const Compiler& compiler, std::vector<std::string> options, bool alarm_alone) {
        if (!alarm_alone) options = with_target(compiler, std::move(options), test_.target);
        const Setup setup{compiler.name, std::move(options), test_.target};
        if (skips(compiler, setup)) return {};
        auto seen = bench_.observe(compiler, setup);
        if (!seen) return seen.error();
        judge(*seen, alarm_alone);
        return {};
    }
    Result<void> warnings(const Compiler& compiler, const toolchain::Rung& rung) {
        const Setup setup{compiler.name, with_target(compiler, rung.options, test_.target), test_.target};
        if (skips(compiler, setup)) return {};
        climb_.rungs.push_back(compiler.name + " -O1 with warnings as errors");
        for (const toolchain::Step& step : recipe_of(compiler, setup, test_).build) {
            auto said = complaint(compiler, step);
            if (!said) return said.error();
            if (!said->empty()) invalid(setup, said->substr(0, 400));
            if (decided()) break;
        }
        return {};
    }
    Result<void> valgrind(const Compiler& compiler, const toolchain::Rung& rung) {
        const Setup setup{compiler.name, with_target(compiler, rung.options, test_.target), test_.target};
        // It is this machine's valgrind, and programs of another root need the libraries there.
        if (!has_own_widths(compiler) || !compiler.root.empty() || skips(compiler, setup)) return {};
        auto seen = bench_.observe_under(toolchain::valgrind_command(), compiler, setup);
        if (!seen) return seen.error();
        if (seen->compiled != Compiled::Built || !seen->run) return {};
        climb_.rungs.push_back("valgrind");
        if (toolchain::valgrind_alarm(*seen->run))
            invalid(setup, "valgrind: " + seen->run->err.substr(0, 400));
        return {};
    }

    // What the compiler refuses when its warnings are heard: tests are compiled with -w, which silences those
    // that are errors too. Empty: nothing, or the step compiles nothing.
    Result<std::string> complaint(const Compiler& compiler, const toolchain::Step& step) {
        std::string said;
        for (const std::vector<std::string>& argv : {step.command.argv, step.fallback}) {
            sandbox::Command command = step.command;
            command.argv = argv;
            const size_t silenced = std::erase_if(command.argv, [](const std::string& word) {
                return word == "-w" || word == "-Wno-everything";
            });
            if (silenced == 0) continue;
            command.limits = limits_.compile;
            auto done = sandbox_.run(command);
            if (!done) return done.error();
            if (done->ok()) return std::string();
            if (compiler.family->classify(*done) == Compiled::Rejected) said = done->err;
        }
        return said;
    }

    bool skips(const Compiler& compiler, const Setup& setup) const {
        return decided() || refusals_.contains(compiler.name) ||
               !compiler.family->fits(compiler, setup, test_);
    }

    // A construct that only one of them has (nested functions, blocks) says nothing against the program.
    void refused(const Observation& seen) {
        const std::string why =
            "it does not compile: " + toolchain::first_error(seen.compile.err).substr(0, 200);
        if (all_compile_) return invalid(seen.setup, why);
        refusals_.emplace(seen.setup.compiler, fmt::format("{}: {}", seen.setup.name(), why));
    }

    void invalid(const Setup& setup, const std::string& why) {
        climb_.ruling = Ruling::Invalid;
        climb_.why = fmt::format("{}: {}", setup.name(), why);
    }

    void judge(const Observation& seen, bool alarm_alone) {
        climb_.rungs.push_back(seen.setup.name());
        if (seen.compiled == Compiled::Rejected) return refused(seen);
        if (seen.sanitized) ++sanitizers_;
        if (seen.alarm) return invalid(seen.setup, seen.run->err.substr(0, 400));
        if (const testcase::Judged judged = testcase::judged(test_, seen); !judged || !seen.run) {
            unanswered_ = fmt::format("{}: {}", seen.setup.name(),
                                      judged ? "the compiler crashes or hangs" : judged.why);
            endless_ |= seen.run && seen.run->ending == Ending::TimedOut;
            return;
        }
        if (seen.run->ending == Ending::TimedOut || seen.run->ending == Ending::TooMuchOutput) {
            unanswered_ = seen.setup.name() + ": the program does not end in time";
            endless_ = true;
            return;
        }
        if (seen.run->ending != Ending::Exited) return invalid(seen.setup, "it crashes without optimisation");
        if (!alarm_alone) compare(seen);
    }

    // Unspecified order of evaluation escapes every sanitizer, but often not two compilers. Which of them is
    // right nobody can tell.
    void compare(const Observation& seen) {
        if (!first_) {
            first_ = *seen.run;
            first_setup_ = seen.setup.name();
        }
        if (first_->out == seen.run->out && first_->code == seen.run->code) return;
        if (difference_.empty())
            difference_ = fmt::format("two references differ: {} and {}", first_setup_, seen.setup.name());
    }
};

} // namespace

Result<Climb> climb_ladder(sandbox::Sandbox& sandbox, const testcase::TestCase& test,
                           const std::vector<Compiler>& references, const toolchain::TestLimits& limits,
                           const Ladder& ladder) {
    sandbox.clear();
    auto bench = toolchain::Workbench::open(sandbox, test, limits);
    if (!bench) return bench.error();
    Climber climber(sandbox, *bench, test, limits, ladder.all_compile);
    // Languages without undefined behaviour: what their implementations agree on is right.
    if (!climber.is_c_family()) {
        for (const Compiler& compiler : references)
            if (auto done = climber.plain(compiler); !done) return done.error();
        return climber.finish();
    }
    const std::vector<const Compiler*> climbers = those_with_sanitizers(references);
    for (const toolchain::Rung& rung : toolchain::rungs(test.language, ladder.strictness)) {
        const bool under_valgrind = rung.kind == toolchain::Rung::Kind::Valgrind;
        if (under_valgrind && base::find_program("valgrind").empty()) continue;
        for (const Compiler* compiler : climbers)
            if (auto done = climber.climb(*compiler, rung); !done) return done.error();
    }
    return climber.finish();
}

} // namespace assay::triage
