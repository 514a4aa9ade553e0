#include "reduce/model/edits.h"

#include "transform/editor.h"

namespace assay::reduce::model {
namespace {

// Evaluations that one try may cost before a test.
constexpr uint32_t kMostTries = 60;

} // namespace

CandidatePtr Edits::together(const Candidate& base, std::span<const uint32_t> chosen, bool& fit) const {
    transform::Editor editor(base.program(), base.meaning());
    Form form = base.form();
    for (const uint32_t number : chosen) {
        const Edit& edit = edits_[number];
        if (edit.form) form = *edit.form;
        for (const transform::Step& step : edit.steps)
            if (const transform::Transform* transform = transform::transform_named(step.kind))
                editor.apply(*transform, step);
    }
    fit = !editor.steps().empty() || form != base.form();
    if (!fit) return nullptr;
    return Candidate::make(editor.program(), form, base.budget());
}

// All of them; if that is not valid, as many as can be found in a few tries. This is cheap beside a test.
CandidatePtr Edits::as_many(const Candidate& base, std::span<const uint32_t> chosen, uint32_t& tries) const {
    if (tries == 0) return nullptr;
    --tries;
    bool fit = false;
    if (CandidatePtr all = together(base, chosen, fit)) return all;
    if (!fit || chosen.size() < 2) return nullptr;
    const CandidatePtr left = as_many(base, chosen.first(chosen.size() / 2), tries);
    const CandidatePtr both = as_many(left ? *left : base, chosen.subspan(chosen.size() / 2), tries);
    return both ? both : left;
}

StatePtr Edits::apply(const State& base, std::span<const uint32_t> chosen) const {
    uint32_t tries = kMostTries;
    return as_many(static_cast<const Candidate&>(base), chosen, tries);
}

std::unique_ptr<Proposal> ModelPass::propose(const State& state, uint32_t level) const {
    const auto& candidate = static_cast<const Candidate&>(state);
    const transform::View view(candidate.program(), &candidate.meaning());
    std::vector<Edit> edits;
    if (!offer(candidate, view, level, edits)) return nullptr;
    return std::make_unique<Edits>(std::move(edits));
}

} // namespace assay::reduce::model
