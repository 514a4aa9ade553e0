// A variable is no longer initialised.
#include "transform/kit/args.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class DropInitialiser final : public TransformOf<VariableArgs> {
  public:
    DropInitialiser()
        : TransformOf(
              {.name = "drop-initialiser",
               .precondition = "the declaration of a variable, without const in C++, that has an initialiser",
               .effect = "T x = e becomes T x",
               .flags = {.shrinks = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t, const Offer& offer) const override {
        const Program& p = view.program();
        if (p[site].kind == NodeKind::Declare) offer({p[site].var()});
        if (!view.is_whole_program(site)) return;
        for (const VarId global : p.globals) offer({global});
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        if (step.var.index >= p.vars.size()) return false;
        const program::Var& var = p[step.var];
        const bool declared =
            var.is_global() ? view.is_whole_program(step.site) : view.use(step.var).declare == step.site;
        if (!declared || !var.init || !view.holds(var.init)) return false;
        const bool is_plain = p.types.quals(var.type) == 0 && !program::is_record(p.types.kind(var.type));
        return is_plain || !program::is_cxx(p.platform.standard);
    }

    void perform(Program& p, const Named& step) const override { p[step.var].init = {}; }
};

} // namespace

const Transform& drop_initialiser() {
    static const DropInitialiser transform;
    return transform;
}

} // namespace assay::transform
