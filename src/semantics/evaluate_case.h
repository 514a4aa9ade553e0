// For tests: a program as text, checked and evaluated.
#pragma once

#include "program/check_program.h"
#include "program/test_texts.h"
#include "semantics/evaluate.h"

#include <string>

namespace assay::semantics {

inline program::Program checked(const std::string& text, const program::Platform& platform = {}) {
    program::Program program = program::loaded(text, platform);
    if (const auto result = program::check_program(program); !result) base::fail(result.error().message);
    return program;
}

// "r=5 s.a=1" for what is shown at the end, or the name of what is undefined, or "over budget".
inline std::string shown(const program::Program& p, const Meaning& meaning) {
    if (meaning.outcome == Outcome::OverBudget) return "over budget";
    if (meaning.outcome == Outcome::Undefined) return std::string(saved_name(meaning.ub));
    std::string text;
    for (const FinalValue& final : meaning.finals) {
        text += (text.empty() ? "" : " ") + std::string(p.name(final.var));
        for (const uint32_t step : meaning.path(final)) text += "." + std::to_string(step);
        text += "=" + base::to_text(static_cast<Int128>(final.value.bits));
    }
    return text;
}

// With `globals` before, and `int r` and a function run() with this body behind.
inline std::string run_body(const std::string& body, const std::string& globals = "",
                            const program::Platform& platform = {}, const EvaluateOptions& options = {}) {
    const program::Program p =
        checked(globals + "(global r int)(func run void () (block " + body + "))(entry run)", platform);
    return shown(p, evaluate(p, options));
}

} // namespace assay::semantics
