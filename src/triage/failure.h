// A failure that can be retried: a setup and what is wrong. Every question of triage and reduction has the
// form "does the test still fail in the same way if ...?".
#pragma once

#include "sandbox/sandbox.h"
#include "testcase/verdict.h"
#include "toolchain/workbench.h"
#include "triage/culprit.h"

#include <optional>

namespace assay::triage {

struct Failure {
    const toolchain::Compiler* compiler = nullptr;
    testcase::Setup setup;
    testcase::Kind kind = testcase::Kind::WrongOutput;
    std::string title; // of a crash: its signature, which must stay the same
    // What the references say is right for this program; they must be asked again for any other.
    std::optional<std::string> reference_output = std::nullopt;
    int reference_exit = 0;
};

// Shorter limits for a program that did not end: programs that end take milliseconds, and bisection runs the
// program hundreds of times.
toolchain::TestLimits impatient(const Failure& failure, toolchain::TestLimits limits);

class Retrial {
  public:
    Retrial(sandbox::Sandbox& sandbox, const Failure& failure, const toolchain::TestLimits& limits)
        : sandbox_(&sandbox), failure_(failure), limits_(impatient(failure, limits)) {}

    // Nothing is cached between calls: each call really repeats the failure.
    base::Result<Answer> ask(const testcase::TestCase& test) { return ask(test, failure_.setup); }
    base::Result<Answer> ask(const testcase::TestCase& test, const testcase::Setup& setup) {
        return ask(test, *failure_.compiler, setup);
    }
    base::Result<Answer> ask(const testcase::TestCase& test, const toolchain::Compiler& compiler,
                             const testcase::Setup& setup);
    // Reports the CPU time of a correct run. A run that takes twenty times as long counts as endless.
    void right_takes(uint64_t cpu_us);
    const Failure& failure() const { return failure_; }
    uint64_t tools_us() const { return tools_us_; } // CPU time of compilers and programs so far

  private:
    sandbox::Sandbox* sandbox_;
    Failure failure_;
    toolchain::TestLimits limits_;
    uint64_t tools_us_ = 0;
};

} // namespace assay::triage
