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
    Disagreement, // between setups, and nothing tells which of them is right
    Crash,        // of the compiler
    Hang,         // of the compiler
    Slow,         // the compiler takes far longer than all others
    Reject,       // of valid code
    RunCrash,     // of the generated program, or it does not end
    Sanitizer,    // an alarm about a program without undefined behaviour
};

// What follows from the kind of a verdict, for everybody.
struct Traits {
    bool wrong_code = false;      // the compiler made a wrong program
    bool breaks_compiler = false; // the compiler fails by itself, whatever the program means
    bool needs_validity = true;   // it is a bug only if the program is valid
    bool about_time = false;      // a busy machine may look like it
    bool names_defect = false;    // the title is the same for the same defect
    bool compilers_words = false; // the title is the compiler's message, and a repetition gives it again
    bool in_compilation = false;  // shows before anything runs
    bool compares_runs = false;   // what programs do under several setups, or should do, decides
    bool takes_limit = false;     // each look costs the whole time limit of a compilation
    bool shows_alone = true;      // one program shows it; otherwise only the comparison with others does
};
const Traits& traits(Kind kind);
const std::vector<Kind>& all_kinds();

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
