// A value that is stored to be shown at the end is shown where it is computed.
#include "program/build.h"
#include "transform/kit/args.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

class ObserveInPlace final : public Trial<StatementArgs> {
  public:
    ObserveInPlace()
        : Trial({.name = "observe-in-place",
                 .precondition = "x = e; or x += e; in the entry, in no loop, where x is a global number "
                                 "whose final value is shown",
                 .effect = "it becomes observe(e) or observe(x + e), and the final value of x is not shown",
                 .flags = {.shrinks = true},
                 .sites = Sites::Program}) {}

  private:
    void suggest(const View& view, NodeId, uint64_t, const Offer& offer) const override {
        for (auto id = view.nodes().rbegin(); id != view.nodes().rend(); ++id)
            if (view[*id].kind == NodeKind::ExprStmt) offer({*id});
    }

    bool may(const View& view, const Named& step) const override {
        const NodeId statement = step.stmt;
        const NodeId assignment = assignment_in(view, statement);
        if (!assignment || !is_outside_loops(view, statement)) return false;
        const Program& p = view.program();
        const Node& assign = p[assignment];
        const Node& target = p[assign.child(at::Assign::target)];
        return target.kind == NodeKind::VarRef && p[target.var()].is_global() && p[target.var()].observed &&
               program::is_arithmetic(p.types.kind(assign.type));
    }

    bool change(Program& p, const Named& step) const override {
        const NodeId assignment = p[step.stmt].child(at::ExprStmt::expr);
        p[p[p[assignment].child(at::Assign::target)].var()].observed = false;
        become(p, step.stmt, program::Build(p).observe(stored_value(p, assignment)));
        return true;
    }
};

} // namespace

const Transform& observe_in_place() {
    static const ObserveInPlace transform;
    return transform;
}

} // namespace assay::transform
