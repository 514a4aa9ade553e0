// One stored value is all that the program shows. Checks of other values tell a compiler what they are, and
// what it then folds no longer goes wrong; so the others cannot always go one after the other.
#include "program/build.h"
#include "program/typing.h"
#include "transform/kit/args.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

class ShowAlone final : public Trial<StatementArgs> {
  public:
    ShowAlone()
        : Trial({.name = "show-alone",
                 .precondition = "an assignment of a number, as a statement, in a program that shows more "
                                 "than that",
                 .effect = "m.x = e; becomes out = e; (m.x += e; becomes out = m.x + e;) with a new "
                           "global out, and the final values of all other globals are not shown",
                 .flags = {.shrinks = true},
                 .sites = Sites::Program}) {}

  private:
    void suggest(const View& view, NodeId, uint64_t, const Offer& offer) const override {
        for (const NodeId id : view.nodes())
            if (view[id].kind == NodeKind::ExprStmt) offer({id});
    }

    bool may(const View& view, const Named& step) const override {
        const NodeId assignment = assignment_in(view, step.stmt);
        return assignment && !view.use(view.function(step.stmt)).in_pure_code &&
               program::is_arithmetic(view.program().types.kind(view[assignment].type));
    }

    bool change(Program& p, const Named& step) const override {
        for (const VarId global : p.globals) p[global].observed = false;
        program::Build build(p);
        const NodeId assignment = p[step.stmt].child(at::ExprStmt::expr);
        const TypeId type = p.types.unqualified(p[assignment].type);
        const NodeId value = stored_value(p, assignment);
        const VarId out =
            build.global(fresh_name(p, "out", step.fresh.vars), type, {}, program::Storage::Extern);
        become(p, step.stmt, build.expr(build.assign(build.ref(out), value)));
        return true;
    }
};

} // namespace

const Transform& show_alone() {
    static const ShowAlone transform;
    return transform;
}

} // namespace assay::transform
