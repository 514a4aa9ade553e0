// Code that never runs gets more of it: a copy of some statement.
#include "base/hash.h"
#include "transform/kit/copies.h"
#include "transform/kit/edit.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class InsertDeadCopy final : public Transform {
  public:
    InsertDeadCopy()
        : Transform({.name = "insert-dead-copy",
                     .precondition = "a block that never ran, and a statement of the same function that "
                                     "jumps nowhere and whose "
                                     "names mean the same there",
                     .effect = "adds a copy of the statement to the block",
                     .flags = {.dead_only = true},
                     .arg_count = 2}) {} // before which statement (4294967295: last), what

  private:
    void suggest(const View& view, NodeId site, uint64_t word, std::vector<Step>& out) const override {
        if (view[site].kind != NodeKind::Block || !view.is_dead(site)) return;
        const Gap gap = pick_gap(view, site, word);
        if (const NodeId source = pick_stmt(view, gap, base::scramble(word)))
            out.push_back(step_at(site, {gap.before.index, source.index}));
    }

    bool can(const View& view, const Step& step) const override {
        const Gap gap{step.site, step.node(0)};
        return is_gap(view, gap) && can_copy_stmt(view, step.node(1), gap);
    }

    bool is_safe(const View& view, const Step& step) const override { return view.is_dead(step.site); }

    void perform(Program& p, const Step& step) const override {
        const NodeId copy = clone_fresh(p, step.node(1));
        insert_stmt(p, step.site, position_of(p, {step.site, step.node(0)}), copy);
    }
};

} // namespace

const Transform& insert_dead_copy() {
    static const InsertDeadCopy transform;
    return transform;
}

} // namespace assay::transform
