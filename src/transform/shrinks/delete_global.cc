// A global that nobody names goes.
#include "transform/kit/of_global.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class DeleteGlobal final : public OfGlobal {
  public:
    DeleteGlobal()
        : OfGlobal({.name = "delete-global",
                    .precondition = "a global variable that is named nowhere",
                    .effect = "the variable is removed",
                    .flags = {.shrinks = true},
                    .arg_count = 1}) {} // the variable

  private:
    bool fits(const View& view, VarId global) const override { return view.use(global).refs == 0; }

    void perform(Program& p, const Step& step) const override { std::erase(p.globals, step.var(0)); }
};

} // namespace

const Transform& delete_global() {
    static const DeleteGlobal transform;
    return transform;
}

} // namespace assay::transform
