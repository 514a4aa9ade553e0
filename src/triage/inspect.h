// Inspection of a program that a user brings: compiled and run under many setups and judged. If its meaning
// is unknown, the validity ladder says what is right before anything is called a bug. A setup that was not
// compiled, run and compared never counts as right: it is listed with its reason.
#pragma once

#include "testcase/judged.h"
#include "testcase/oracle.h"
#include "toolchain/toolset.h"
#include "triage/examine.h"
#include "triage/ladder.h"

#include <functional>

namespace assay::triage {

enum class Outcome : uint8_t {
    Right,       // under every judged setup, and there are some
    Wrong,       // see verdicts
    NotCompiled, // by no compiler: the program is at fault, or a file it includes is missing
    NotEnding,   // not in time, and it did not promise to end
    Invalid,     // the ladder found undefined behaviour
    Unsettled,   // setups differ, and nothing tells which is right
    NotJudged,   // nothing was compiled and run; see unjudged
    NoCompiler,  // none here compiles its language for its target
};

struct Unjudged {
    testcase::Setup setup;
    testcase::Judged how;
};

struct Inspection {
    testcase::TestCase test; // with the answer of the ladder, if it was asked
    std::vector<testcase::Observation> observed;
    std::vector<testcase::Verdict> verdicts; // only if the program is valid as far as known
    std::vector<Unjudged> unjudged;          // setups without a verdict
    std::optional<Climb> climb;              // if the ladder was needed
    Outcome outcome = Outcome::NotJudged;
    std::string why; // one line; empty if right or wrong

    size_t judged() const { return observed.size() - unjudged.size(); }
};

// The setups to inspect with, and a callback before each of them (to show progress).
struct Matrix {
    std::vector<std::vector<std::string>> options; // empty: the plain levels of each compiler's family
    std::function<void(const testcase::Setup&)> on_setup = {};
};

// Without `options`, each compiler runs its own plain levels. An Error means that the sandbox is broken.
base::Result<Inspection> inspect(sandbox::Sandbox& sandbox, const testcase::TestCase& test,
                                 const toolchain::Toolset& tools, const Matrix& matrix,
                                 const toolchain::TestLimits& limits);

// The first verdict, to be reduced. An Error says why there is none.
base::Result<Failure> first_failure(const Inspection& inspection, const toolchain::Toolset& tools);

// What triage tells of a compiler that fails.
struct Examined {
    testcase::Setup setup;
    Diagnosis diagnosis;
};
// Of each compiler that the inspection found wrong, the first verdict, with few repetitions.
base::Result<std::vector<Examined>> examine_verdicts(sandbox::Sandbox& sandbox, const Inspection& inspection,
                                                     const toolchain::Toolset& tools,
                                                     const toolchain::TestLimits& limits);

} // namespace assay::triage
