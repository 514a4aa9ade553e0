// One stored value is all that the program shows. Checks of other values tell a compiler what they are, and
// what it then folds no longer goes wrong; so the others cannot always go one after the other.
#include "program/build.h"
#include "program/typing.h"
#include "transform/kit/edit.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

class ShowAlone final : public Transform {
  public:
    ShowAlone()
        : Transform({.name = "show-alone",
                     .precondition =
                         "an assignment of a number, as a statement, in a program that shows more "
                         "than that",
                     .effect = "m.x = e; becomes out = e; (m.x += e; becomes out = m.x + e;) with a new "
                               "global out, and the final values of all other globals are not shown",
                     .flags = {.shrinks = true},
                     .arg_count = 1}) {} // the statement

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (!view.is_whole_program(site)) return;
        for (const NodeId id : view.nodes())
            if (view[id].kind == NodeKind::ExprStmt) out.push_back(step_at(site, {id.index}));
    }

    bool can(const View& view, const Step& step) const override {
        const NodeId statement = step.node(0);
        if (!view.is_whole_program(step.site) || !view.holds(statement) ||
            view[statement].kind != NodeKind::ExprStmt || view.use(view.function(statement)).in_pure_code)
            return false;
        const Node& assign = view[view[statement].child(at::ExprStmt::expr)];
        if (assign.kind != NodeKind::Assign && assign.kind != NodeKind::CompoundAssign) return false;
        return program::is_arithmetic(view.program().types.kind(assign.type)) &&
               shrinks_soundly(view.program(), [&](Program& p) { return show(p, step); });
    }

    void perform(Program& p, const Step& step) const override { show(p, step); }

    static bool show(Program& p, const Step& step) {
        for (const VarId global : p.globals) p[global].observed = false;
        program::Build build(p);
        const NodeId assign = p[step.node(0)].child(at::ExprStmt::expr);
        const Node old = p[assign];
        NodeId value = old.child(at::Assign::value);
        if (old.kind == NodeKind::CompoundAssign) {
            value = build.binary(old.binary(), old.child(at::CompoundAssign::target), value);
            p[value].guarded = old.guarded;
        }
        const VarId out = build.global(fresh_name(p, "out", step.fresh.vars), p.types.unqualified(old.type),
                                       {}, program::Storage::Extern);
        become(p, step.node(0), build.expr(build.assign(build.ref(out), value)));
        return true;
    }
};

} // namespace

const Transform& show_alone() {
    static const ShowAlone transform;
    return transform;
}

} // namespace assay::transform
