#include "reduce/model/candidate.h"

#include "base/hash.h"
#include "program/check_program.h"
#include "program/short_names.h"
#include "program/walk.h"
#include "semantics/evaluate.h"

namespace assay::reduce::model {

CandidatePtr Candidate::make(program::Program program, const Form& form, const Budget& budget) {
    if (!program::check_program(program)) return nullptr;
    semantics::EvaluateOptions options;
    options.step_budget = budget.steps;
    options.profile = true;
    semantics::Meaning meaning = semantics::evaluate(program, options);
    if (!meaning.defined()) return nullptr;
    if (form.harness == print::Harness::Show && !print::can_be_shown(program, meaning)) return nullptr;

    const auto made = std::make_shared<Candidate>();
    print::Options print_options;
    print_options.layout = form.layout;
    print_options.harness = form.harness;
    print_options.entry_in_main = form.entry_in_main;
    print_options.plain_calls = form.plain_calls;
    made->printed_ = form.short_names
                         ? print::print(program::with_short_names(program), meaning, print_options)
                         : print::print(program, meaning, print_options);
    for (const print::File& file : made->printed_.files)
        made->hash_ = base::combine(made->hash_, base::hash_text(file.text));
    made->hash_ = base::combine(made->hash_, base::hash_text(made->printed_.expected));
    made->nodes_ = program::count_nodes(program);
    made->program_ = std::move(program);
    made->meaning_ = std::move(meaning);
    made->form_ = form;
    made->budget_ = budget;
    return made;
}

StatePtr Candidate::tidied() const {
    if (program_.nodes.size() == nodes_) return nullptr;
    CandidatePtr made = make(program::compact(program_), form_, budget_);
    return made && made->hash_ == hash_ ? made : nullptr;
}

CandidatePtr first_candidate(const program::Program& program, const Form& form) {
    const program::Program start = program::compact(program);
    const CandidatePtr free = Candidate::make(start, form, {});
    if (!free) return nullptr;
    return Candidate::make(start, form, {free->meaning().steps * 3 / 2 + 1000});
}

} // namespace assay::reduce::model
