// A statement goes under a condition that holds.
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/kit/truth.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class WrapInIf final : public Transform {
  public:
    WrapInIf()
        : Transform({.name = "wrap-in-if",
                     .precondition =
                         "a statement that is no declaration, label or case and makes no compound literal",
                     .effect = "s becomes if (true) s, with a condition that is known to hold",
                     .flags = {.preserves = true},
                     .arg_count = kTruthArgs}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t word, std::vector<Step>& out) const override {
        if (!is_movable(view, site)) return;
        const auto truth = truth_args(true, word);
        out.push_back(step_at(site, {truth[0], truth[1], truth[2]}));
    }

    bool can(const View& view, const Step& step) const override {
        return is_movable(view, step.site) && is_truth(step.args, true);
    }

    bool is_safe(const View& view, const Step& step) const override {
        return can_be_enclosed(view, step.site);
    }

    void perform(Program& p, const Step& step) const override {
        program::Build build(p);
        const NodeId inner = moved_out(p, step.site);
        become(p, step.site, build.if_(build_truth(build, step.args), inner));
    }
};

} // namespace

const Transform& wrap_in_if() {
    static const WrapInIf transform;
    return transform;
}

} // namespace assay::transform
