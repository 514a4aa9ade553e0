// A statement goes under a condition that holds.
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/kit/truth.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class WrapInIf final : public TransformOf<Truth> {
  public:
    WrapInIf()
        : TransformOf(
              {.name = "wrap-in-if",
               .precondition =
                   "a statement that is not a declaration, label or case and makes no compound literal",
               .effect = "s becomes if (true) s, with a condition that is known to hold",
               .flags = {.preserves = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t word, const Offer& offer) const override {
        if (!is_movable(view, site)) return;
        offer(some_truth(true, word));
    }

    bool can(const View& view, const Named& step) const override {
        return is_movable(view, step.site) && is_truth(step, true);
    }

    bool is_safe(const View& view, const Named& step) const override {
        return can_be_enclosed(view, step.site);
    }

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const NodeId inner = moved_out(p, step.site);
        become(p, step.site, build.if_(build_truth(build, step), inner));
    }
};

} // namespace

const Transform& wrap_in_if() {
    static const WrapInIf transform;
    return transform;
}

} // namespace assay::transform
