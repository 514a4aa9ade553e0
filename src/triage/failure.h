// A failure that can be tried again: a test, a setup, and what is wrong. Everything that triage and reduction
// ask is "does it still fail, in the same way, if ...?".
#pragma once

#include "sandbox/sandbox.h"
#include "testcase/verdict.h"
#include "toolchain/workbench.h"
#include "triage/guilt.h"

#include <optional>

namespace assay::triage {

struct Failure {
    const toolchain::Compiler* compiler = nullptr;
    testcase::Setup setup;
    testcase::Kind kind = testcase::Kind::WrongOutput;
    std::string title; // of a crash: its signature, which must stay the same
    // What is right, as the references say it of this program; of another they must be asked again.
    std::optional<std::string> reference_output = std::nullopt;
    int reference_exit = 0;
};

// A program that did not end is not waited for as long again: those that end take milliseconds, and the
// search for a guilty pass runs it hundreds of times.
toolchain::TestLimits impatient(const Failure& failure, toolchain::TestLimits limits);

class Retrial {
  public:
    Retrial(sandbox::Sandbox& sandbox, const Failure& failure, const toolchain::TestLimits& limits)
        : sandbox_(&sandbox), failure_(failure), limits_(impatient(failure, limits)) {}

    // Nothing is remembered between calls: a repetition is a real one.
    base::Result<Answer> ask(const testcase::TestCase& test) { return ask(test, failure_.setup); }
    base::Result<Answer> ask(const testcase::TestCase& test, const testcase::Setup& setup) {
        return ask(test, *failure_.compiler, setup);
    }
    base::Result<Answer> ask(const testcase::TestCase& test, const toolchain::Compiler& compiler,
                             const testcase::Setup& setup);
    // The CPU time of a run that was right. One that takes twenty times as long does not end; that is not
    // waited for any longer.
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
