// Edits of programs: steps of transforms, applied together.
#pragma once

#include "reduce/model/candidate.h"
#include "transform/registry.h"
#include "transform/view.h"

#include <optional>
#include <vector>

namespace assay::reduce::model {

// The steps are applied in order; those that no longer fit are skipped.
struct Edit {
    std::vector<transform::Step> steps;
    std::optional<Form> form = {};
};

class Edits final : public Proposal {
  public:
    explicit Edits(std::vector<Edit> edits) : edits_(std::move(edits)) {}
    size_t count() const override { return edits_.size(); }
    StatePtr apply(const State& base, std::span<const uint32_t> chosen) const override;

    const std::vector<Edit>& all() const { return edits_; }

  private:
    CandidatePtr together(const Candidate& base, std::span<const uint32_t> chosen, bool& fit) const;
    CandidatePtr as_many(const Candidate& base, std::span<const uint32_t> chosen, uint32_t& tries) const;

    std::vector<Edit> edits_;
};

// A pass over programs. Pure: its edits depend on the candidate alone.
class ModelPass : public Pass {
  public:
    std::unique_ptr<Proposal> propose(const State& state, uint32_t level) const final;

  protected:
    // Adds the edits of a level; false: there is no such level.
    virtual bool offer(const Candidate& candidate, const transform::View& view, uint32_t level,
                       std::vector<Edit>& out) const = 0;
};

} // namespace assay::reduce::model
