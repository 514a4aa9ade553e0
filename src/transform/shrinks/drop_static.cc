// A global is no longer static.
#include "transform/kit/of_global.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class DropStatic final : public OfGlobal {
  public:
    DropStatic()
        : OfGlobal({.name = "drop-static",
                    .precondition = "a static global",
                    .effect = "it has linkage",
                    .flags = {.shrinks = true}}) {}

  private:
    bool suits(const View& view, VarId global) const override {
        return view.program()[global].storage == program::Storage::Static;
    }

    void perform(Program& p, const Named& step) const override {
        p[step.var].storage = program::Storage::Extern;
    }
};

} // namespace

const Transform& drop_static() {
    static const DropStatic transform;
    return transform;
}

} // namespace assay::transform
