// A declaration with initialiser becomes a declaration and an assignment.
#include "program/build.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class SplitDeclaration final : public Transform {
  public:
    SplitDeclaration()
        : Transform({.name = "split-declaration",
                     .precondition = "a declaration, in the block at hand, of an initialised local number or "
                                     "pointer without const",
                     .effect = "T x = e; becomes T x; x = e;",
                     .flags = {.preserves = true},
                     .arg_count = 1}) {} // the declaration

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (view[site].kind != NodeKind::Block) return;
        for (const NodeId stmt : view.program().list(view[site], program::at::Block::stmts))
            if (view[stmt].kind == NodeKind::Declare) out.push_back(step_at(site, {stmt.index}));
    }

    bool can(const View& view, const Step& step) const override {
        const Program& p = view.program();
        const NodeId declare = step.node(0);
        if (!view.holds(declare) || view.parent(declare) != step.site || p[declare].kind != NodeKind::Declare)
            return false;
        if (p[step.site].kind != NodeKind::Block) return false;
        const program::Var& var = p[p[declare].var()];
        return var.storage == program::Storage::Local && var.init &&
               program::is_scalar(p.types.kind(var.type)) && (p.types.quals(var.type) & program::kConst) == 0;
    }

    void perform(Program& p, const Step& step) const override {
        program::Build build(p);
        const NodeId declare = step.node(0);
        const VarId var = p[declare].var();
        const NodeId init = std::exchange(p[var].init, NodeId{});
        const NodeId assign = build.expr(build.assign(build.ref(var), init));
        insert_stmt(p, step.site, position_in(p, step.site, declare) + 1, assign);
    }
};

} // namespace

const Transform& split_declaration() {
    static const SplitDeclaration transform;
    return transform;
}

} // namespace assay::transform
