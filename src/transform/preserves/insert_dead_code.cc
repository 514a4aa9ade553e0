// A copy of some statement is added under a condition that does not hold.
#include "base/hash.h"
#include "transform/kit/copies.h"
#include "transform/kit/edit.h"
#include "transform/kit/truth.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class InsertDeadCode final : public Transform {
  public:
    InsertDeadCode()
        : Transform({.name = "insert-dead-code",
                     .precondition = "a place in a block, and a statement of the same function that jumps "
                                     "nowhere and whose names "
                                     "mean the same there",
                     .effect = "adds if (false) copy, with a condition that is known not to hold",
                     .flags = {.preserves = true},
                     .arg_count = 2 + kTruthArgs}) {
    } // before which statement (4294967295: last), what, condition

  private:
    void suggest(const View& view, NodeId site, uint64_t word, std::vector<Step>& out) const override {
        if (view[site].kind != NodeKind::Block) return;
        const Gap gap = pick_gap(view, site, word);
        const NodeId source = pick_stmt(view, gap, base::scramble(word));
        if (!source) return;
        const auto truth = truth_args(false, base::scramble(word + 1));
        out.push_back(step_at(site, {gap.before.index, source.index, truth[0], truth[1], truth[2]}));
    }

    bool can(const View& view, const Step& step) const override {
        const Gap gap{step.site, step.node(0)};
        return is_gap(view, gap) && is_truth(std::span(step.args).subspan(2), false) &&
               can_copy_stmt(view, step.node(1), gap);
    }

    void perform(Program& p, const Step& step) const override {
        program::Build build(p);
        const NodeId copy = clone_fresh(p, step.node(1));
        const NodeId condition = build_truth(build, std::span(step.args).subspan(2));
        insert_stmt(p, step.site, position_of(p, {step.site, step.node(0)}), build.if_(condition, copy));
    }
};

} // namespace

const Transform& insert_dead_code() {
    static const InsertDeadCode transform;
    return transform;
}

} // namespace assay::transform
