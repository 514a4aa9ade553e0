// A statement gets braces of its own.
#include "program/build.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class WrapInBlock final : public TransformOf<> {
  public:
    WrapInBlock()
        : TransformOf(
              {.name = "wrap-in-block",
               .precondition =
                   "a statement that is not a declaration, label or case and makes no compound literal",
               .effect = "s becomes { s }",
               .flags = {.preserves = true}}) {}

  private:
    bool can(const View& view, const Named& step) const override { return is_movable(view, step.site); }

    bool is_safe(const View& view, const Named& step) const override {
        return can_be_enclosed(view, step.site);
    }

    void perform(Program& p, const Named& step) const override {
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
