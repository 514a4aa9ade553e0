// The final value of a global is no longer shown.
#include "transform/kit/of_global.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class HideGlobal final : public OfGlobal {
  public:
    HideGlobal()
        : OfGlobal({.name = "hide-global",
                    .precondition = "a global variable whose final value is shown",
                    .effect = "its final value is not shown",
                    .flags = {.shrinks = true}}) {}

  private:
    bool suits(const View& view, VarId global) const override { return view.program()[global].observed; }

    void perform(Program& p, const Named& step) const override { p[step.var].observed = false; }
};

} // namespace

const Transform& hide_global() {
    static const HideGlobal transform;
    return transform;
}

} // namespace assay::transform
