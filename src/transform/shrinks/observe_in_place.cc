// A value that is stored to be shown at the end is shown where it is computed.
#include "program/build.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

class ObserveInPlace final : public Transform {
  public:
    ObserveInPlace()
        : Transform(
              {.name = "observe-in-place",
               .precondition = "x = e; or x += e; in the entry, in no loop, where x is a global number "
                               "whose final value is shown",
               .effect = "it becomes observe(e) or observe(x + e), and the final value of x is not shown",
               .flags = {.shrinks = true},
               .arg_count = 1}) {} // the statement

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (!view.is_whole_program(site)) return;
        for (auto id = view.nodes().rbegin(); id != view.nodes().rend(); ++id)
            if (view[*id].kind == NodeKind::ExprStmt) out.push_back(step_at(site, {id->index}));
    }

    bool can(const View& view, const Step& step) const override {
        const NodeId statement = step.node(0);
        if (!view.is_whole_program(step.site) || !view.holds(statement) ||
            view[statement].kind != NodeKind::ExprStmt || !is_outside_loops(view, statement))
            return false;
        const Program& p = view.program();
        const Node& assign = p[p[statement].child(at::ExprStmt::expr)];
        if (assign.kind != NodeKind::Assign && assign.kind != NodeKind::CompoundAssign) return false;
        const Node& target = p[assign.child(at::Assign::target)];
        return target.kind == NodeKind::VarRef && p[target.var()].is_global() && p[target.var()].observed &&
               program::is_arithmetic(p.types.kind(assign.type)) &&
               shrinks_soundly(p, [&](Program& program) { return observe(program, step); });
    }

    void perform(Program& p, const Step& step) const override {
        changed(p, [&](Program& program) { return observe(program, step); });
    }

    static bool observe(Program& p, const Step& step) {
        const Node old = p[p[step.node(0)].child(at::ExprStmt::expr)];
        NodeId value = old.child(at::Assign::value);
        program::Build build(p);
        p[p[old.child(at::Assign::target)].var()].observed = false;
        if (old.kind == NodeKind::CompoundAssign) {
            value = build.binary(old.binary(), old.child(at::CompoundAssign::target), value);
            p[value].guarded = old.guarded;
        }
        become(p, step.node(0), build.observe(value));
        return true;
    }
};

} // namespace

const Transform& observe_in_place() {
    static const ObserveInPlace transform;
    return transform;
}

} // namespace assay::transform
