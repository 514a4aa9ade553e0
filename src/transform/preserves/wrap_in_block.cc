// A statement gets braces of its own.
#include "program/build.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class WrapInBlock final : public Transform {
  public:
    WrapInBlock()
        : Transform({.name = "wrap-in-block",
                     .precondition =
                         "a statement that is no declaration, label or case and makes no compound literal",
                     .effect = "s becomes { s }",
                     .flags = {.preserves = true}}) {}

  private:
    void suggest(const View&, NodeId site, uint64_t, std::vector<Step>& out) const override {
        out.push_back(step_at(site));
    }

    bool can(const View& view, const Step& step) const override { return is_movable(view, step.site); }

    bool is_safe(const View& view, const Step& step) const override {
        return can_be_enclosed(view, step.site);
    }

    void perform(Program& p, const Step& step) const override {
        const NodeId inner = moved_out(p, step.site);
        become(p, step.site, program::Build(p).block({&inner, 1}));
    }
};

} // namespace

const Transform& wrap_in_block() {
    static const WrapInBlock transform;
    return transform;
}

} // namespace assay::transform
