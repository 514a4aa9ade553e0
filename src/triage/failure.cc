#include "triage/failure.h"

#include "oracle/oracles.h"
#include "oracle/registry.h"
#include "testcase/judged.h"

#include <algorithm>
#include <fmt/format.h>

namespace assay::triage {
namespace {

using testcase::Kind;
using testcase::Observation;

// Wrong values show as a wrong text, an abort or a crash, depending on the harness and on chance.
bool same_kind(Kind wanted, Kind seen) {
    return wanted == seen || (traits(wanted).wrong_code && traits(seen).wrong_code);
}

Answer answer_of(const Failure& failure, const testcase::TestCase& test, const Observation& seen) {
    Answer answer;
    answer.said = seen.compile.err;
    // It was slow beside others when it was found; asked alone, the time itself tells.
    if (!traits(failure.kind).shows_alone && seen.compile.cpu_us >= oracle::kSlowCompilation_us) {
        answer.what = Behaviour::Fails;
        answer.detail = fmt::format("{:.1f} s of CPU time", static_cast<double>(seen.compile.cpu_us) / 1e6);
        return answer;
    }
    testcase::TestGroup group{{test}};
    if (failure.reference_output && !test.expected) {
        group.tests[0].expected = failure.reference_output;
        group.tests[0].exit = failure.reference_exit;
    }
    for (const testcase::Verdict& verdict : oracle::judge({group, {{seen}}})) {
        const bool same = same_kind(failure.kind, verdict.kind) &&
                          (!traits(failure.kind).compilers_words || verdict.title == failure.title);
        answer.what = same ? Behaviour::Fails : Behaviour::CannotTell;
        answer.detail = verdict.detail;
        answer.by_status = seen.run && seen.run->ending == testcase::Ending::Exited &&
                           group.tests[0].expected == seen.run->out;
        return answer;
    }
    // Right is only what was compared. The exit status was, by the oracle.
    const bool compared = judged(group.tests[0], seen) && seen.compiled == testcase::Compiled::Built &&
                          seen.run && seen.run->ending == testcase::Ending::Exited;
    answer.what = compared ? Behaviour::Right : Behaviour::CannotTell;
    return answer;
}

} // namespace

toolchain::TestLimits impatient(const Failure& failure, toolchain::TestLimits limits) {
    constexpr std::chrono::milliseconds kPatience{1000};
    if (failure.kind == Kind::RunCrash) limits.run.cpu = std::min(limits.run.cpu, kPatience);
    return limits;
}

void Retrial::right_takes(uint64_t cpu_us) {
    constexpr std::chrono::microseconds kLeast{100'000};
    if (failure_.kind != Kind::RunCrash) return;
    const auto enough = std::max(kLeast, 20 * std::chrono::microseconds(cpu_us));
    limits_.run.cpu = std::min(limits_.run.cpu, std::chrono::ceil<std::chrono::milliseconds>(enough));
}

base::Result<Answer> Retrial::ask(const testcase::TestCase& test, const toolchain::Compiler& compiler,
                                  const testcase::Setup& setup) {
    sandbox_->clear();
    auto bench = toolchain::Workbench::open(*sandbox_, test, limits_, toolchain::Reuse::Off);
    if (!bench) return bench.error();
    auto seen = bench->observe(compiler, setup);
    if (!seen) return seen.error();
    tools_us_ += seen->compile.cpu_us + (seen->run ? seen->run->cpu_us : 0);
    Answer answer = answer_of(failure_, test, *seen);
    answer.compile_us = seen->compile.cpu_us;
    answer.run_us = seen->run ? seen->run->cpu_us : 0;
    return answer;
}

} // namespace assay::triage
