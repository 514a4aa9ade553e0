// What is observed is computed and stored, but no longer shown: enough for a compiler or program that
// crashes.
#include "program/build.h"
#include "program/typing.h"
#include "transform/kit/args.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

class StoreObserved final : public TransformOf<VariableArgs> {
  public:
    StoreObserved()
        : TransformOf(
              {.name = "store-observed",
               .precondition =
                   "an observation of a number in the entry and in no loop, and a global number that is "
                   "not shown; or none, for a new one",
               .effect = "observe(e) becomes g = e",
               .flags = {.shrinks = true}}) {}

  private:
    static constexpr size_t kMostGlobals = 2;

    void suggest(const View& view, NodeId, uint64_t, const Offer& offer) const override {
        const Program& p = view.program();
        size_t offered = 0;
        for (const VarId global : p.globals) {
            if (offered == kMostGlobals || !can_hold(p, global)) continue;
            offer({global});
            ++offered;
        }
        offer();
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const Node& n = p[step.site];
        if (n.kind != NodeKind::Observe || !is_outside_loops(view, step.site) ||
            !program::has_settled_type(p, n.child(at::Observe::value)))
            return false;
        return !step.var || (step.var.index < p.vars.size() && can_hold(p, step.var));
    }

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const NodeId value = p[step.site].child(at::Observe::value);
        VarId target = step.var;
        if (!target) {
            const TypeId type = program::value_type(p, value);
            target = build.global(fresh_name(p, "out", step.fresh.vars), type, {}, program::Storage::Extern);
            p[target].observed = false;
        }
        become(p, step.site, build.expr(build.assign(build.ref(target), value)));
    }

    static bool can_hold(const Program& p, VarId var) {
        return p[var].is_global() && !p[var].observed && program::is_arithmetic(p.types.kind(p[var].type)) &&
               (p.types.quals(p[var].type) & program::kConst) == 0;
    }
};

} // namespace

const Transform& store_observed() {
    static const StoreObserved transform;
    return transform;
}

} // namespace assay::transform
