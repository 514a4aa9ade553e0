// A declaration with initialiser becomes a declaration and an assignment.
#include "program/build.h"
#include "transform/kit/args.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class SplitDeclaration final : public TransformOf<StatementArgs> {
  public:
    SplitDeclaration()
        : TransformOf({.name = "split-declaration",
                       .precondition =
                           "a declaration, in the block at hand, of an initialised local number or "
                           "pointer without const",
                       .effect = "T x = e; becomes T x; x = e;",
                       .flags = {.preserves = true},
                       .sites = Sites::Blocks}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t, const Offer& offer) const override {
        for (const NodeId stmt : view.program().list(view[site], program::at::Block::stmts))
            if (view[stmt].kind == NodeKind::Declare) offer({stmt});
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const NodeId declare = step.stmt;
        if (!view.holds(declare) || view.parent(declare) != step.site || p[declare].kind != NodeKind::Declare)
            return false;
        const program::Var& var = p[p[declare].var()];
        return var.storage == program::Storage::Local && var.init &&
               program::is_scalar(p.types.kind(var.type)) && (p.types.quals(var.type) & program::kConst) == 0;
    }

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const NodeId declare = step.stmt;
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
