#include "triage/ladder.h"

#include "base/process.h"

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

std::vector<const Compiler*> newest_of_each_family(const std::vector<const Compiler*>& compilers) {
    std::map<const toolchain::Family*, const Compiler*> newest;
    std::vector<const Compiler*> chosen;
    for (const Compiler* compiler : compilers) {
        const Compiler*& best = newest[compiler->family];
        if (!best || compiler->major() > best->major()) best = compiler;
    }
    for (const Compiler* compiler : compilers)
        if (newest[compiler->family] == compiler) chosen.push_back(compiler);
    return chosen;
}

std::vector<const Compiler*> those_with_sanitizers(const std::vector<Compiler>& compilers,
                                                   const Ladder& ladder) {
    std::vector<const Compiler*> all;
    for (const Compiler& compiler : compilers)
        if (!compiler.abilities.sanitizers.empty()) all.push_back(&compiler);
    return ladder.whole ? all : newest_of_each_family(all);
}

class Climber {
  public:
    Climber(sandbox::Sandbox& sandbox, toolchain::Workbench& bench, const testcase::TestCase& test,
            const toolchain::TestLimits& limits)
        : sandbox_(sandbox), bench_(bench), test_(test), limits_(limits) {}

    // Compiles and runs with these options; what is seen may end the climb.
    Result<void> rung(const Compiler& compiler, std::vector<std::string> options) {
        // Clang's memory sanitizer knows no 32 bits; what is uninitialised there is so with 64, most of the
        // time.
        const bool alarm_alone = test_.target == "ilp32" && options.back() == "-fsanitize=memory";
        if (test_.target == "ilp32" && !alarm_alone) options.emplace_back("-m32");
        const Setup setup{compiler.name, std::move(options), test_.target};
        if (decided() || !compiler.family->fits(compiler, setup, test_)) return {};
        auto seen = bench_.observe(compiler, setup);
        if (!seen) return seen.error();
        if (alarm_alone && seen->run) seen->run->out = output_.value_or(""); // it may differ
        judge(*seen);
        return {};
    }
    // What no sanitizer sees: calls of what is not declared, values that a function does not return, formats
    // that do not fit what is printed.
    Result<void> warnings(const Compiler& compiler, const Ladder& ladder) {
        Setup setup{compiler.name, {"-O1"}, test_.target};
        if (test_.target == "ilp32") setup.options.emplace_back("-m32");
        if (decided() || !is_c_family() || !compiler.family->fits(compiler, setup, test_)) return {};
        const auto heed = [&](std::initializer_list<std::string> more) {
            setup.options.insert(setup.options.end(), more);
        };
        heed({"-Wreturn-type", "-Werror=return-type", "-Wformat", "-Werror=format"});
        if (ladder.strict_reads) heed({"-Wuninitialized", "-Werror=uninitialized"});
        if (test_.language == "c") heed({"-Werror=implicit-function-declaration", "-Werror=implicit-int"});
        if (test_.language == "c" && ladder.strict_pointers)
            heed({"-Werror=int-conversion", "-Werror=incompatible-pointer-types"});
        climb_.rungs.push_back(compiler.name + " -O1 with warnings as errors");
        for (const toolchain::Step& step : compiler.family->recipe(compiler, setup, test_).build) {
            auto said = complaint(compiler, step);
            if (!said) return said.error();
            if (!said->empty()) invalid(setup, said->substr(0, 400));
            if (decided()) break;
        }
        return {};
    }
    Result<void> valgrind(const Compiler& compiler) {
        Setup setup{compiler.name, {"-O0", "-g"}, test_.target};
        if (decided() || test_.target != "lp64" || !compiler.family->fits(compiler, setup, test_)) return {};
        auto seen =
            bench_.observe_under({"valgrind", "-q", "--vgdb=no", "--error-exitcode=99"}, compiler, setup);
        if (!seen) return seen.error();
        if (seen->compiled != Compiled::Built || !seen->run) return {};
        climb_.rungs.push_back("valgrind");
        // That valgrind itself cannot go on (an instruction it does not know, no time) tells nothing.
        if (seen->run->ending == Ending::Exited && seen->run->code == 99)
            invalid(setup, "valgrind: " + seen->run->err.substr(0, 400));
        return {};
    }
    bool is_c_family() const { return test_.language == "c" || test_.language == "c++"; }
    // A run that does not end in time costs all its time on every rung, and cannot become valid on any.
    bool decided() const { return climb_.validity == Validity::Invalid || endless_; }
    Climb finish() {
        climb_.output = output_;
        if (climb_.validity == Validity::Invalid) return climb_;
        if (endless_) {
            climb_.why = unanswered_;
        } else if (is_c_family() && sanitizers_ == 0) {
            climb_.why = "no compiler here has a sanitizer";
        } else if (climb_.rungs.empty()) {
            climb_.why = "no interpreter here runs it";
        } else if (unanswered_.empty()) {
            climb_.validity = Validity::Valid;
        } else {
            climb_.why = unanswered_;
        }
        return climb_;
    }

  private:
    sandbox::Sandbox& sandbox_;
    toolchain::Workbench& bench_;
    const testcase::TestCase& test_;
    const toolchain::TestLimits& limits_;
    Climb climb_;
    std::optional<std::string> output_; // of the first unoptimised build
    std::string unanswered_;
    bool endless_ = false;
    size_t sanitizers_ = 0;

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

    void invalid(const Setup& setup, const std::string& why) {
        climb_.validity = Validity::Invalid;
        climb_.why = fmt::format("{}: {}", setup.name(), why);
    }

    void judge(const Observation& seen) {
        climb_.rungs.push_back(seen.setup.name());
        if (seen.compiled == Compiled::Rejected) return invalid(seen.setup, "it does not compile");
        if (seen.compiled != Compiled::Built || !seen.run) {
            unanswered_ = seen.setup.name() + " could not compile it";
            return;
        }
        if (seen.sanitized) ++sanitizers_;
        if (seen.alarm) return invalid(seen.setup, seen.run->err.substr(0, 400));
        if (seen.run->ending == Ending::TimedOut) {
            unanswered_ = seen.setup.name() + ": it did not end in time";
            endless_ = true;
            return;
        }
        if (seen.run->ending != Ending::Exited) return invalid(seen.setup, "it crashes without optimisation");
        // Unspecified order of evaluation escapes every sanitizer, but often not two compilers.
        if (!output_) output_ = seen.run->out;
        if (*output_ != seen.run->out) invalid(seen.setup, "unoptimised builds print different things");
    }
};

} // namespace

Result<Climb> climb_ladder(sandbox::Sandbox& sandbox, const testcase::TestCase& test,
                           const std::vector<Compiler>& compilers, const toolchain::TestLimits& limits,
                           const Ladder& ladder) {
    sandbox.clear();
    auto bench = toolchain::Workbench::open(sandbox, test, limits);
    if (!bench) return bench.error();
    Climber climber(sandbox, *bench, test, limits);
    // Java and Python have no undefined behaviour: what interpreters agree on is right.
    if (!climber.is_c_family()) {
        for (const Compiler& compiler : compilers)
            if (auto done = climber.rung(compiler, compiler.family->unoptimised()); !done)
                return done.error();
        return climber.finish();
    }
    const std::vector<const Compiler*> with_sanitizers = those_with_sanitizers(compilers, ladder);
    for (const Compiler* compiler : with_sanitizers)
        if (auto done = climber.rung(*compiler, {"-O0"}); !done) return done.error();
    for (const Compiler* compiler : newest_of_each_family(with_sanitizers))
        if (auto done = climber.warnings(*compiler, ladder); !done) return done.error();
    for (const std::string sanitizer : {"undefined", "address", "memory"}) {
        for (const Compiler* compiler : with_sanitizers) {
            if (!has(compiler->abilities.sanitizers, sanitizer)) continue;
            if (auto done = climber.rung(*compiler, {"-O0", "-fsanitize=" + sanitizer}); !done)
                return done.error();
        }
    }
    if (ladder.whole && !base::find_program("valgrind").empty())
        for (const Compiler* compiler : newest_of_each_family(with_sanitizers))
            if (auto done = climber.valgrind(*compiler); !done) return done.error();
    return climber.finish();
}

} // namespace assay::triage
