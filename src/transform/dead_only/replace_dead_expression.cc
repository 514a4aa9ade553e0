// An expression that never ran becomes another one.
#include "base/hash.h"
#include "program/build.h"
#include "program/walk.h"
#include "transform/kit/copies.h"
#include "transform/kit/edit.h"
#include "transform/kit/inverse.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

struct DeadExpressionArgs {
    bool by_constant = false;
    UInt128 what = 0; // its bits, or the id of an expression to copy
};

class ReplaceDeadExpression final : public TransformOf<DeadExpressionArgs> {
  public:
    ReplaceDeadExpression()
        : TransformOf(
              {.name = "replace-dead-expression",
               .precondition =
                   "a number or pointer that was never computed, where its value alone is wanted; an "
                   "expression of "
                   "its type in the same function whose names mean the same there, or an integer constant",
               .effect = "e becomes a copy of the other expression, or the constant",
               .flags = {.dead_only = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t word, const Offer& offer) const override {
        if (!view.is_dead(site) || !wants_value(view, site)) return;
        const Program& p = view.program();
        if (integer_type(p, site) != program::type::Void && word % 4 == 0) {
            const auto shape = shape_of(p.types.kind(p[site].type), p.platform.target);
            offer({true, edge_value(base::scramble(word), shape)});
        } else if (const NodeId source = pick_expr(view, site, base::scramble(word))) {
            offer({false, source.index});
        }
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        if (!wants_value(view, step.site)) return false;
        if (!step.by_constant) return can_copy_expr(view, source(step), step.site);
        if (integer_type(p, step.site) == program::type::Void) return false;
        return is_value_of(p, p.types.kind(p[step.site].type), step.what);
    }

    static NodeId source(const Named& step) {
        return {step.what < UINT32_MAX ? static_cast<uint32_t>(step.what) : UINT32_MAX};
    }

    bool is_safe(const View& view, const Named& step) const override { return view.is_dead(step.site); }

    void perform(Program& p, const Named& step) const override {
        const NodeId made = !step.by_constant ? program::clone(p, source(step))
                                              : program::Build(p).integer(integer_type(p, step.site),
                                                                          static_cast<Int128>(step.what));
        become(p, step.site, made);
    }
};

} // namespace

const Transform& replace_dead_expression() {
    static const ReplaceDeadExpression transform;
    return transform;
}

} // namespace assay::transform
