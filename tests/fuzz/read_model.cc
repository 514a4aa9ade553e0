#include "fuzz/readers.h"

#include "base/check.h"
#include "fuzz/program_of.h"
#include "semantics/evaluate.h"

namespace assay::fuzz {
namespace {

// What a model may cost here.
semantics::EvaluateOptions small_evaluation() {
    semantics::EvaluateOptions options;
    options.step_budget = 20'000;
    return options;
}

} // namespace

void read_model(std::string_view bytes) {
    const auto program = program_of(bytes);
    if (!program) return;
    const std::string saved = program::save(*program);
    const auto again = program::load(saved, program->platform, "saved");
    base::check(again.ok(), "what is saved can be loaded");
    base::check(program::save(*again) == saved, "saved and loaded it is the same");
    static_cast<void>(semantics::evaluate(*program, small_evaluation()));
}

} // namespace assay::fuzz
