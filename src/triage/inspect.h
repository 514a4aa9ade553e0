// Inspection of a program that somebody brings: compiled and run under many setups and judged. Where its
// meaning is not known, the validity ladder says what is right before anything is called a bug. What was not
// compiled, run and compared is never right: it is listed with its reason.
#pragma once

#include "testcase/judged.h"
#include "testcase/oracle.h"
#include "toolchain/toolset.h"
#include "triage/ladder.h"

#include <functional>

namespace assay::triage {

enum class Outcome : uint8_t {
    Right,       // under every setup that was judged, and some were
    Wrong,       // see verdicts
    NotCompiled, // by any compiler: the program is at fault, or what it includes is missing
    NotEnding,   // it does not end in time, and nobody promised that it would
    Invalid,     // the ladder found undefined behaviour
    Unsettled,   // setups differ, and nothing tells which of them is right
    NotJudged,   // nothing could be compiled and run; see unjudged
    NoCompiler,  // no compiler here compiles its language for its target
};

struct Unjudged {
    testcase::Setup setup;
    testcase::Judged how;
};

struct Inspection {
    testcase::TestCase test; // with what the ladder says is right, if it was asked
    std::vector<testcase::Observation> observed;
    std::vector<testcase::Verdict> verdicts; // of a program that is valid as far as can be told
    std::vector<Unjudged> unjudged;          // setups that say nothing
    std::optional<Climb> climb;              // if the ladder was needed
    Outcome outcome = Outcome::NotJudged;
    std::string why; // one line; empty if it is right or wrong

    size_t judged() const { return observed.size() - unjudged.size(); }
};

// Which setups to inspect with, and who is told which one is next (for people who wait).
struct Matrix {
    std::vector<std::vector<std::string>> options; // empty: the plain levels of each compiler's family
    std::function<void(const testcase::Setup&)> on_setup = {};
};

// Without `options`, each compiler is tried at its own plain levels. An Error means that the sandbox is
// broken.
base::Result<Inspection> inspect(sandbox::Sandbox& sandbox, const testcase::TestCase& test,
                                 const toolchain::Toolset& tools, const Matrix& matrix,
                                 const toolchain::TestLimits& limits);

} // namespace assay::triage
