// A variable that nobody names goes, and what it was initialised with is computed for nothing.
#include "program/build.h"
#include "transform/kit/edit.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class DropVariable final : public Transform {
  public:
    DropVariable()
        : Transform({.name = "drop-variable",
                     .precondition = "the declaration of a local variable that is named nowhere and is "
                                     "initialised with an expression",
                     .effect = "T x = e; becomes e;",
                     .flags = {.shrinks = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (view[site].kind == NodeKind::Declare) out.push_back(step_at(site));
    }

    bool can(const View& view, const Step& step) const override {
        const Program& p = view.program();
        if (p[step.site].kind != NodeKind::Declare) return false;
        const program::Var& var = p[p[step.site].var()];
        return var.storage == program::Storage::Local && view.use(p[step.site].var()).refs == 0 &&
               !var.length && var.init && p[var.init].kind != NodeKind::InitList;
    }

    void perform(Program& p, const Step& step) const override {
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
