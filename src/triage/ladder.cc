#include "triage/ladder.h"

#include "base/process.h"

#include <algorithm>
#include <fmt/format.h>

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

class Climber {
  public:
    Climber(toolchain::Workbench& bench, const testcase::TestCase& test) : bench_(bench), test_(test) {}

    // Compiles and runs with these options; what is seen may end the climb.
    Result<void> rung(const Compiler& compiler, std::vector<std::string> options) {
        if (test_.target == "ilp32") options.emplace_back("-m32");
        const Setup setup{compiler.name, std::move(options), test_.target};
        if (decided() || !compiler.family->fits(compiler, setup, test_)) return {};
        auto seen = bench_.observe(compiler, setup);
        if (!seen) return seen.error();
        judge(*seen);
        return {};
    }
    bool decided() const { return climb_.validity == Validity::Invalid; }
    Climb finish() {
        if (decided()) return climb_;
        if (sanitizers_ == 0) {
            climb_.why = "no compiler here has a sanitizer";
        } else if (unanswered_.empty()) {
            climb_.validity = Validity::Valid;
        } else {
            climb_.why = unanswered_;
        }
        return climb_;
    }

  private:
    toolchain::Workbench& bench_;
    const testcase::TestCase& test_;
    Climb climb_;
    std::optional<std::string> output_; // of the first unoptimised build
    std::string unanswered_;
    size_t sanitizers_ = 0;

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
                           const std::vector<Compiler>& compilers, const toolchain::TestLimits& limits) {
    auto bench = toolchain::Workbench::open(sandbox, test, limits);
    if (!bench) return bench.error();
    Climber climber(*bench, test);
    for (const Compiler& compiler : compilers)
        if (!compiler.abilities.sanitizers.empty())
            if (auto done = climber.rung(compiler, {"-O0"}); !done) return done.error();
    for (const std::string sanitizer : {"undefined", "address", "memory"}) {
        for (const Compiler& compiler : compilers) {
            if (!has(compiler.abilities.sanitizers, sanitizer)) continue;
            if (auto done = climber.rung(compiler, {"-O0", "-fsanitize=" + sanitizer}); !done)
                return done.error();
        }
    }
    return climber.finish();
}

} // namespace assay::triage
