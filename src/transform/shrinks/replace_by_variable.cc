// What a pointer points to, a member or an element becomes a variable.
#include "program/build.h"
#include "program/typing.h"
#include "transform/kit/args.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/kit/scope.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

constexpr size_t kMostOffers = 4;

bool is_selected(NodeKind kind) {
    return kind == NodeKind::Deref || kind == NodeKind::Index || kind == NodeKind::Member;
}

class ReplaceByVariable final : public TransformOf<VariableArgs> {
  public:
    ReplaceByVariable()
        : TransformOf({.name = "replace-by-variable",
                       .precondition =
                           "*p, a[i] or s.m outside of constants, and a variable of the same type that is "
                           "visible there",
                       .effect = "the expression becomes the variable",
                       .flags = {.shrinks = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t, const Offer& offer) const override {
        if (!is_selected(view[site].kind)) return;
        const Program& p = view.program();
        const Scope scope = Scope::at(view, site);
        size_t offered = 0;
        for (const bool addressed : {true, false})
            for (const VarId var : scope.variables())
                if (view.use(var).addressed() == addressed && p[var].type == p[site].type &&
                    offered < kMostOffers) {
                    offer({var});
                    ++offered;
                }
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const VarId var = step.var;
        if (!is_selected(p[step.site].kind) || var.index >= p.vars.size()) return false;
        if (view.is_constant(step.site) || view.is_length(step.site) || program::is_bit_field(p, step.site))
            return false;
        const FuncId func = view.function(step.site);
        if (!func || (p[var].is_static_storage() && view.use(func).in_pure_code)) return false;
        return p[var].type == p[step.site].type && program::is_scalar(p.types.kind(p[var].type)) &&
               is_visible(view, step.site, var);
    }

    void perform(Program& p, const Named& step) const override {
        become(p, step.site, program::Build(p).ref(step.var));
    }
};

} // namespace

const Transform& replace_by_variable() {
    static const ReplaceByVariable transform;
    return transform;
}

} // namespace assay::transform
