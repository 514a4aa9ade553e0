// A statement becomes the body of a loop that runs once.
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/kit/truth.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class WrapInLoop final : public TransformOf<Truth> {
  public:
    WrapInLoop()
        : TransformOf({.name = "wrap-in-loop",
                       .precondition =
                           "a statement that is not a declaration, label or case, makes no compound "
                           "literal, and has no break or continue of a loop around it",
                       .effect = "s becomes do s while (false), with a condition that is known not to hold",
                       .flags = {.preserves = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t word, const Offer& offer) const override {
        if (!is_movable(view, site)) return;
        offer(some_truth(false, word));
    }

    bool can(const View& view, const Named& step) const override {
        if (!is_movable(view, step.site) || !is_truth(step, false)) return false;
        const Jumps jumps = jumps_out(view, step.site);
        return !jumps.breaks && !jumps.continues;
    }

    bool is_safe(const View& view, const Named& step) const override {
        return can_be_enclosed(view, step.site);
    }

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const NodeId inner = moved_out(p, step.site);
        become(p, step.site, build.do_while(inner, build_truth(build, step)));
    }
};

} // namespace

const Transform& wrap_in_loop() {
    static const WrapInLoop transform;
    return transform;
}

} // namespace assay::transform
