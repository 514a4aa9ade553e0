// What a statement computes only to find an element is stored instead.
#include "program/build.h"
#include "program/typing.h"
#include "program/walk.h"
#include "transform/edit.h"
#include "transform/registry.h"
#include "transform/trial.h"

namespace assay::transform {
namespace {

namespace at = program::at;

class StoreSubscript final : public Transform {
  public:
    StoreSubscript()
        : Transform({.name = "store-subscript",
                     .precondition = "an expression statement with a subscript in it, and a global integer "
                                     "that is not const",
                     .effect = "a[e][0]; becomes g = e; and the final value of g is shown",
                     .flags = {.shrinks = true},
                     .arg_count = 3}) {} // statement, subscript, global

  private:
    static constexpr size_t kMostGlobals = 2;
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (!view.is_whole_program(site)) return;
        for (const NodeId id : view.nodes())
            if (view[id].kind == NodeKind::ExprStmt) suggest_in(view.program(), site, id, out);
    }

    static void suggest_in(const Program& p, NodeId site, NodeId statement, std::vector<Step>& out) {
        program::walk(p, statement, [&](NodeId id) {
            if (p[id].kind != NodeKind::Index) return;
            const NodeId subscript = p[id].child(at::Index::subscript);
            if (p[subscript].kind == NodeKind::IntConst) return;
            size_t offered = 0;
            for (const VarId global : p.globals) {
                if (offered == kMostGlobals || !can_hold(p, global)) continue;
                out.push_back(step_at(site, {statement.index, subscript.index, global.index}));
                ++offered;
            }
        });
    }

    bool can(const View& view, const Step& step) const override {
        const Program& p = view.program();
        const NodeId statement = step.node(0), subscript = step.node(1);
        if (!view.is_whole_program(step.site) || !view.holds(statement) || !view.holds_expr(subscript) ||
            p[statement].kind != NodeKind::ExprStmt || !is_below(view, subscript, statement) ||
            step.args[2] >= p.vars.size() || !can_hold(p, step.var(2)) ||
            view.use(view.function(statement)).in_pure_code)
            return false;
        return shrinks_soundly(p, [&](Program& program) { return store(program, step); });
    }

    void perform(Program& p, const Step& step) const override { store(p, step); }

    static bool can_hold(const Program& p, VarId var) {
        return p[var].is_global() && program::is_integer(p.types.kind(p[var].type)) &&
               (p.types.quals(p[var].type) & program::kConst) == 0;
    }

    static bool is_below(const View& view, NodeId id, NodeId root) {
        while (id && id != root) id = view.parent(id);
        return id == root;
    }

    static bool store(Program& p, const Step& step) {
        program::Build build(p);
        p[step.var(2)].observed = true;
        become(p, step.node(0), build.expr(build.assign(build.ref(step.var(2)), step.node(1))));
        return true;
    }
};

} // namespace

const Transform& store_subscript() {
    static const StoreSubscript transform;
    return transform;
}

} // namespace assay::transform
