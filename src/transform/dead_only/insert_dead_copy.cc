// Code that never runs gets more of it: a copy of some statement.
#include "base/hash.h"
#include "transform/kit/copies.h"
#include "transform/kit/edit.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

struct DeadCopyArgs {
    NodeId before, source;
};

class InsertDeadCopy final : public TransformOf<DeadCopyArgs> {
  public:
    InsertDeadCopy()
        : TransformOf({.name = "insert-dead-copy",
                       .precondition = "a block that never ran, and a statement of the same function that "
                                       "jumps nowhere and whose "
                                       "names mean the same there",
                       .effect = "adds a copy of the statement to the block",
                       .flags = {.dead_only = true},
                       .sites = Sites::Blocks}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t word, const Offer& offer) const override {
        if (!view.is_dead(site)) return;
        const Gap gap = pick_gap(view, site, word);
        if (const NodeId source = pick_stmt(view, gap, base::scramble(word))) offer({gap.before, source});
    }

    bool can(const View& view, const Named& step) const override {
        const Gap gap{step.site, step.before};
        return is_gap(view, gap) && can_copy_stmt(view, step.source, gap);
    }

    bool is_safe(const View& view, const Named& step) const override { return view.is_dead(step.site); }

    void perform(Program& p, const Named& step) const override {
        const NodeId copy = clone_fresh(p, step.source);
        insert_stmt(p, step.site, position_of(p, {step.site, step.before}), copy);
    }
};

} // namespace

const Transform& insert_dead_copy() {
    static const InsertDeadCopy transform;
    return transform;
}

} // namespace assay::transform
