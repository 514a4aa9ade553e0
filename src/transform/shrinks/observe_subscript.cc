// What a statement computes only to find an element is shown instead.
#include "program/build.h"
#include "program/walk.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

#include <algorithm>

namespace assay::transform {
namespace {

namespace at = program::at;

class ObserveSubscript final : public Transform {
  public:
    ObserveSubscript()
        : Transform(
              {.name = "observe-subscript",
               .precondition = "an expression statement with a subscript in it, in the entry and in no loop",
               .effect =
                   "x = a[e]; becomes observe(e); and variables that are named nowhere else go, unless they "
                   "are shown",
               .flags = {.shrinks = true},
               .arg_count = 2}) {} // statement, subscript

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (!view.is_whole_program(site)) return;
        const Program& p = view.program();
        for (const NodeId statement : view.nodes()) {
            if (p[statement].kind != NodeKind::ExprStmt) continue;
            program::walk(p, statement, [&](NodeId id) {
                if (p[id].kind != NodeKind::Index) return;
                const NodeId subscript = p[id].child(at::Index::subscript);
                if (!is_literal(p[subscript]))
                    out.push_back(step_at(site, {statement.index, subscript.index}));
            });
        }
    }

    bool can(const View& view, const Step& step) const override {
        const NodeId statement = step.node(0), subscript = step.node(1);
        if (!view.is_whole_program(step.site) || !view.holds(statement) || !view.holds_expr(subscript) ||
            view[statement].kind != NodeKind::ExprStmt || !is_outside_loops(view, statement))
            return false;
        NodeId above = subscript;
        while (above && above != statement) above = view.parent(above);
        return above == statement &&
               shrinks_soundly(view.program(), [&](Program& p) { return observe(p, step); });
    }

    void perform(Program& p, const Step& step) const override {
        changed(p, [&](Program& program) { return observe(program, step); });
    }

    static bool observe(Program& p, const Step& step) {
        std::vector<VarId> named;
        program::walk(p, step.node(0), [&](NodeId id) {
            if (p[id].kind == NodeKind::VarRef) named.push_back(p[id].var());
        });
        become(p, step.node(0), program::Build(p).observe(step.node(1)));
        program::walk(p, [&](NodeId id) {
            if (p[id].kind == NodeKind::VarRef) std::erase(named, p[id].var());
        });
        for (const VarId var : named) forget(p, var);
        return true;
    }

    static void forget(Program& p, VarId var) {
        if (p[var].is_global() && !p[var].observed) std::erase(p.globals, var);
        if (p[var].is_global()) return;
        NodeId block, declare;
        program::walk(p, p[p.entry].body, [&](NodeId id) {
            if (p[id].kind != NodeKind::Block) return;
            for (const NodeId stmt : p.list(p[id], at::Block::stmts))
                if (p[stmt].kind == NodeKind::Declare && p[stmt].var() == var) block = id, declare = stmt;
        });
        if (!declare) return;
        discard(p, declare);
        erase_stmt(p, block, declare);
    }
};

} // namespace

const Transform& observe_subscript() {
    static const ObserveSubscript transform;
    return transform;
}

} // namespace assay::transform
