// What is observed is computed and stored, but no longer shown: enough for a compiler or program that
// crashes.
#include "program/build.h"
#include "program/typing.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

class StoreObserved final : public Transform {
  public:
    StoreObserved()
        : Transform(
              {.name = "store-observed",
               .precondition =
                   "an observation of a number in the entry and in no loop, and a global number that is "
                   "not shown; or none, for a new one",
               .effect = "observe(e) becomes g = e",
               .flags = {.shrinks = true},
               .arg_count = 1}) {} // the global

  private:
    static constexpr size_t kMostGlobals = 2;
    static constexpr uint32_t kNew = NodeId{}.index;

    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        const Program& p = view.program();
        size_t offered = 0;
        for (const VarId global : p.globals) {
            if (offered == kMostGlobals || !can_hold(p, global)) continue;
            out.push_back(step_at(site, {global.index}));
            ++offered;
        }
        out.push_back(step_at(site, {kNew}));
    }

    bool can(const View& view, const Step& step) const override {
        const Program& p = view.program();
        const Node& n = p[step.site];
        if (n.kind != NodeKind::Observe || !is_outside_loops(view, step.site) ||
            !program::has_settled_type(p, n.child(at::Observe::value)))
            return false;
        return step.args[0] == kNew || (step.args[0] < p.vars.size() && can_hold(p, step.var(0)));
    }

    void perform(Program& p, const Step& step) const override {
        program::Build build(p);
        const NodeId value = p[step.site].child(at::Observe::value);
        VarId target;
        if (step.args[0] == kNew) {
            const TypeId type = program::value_type(p, value);
            target = build.global(fresh_name(p, "out", step.fresh.vars), type, {}, program::Storage::Extern);
            p[target].observed = false;
        } else {
            target = step.var(0);
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
