// Verdict: one thing that is wrong, and with which setups it was seen.
#pragma once

#include "testcase/setup.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::testcase {

enum class Kind : uint8_t {
    WrongOutput,  // against what is expected
    Disagreement, // between setups or tests that must agree, where nothing is expected
    Crash,        // of the compiler
    Hang,         // of the compiler
    Slow,         // the compiler takes far longer than all others
    Reject,       // of valid code
    RunCrash,     // of the generated program, or it does not end
    Sanitizer,    // an alarm about a program without undefined behaviour
};

std::string_view to_text(Kind kind); // as in `bugs --json`: "wrong-output"
std::optional<Kind> kind_named(std::string_view text);

struct Verdict {
    Kind kind = Kind::WrongOutput;
    Setup setup;        // that is wrong
    size_t test = 0;    // which member of the group
    std::string title;  // one line, the same for the same defect as far as the oracle can tell
    std::string detail; // what was seen and what should have been
};

} // namespace assay::testcase
