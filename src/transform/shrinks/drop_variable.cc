// A variable that is not used is removed; its initialiser is still computed.
#include "program/build.h"
#include "transform/kit/edit.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class DropVariable final : public TransformOf<> {
  public:
    DropVariable()
        : TransformOf({.name = "drop-variable",
                       .precondition = "the declaration of a local variable that is not used and is "
                                       "initialised with an expression",
                       .effect = "T x = e; becomes e;",
                       .flags = {.shrinks = true}}) {}

  private:
    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        if (p[step.site].kind != NodeKind::Declare) return false;
        const program::Var& var = p[p[step.site].var()];
        return var.storage == program::Storage::Local && view.use(p[step.site].var()).refs == 0 &&
               !var.length && var.init && p[var.init].kind != NodeKind::InitList;
    }

    void perform(Program& p, const Named& step) const override {
        program::Var& var = p[p[step.site].var()];
        const NodeId value = var.init;
        var.init = {};
        become(p, step.site, program::Build(p).expr(value));
    }
};

} // namespace

const Transform& drop_variable() {
    static const DropVariable transform;
    return transform;
}

} // namespace assay::transform
