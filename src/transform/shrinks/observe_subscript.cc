// What a statement computes only to find an element is shown instead.
#include "program/build.h"
#include "program/walk.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

struct SubscriptArgs {
    NodeId stmt, subscript;
};

class ObserveSubscript final : public Trial<SubscriptArgs> {
  public:
    ObserveSubscript()
        : Trial(
              {.name = "observe-subscript",
               .precondition = "an expression statement with a subscript in it, in the entry and in no loop",
               .effect =
                   "x = a[e]; becomes observe(e); and variables that are not used elsewhere go, unless they "
                   "are shown",
               .flags = {.shrinks = true},
               .sites = Sites::Program}) {}

  private:
    void suggest(const View& view, NodeId, uint64_t, const Offer& offer) const override {
        const Program& p = view.program();
        for (const NodeId statement : view.nodes()) {
            if (p[statement].kind != NodeKind::ExprStmt) continue;
            program::walk(p, statement, [&](NodeId id) {
                if (p[id].kind != NodeKind::Index) return;
                const NodeId subscript = p[id].child(at::Index::subscript);
                if (!is_literal(p[subscript])) offer({statement, subscript});
            });
        }
    }

    bool may(const View& view, const Named& step) const override {
        const NodeId statement = step.stmt, subscript = step.subscript;
        if (!view.holds(statement) || !view.holds_expr(subscript) ||
            view[statement].kind != NodeKind::ExprStmt || !is_outside_loops(view, statement))
            return false;
        NodeId above = subscript;
        while (above && above != statement) above = view.parent(above);
        return above == statement;
    }

    bool change(Program& p, const Named& step) const override {
        std::vector<VarId> named;
        program::walk(p, step.stmt, [&](NodeId id) {
            if (p[id].kind == NodeKind::VarRef) named.push_back(p[id].var());
        });
        become(p, step.stmt, program::Build(p).observe(step.subscript));
        program::walk(p, [&](NodeId id) {
            if (p[id].kind == NodeKind::VarRef) std::erase(named, p[id].var());
        });
        for (const VarId var : named) forget(p, var);
        return true;
    }

    static void forget(Program& p, VarId var) {
        if (p[var].is_global() && !p[var].observed) std::erase(p.globals, var);
        if (p[var].is_global()) return;
        const Declaration declared = declaration_of(p, var);
        if (!declared.stmt) return;
        discard(p, declared.stmt);
        erase_stmt(p, declared.block, declared.stmt);
    }
};

} // namespace

const Transform& observe_subscript() {
    static const ObserveSubscript transform;
    return transform;
}

} // namespace assay::transform
