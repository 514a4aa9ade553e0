#include "triage/inspect.h"

#include "oracle/registry.h"
#include "toolchain/probe/given_options.h"
#include "toolchain/refusals.h"
#include "toolchain/setups.h"
#include "toolchain/targets.h"
#include "triage/reference.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace assay::triage {
namespace {

using base::Result;
using testcase::Compiled;
using testcase::Observation;
using testcase::Setup;
using testcase::Verdict;

bool needs_validity(const Verdict& verdict) { return traits(verdict.kind).needs_validity; }

bool is_endless(const Observation& seen) {
    return seen.run && (seen.run->ending == testcase::Ending::TimedOut ||
                        seen.run->ending == testcase::Ending::TooMuchOutput);
}

// "gcc-12 -O0: a.c:1:10: fatal error: x.h: No such file or directory"
std::string refusal_of(const Observation& seen) {
    return fmt::format("{}: {}", seen.setup.name(),
                       toolchain::first_error(seen.compile.err + "\n" + seen.compile.out));
}

class Inspector {
  public:
    Inspector(sandbox::Sandbox& sandbox, const testcase::TestCase& test, const toolchain::Toolset& tools,
              const toolchain::TestLimits& limits)
        : sandbox_(sandbox), tools_(tools), limits_(limits) {
        inspection_.test = test;
    }

    Result<Inspection> run(const Matrix& matrix) {
        if (auto seen = observe_all(matrix); !seen) return seen.error();
        for (const Observation& seen : inspection_.observed)
            if (testcase::Judged how = testcase::judged(inspection_.test, seen); !how)
                inspection_.unjudged.push_back({seen.setup, std::move(how)});
        if (!refused_by_all() && !never_ends())
            if (auto seen = observe_reference(); !seen) return seen.error();
        judge();
        if (!refused_by_all() && in_doubt())
            if (auto settled = settle(); !settled) return settled.error();
        conclude();
        return std::move(inspection_);
    }

  private:
    sandbox::Sandbox& sandbox_;
    const toolchain::Toolset& tools_;
    const toolchain::TestLimits& limits_;
    Inspection inspection_;

    std::optional<Observation> reference_; // what is compared with, where nothing is expected; not under test

    void judge() {
        const testcase::TestGroup group{{inspection_.test}};
        std::vector<Observation> seen = inspection_.observed;
        if (reference_) seen.push_back(*reference_);
        inspection_.verdicts = oracle::judge({group, {seen}});
        if (reference_)
            std::erase_if(inspection_.verdicts,
                          [&](const Verdict& verdict) { return verdict.setup == reference_->setup; });
    }

    Result<void> observe_reference() {
        std::vector<Setup> setups;
        for (const Observation& seen : inspection_.observed) setups.push_back(seen.setup);
        const auto reference = reference_beside(tools_.references, setups, inspection_.test);
        if (!reference || setups.empty()) return {};
        auto bench = toolchain::Workbench::open(sandbox_, inspection_.test, limits_);
        if (!bench) return bench.error();
        auto seen = bench->observe(*reference->compiler, reference->setup);
        if (!seen) return seen.error();
        if (testcase::judged(inspection_.test, *seen)) reference_ = std::move(*seen);
        return {};
    }

    // One run alone is right only if it is known what is right.
    bool is_compared() const { return inspection_.test.expected || reference_ || inspection_.judged() > 1; }

    Result<void> observe_all(const Matrix& matrix) {
        sandbox_.clear();
        auto bench = toolchain::Workbench::open(sandbox_, inspection_.test, limits_);
        if (!bench) return bench.error();
        for (const toolchain::Compiler& compiler : tools_.compilers) {
            for (std::vector<std::string> set :
                 matrix.options.empty() ? compiler.family->levels(compiler) : matrix.options) {
                if (toolchain::refuses(compiler, set, inspection_.test.language)) continue;
                set = with_target(compiler, std::move(set), inspection_.test.target);
                const Setup setup = toolchain::setup_of(compiler, std::move(set));
                if (!toolchain::fits(compiler, setup, inspection_.test)) continue;
                if (matrix.on_setup) matrix.on_setup(setup);
                auto seen = bench->observe(compiler, setup);
                if (!seen) return seen.error();
                inspection_.observed.push_back(std::move(*seen));
                if (never_ends()) return {};
            }
        }
        return {};
    }

    // Each further setup would cost its whole time limit.
    bool never_ends() const {
        constexpr size_t kEnough = 2;
        return !inspection_.test.promises.terminates && inspection_.observed.size() >= kEnough &&
               std::ranges::all_of(inspection_.observed, is_endless);
    }

    // Where all refuse the program, it is the program that is wrong.
    bool refused_by_all() const {
        return !inspection_.observed.empty() &&
               std::ranges::all_of(inspection_.observed, [](const Observation& seen) {
                   return seen.compile.ending == testcase::Ending::Exited &&
                          (seen.compiled == Compiled::Rejected || seen.compiled == Compiled::Broken);
               });
    }

    bool in_doubt() const {
        const testcase::TestCase& test = inspection_.test;
        const bool known = test.expected && !test.observed && test.promises.no_ub;
        return !known && std::ranges::any_of(inspection_.verdicts, needs_validity);
    }

    Result<void> settle() {
        testcase::TestCase& test = inspection_.test;
        auto climb = climb_ladder(sandbox_, test, tools_.references, limits_);
        if (!climb) return climb.error();
        inspection_.climb = std::move(*climb);
        const Climb& said = *inspection_.climb;
        const bool contradicts =
            test.expected && said.output && (*test.expected != *said.output || test.exit != said.exit);
        if (said.ruling == Ruling::Valid && !contradicts) {
            test.expected = said.output;
            test.exit = said.exit;
            test.observed = true;
            test.promises.terminates = true; // it did, on every rung
            judge();
            return {};
        }
        const Verdict suspected = *std::ranges::find_if(inspection_.verdicts, needs_validity);
        std::erase_if(inspection_.verdicts, needs_validity);
        inspection_.outcome = said.ruling == Ruling::Invalid ? Outcome::Invalid : Outcome::Unsettled;
        inspection_.why =
            contradicts ? "the references print something else than what was seen before" : said.why;
        if (inspection_.outcome == Outcome::Unsettled)
            inspection_.why = fmt::format("{}, and nothing tells which are right: {}",
                                          suspected.kind == testcase::Kind::Disagreement
                                              ? "setups differ"
                                              : suspected.setup.name() + ": " + suspected.title,
                                          inspection_.why);
        return {};
    }

    void conclude() {
        const auto decide = [&](Outcome outcome, std::string why = {}) {
            inspection_.outcome = outcome;
            inspection_.why = std::move(why);
        };
        const auto& observed = inspection_.observed;
        if (observed.empty()) return decide(Outcome::NoCompiler, "no compiler here can compile it");
        if (refused_by_all()) {
            std::erase_if(inspection_.verdicts, needs_validity);
            return decide(Outcome::NotCompiled, "does not compile: " + refusal_of(observed.front()));
        }
        if (!inspection_.verdicts.empty()) return decide(Outcome::Wrong);
        if (!inspection_.why.empty()) return;
        const bool endless = std::ranges::all_of(
            observed, [](const Observation& seen) { return !seen.run || is_endless(seen); });
        if (inspection_.judged() == 0 && endless && std::ranges::any_of(observed, is_endless))
            return decide(Outcome::NotEnding, fmt::format("does not end (within {} s of CPU time)",
                                                          limits_.run.cpu.count() / 1000));
        if (inspection_.judged() == 0)
            return decide(Outcome::NotJudged,
                          fmt::format("not judged: {}: {}", inspection_.unjudged.front().setup.name(),
                                      inspection_.unjudged.front().how.why));
        if (!is_compared())
            return decide(Outcome::NotJudged,
                          "not judged: there is nothing to compare it with; name a second "
                          "compiler or level, or install gcc or clang");
        decide(Outcome::Right);
    }
};

} // namespace

Result<Inspection> inspect(sandbox::Sandbox& sandbox, const testcase::TestCase& test,
                           const toolchain::Toolset& tools, const Matrix& matrix,
                           const toolchain::TestLimits& limits) {
    return Inspector(sandbox, test, tools, limits).run(matrix);
}

Result<Failure> first_failure(const Inspection& inspection, const toolchain::Toolset& tools) {
    if (inspection.outcome == Outcome::Right)
        return base::Error{
            fmt::format("every compiler here is right about it ({} setups)", inspection.judged())};
    if (inspection.verdicts.empty()) return base::Error{inspection.why};
    const testcase::Verdict& verdict = inspection.verdicts.front();
    for (const toolchain::Compiler& compiler : tools.compilers)
        if (compiler.name == verdict.setup.compiler)
            return Failure{&compiler, verdict.setup, verdict.kind, verdict.title};
    return base::Error{"a verdict about a compiler that is not here"};
}

Result<std::vector<Examined>> examine_verdicts(sandbox::Sandbox& sandbox, const Inspection& inspection,
                                               const toolchain::Toolset& tools,
                                               const toolchain::TestLimits& limits) {
    Thoroughness how;
    how.repetitions = 3;
    std::vector<Examined> all;
    std::set<std::string> seen;
    for (const Verdict& verdict : inspection.verdicts) {
        const auto compiler =
            std::ranges::find(tools.compilers, verdict.setup.compiler, &toolchain::Compiler::name);
        if (compiler == tools.compilers.end() || !seen.insert(compiler->name).second) continue;
        const Failure failure{&*compiler, verdict.setup, verdict.kind, verdict.title};
        auto diagnosis = examine(sandbox, failure, inspection.test, tools, limits, how);
        if (!diagnosis) return diagnosis.error();
        all.push_back({verdict.setup, std::move(*diagnosis)});
    }
    return all;
}

} // namespace assay::triage
