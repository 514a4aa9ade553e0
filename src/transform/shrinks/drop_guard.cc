// A guarded or unusually printed node becomes a plain one.
#include "transform/registry.h"

namespace assay::transform {
namespace {

class DropGuard final : public TransformOf<> {
  public:
    DropGuard()
        : TransformOf(
              {.name = "drop-guard",
               .precondition = "a node that is guarded, or printed in another form than the plain one",
               .effect = "the node is neither",
               .flags = {.shrinks = true}}) {}

  private:
    bool can(const View& view, const Named& step) const override {
        return view[step.site].guarded || view[step.site].form != 0;
    }

    void perform(Program& p, const Named& step) const override {
        p[step.site].guarded = false;
        p[step.site].form = 0;
    }
};

} // namespace

const Transform& drop_guard() {
    static const DropGuard transform;
    return transform;
}

} // namespace assay::transform
