// A variable is no longer initialised.
#include "transform/registry.h"

namespace assay::transform {
namespace {

class DropInitialiser final : public Transform {
  public:
    DropInitialiser()
        : Transform(
              {.name = "drop-initialiser",
               .precondition = "the declaration of a variable, without const in C++, that has an initialiser",
               .effect = "T x = e becomes T x",
               .flags = {.shrinks = true},
               .arg_count = 1}) {} // the variable

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        const Program& p = view.program();
        if (p[site].kind == NodeKind::Declare) out.push_back(step_at(site, {p[site].var().index}));
        if (!view.is_whole_program(site)) return;
        for (const VarId global : p.globals) out.push_back(step_at(site, {global.index}));
    }

    bool can(const View& view, const Step& step) const override {
        const Program& p = view.program();
        if (step.var(0).index >= p.vars.size()) return false;
        const program::Var& var = p[step.var(0)];
        const bool declared =
            var.is_global() ? view.is_whole_program(step.site) : view.use(step.var(0)).declare == step.site;
        if (!declared || !var.init || !view.holds(var.init)) return false;
        const bool is_plain = p.types.quals(var.type) == 0 && !program::is_record(p.types.kind(var.type));
        return is_plain || !program::is_cxx(p.platform.standard);
    }

    void perform(Program& p, const Step& step) const override { p[step.var(0)].init = {}; }
};

} // namespace

const Transform& drop_initialiser() {
    static const DropInitialiser transform;
    return transform;
}

} // namespace assay::transform
