// A copy of some statement is added under a condition that does not hold.
#include "base/hash.h"
#include "transform/kit/copies.h"
#include "transform/kit/edit.h"
#include "transform/kit/truth.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

struct DeadCodeArgs {
    NodeId before, source;
    Truth truth;
};

class InsertDeadCode final : public TransformOf<DeadCodeArgs> {
  public:
    InsertDeadCode()
        : TransformOf({.name = "insert-dead-code",
                       .precondition = "a place in a block, and a statement of the same function that jumps "
                                       "nowhere and whose names "
                                       "mean the same there",
                       .effect = "adds if (false) copy, with a condition that is known not to hold",
                       .flags = {.preserves = true},
                       .sites = Sites::Blocks}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t word, const Offer& offer) const override {
        const Gap gap = pick_gap(view, site, word);
        const NodeId source = pick_stmt(view, gap, base::scramble(word));
        if (!source) return;
        offer({gap.before, source, some_truth(false, base::scramble(word + 1))});
    }

    bool can(const View& view, const Named& step) const override {
        const Gap gap{step.site, step.before};
        return is_gap(view, gap) && is_truth(step.truth, false) && can_copy_stmt(view, step.source, gap);
    }

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const NodeId copy = clone_fresh(p, step.source);
        const NodeId condition = build_truth(build, step.truth);
        insert_stmt(p, step.site, position_of(p, {step.site, step.before}), build.if_(condition, copy));
    }
};

} // namespace

const Transform& insert_dead_code() {
    static const InsertDeadCode transform;
    return transform;
}

} // namespace assay::transform
