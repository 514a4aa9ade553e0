// A global that is not used is removed.
#include "transform/kit/of_global.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class DeleteGlobal final : public OfGlobal {
  public:
    DeleteGlobal()
        : OfGlobal({.name = "delete-global",
                    .precondition = "a global variable that is not used",
                    .effect = "the variable is removed",
                    .flags = {.shrinks = true}}) {}

  private:
    bool suits(const View& view, VarId global) const override { return view.use(global).refs == 0; }

    void perform(Program& p, const Named& step) const override { std::erase(p.globals, step.var); }
};

} // namespace

const Transform& delete_global() {
    static const DeleteGlobal transform;
    return transform;
}

} // namespace assay::transform
