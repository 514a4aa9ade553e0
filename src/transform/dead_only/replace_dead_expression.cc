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

class ReplaceDeadExpression final : public Transform {
  public:
    ReplaceDeadExpression()
        : Transform(
              {.name = "replace-dead-expression",
               .precondition =
                   "a number or pointer that was never computed, where its value alone is wanted; an "
                   "expression of "
                   "its type in the same function whose names mean the same there, or an integer constant",
               .effect = "e becomes a copy of the other expression, or the constant",
               .flags = {.dead_only = true},
               .arg_count = 2}) {} // is it a constant?, its bits or the expression

  private:
    void suggest(const View& view, NodeId site, uint64_t word, std::vector<Step>& out) const override {
        if (!view.is_dead(site) || !wants_value(view, site)) return;
        const Program& p = view.program();
        if (integer_type(p, site) != program::type::Void && word % 4 == 0) {
            const auto shape = shape_of(p.types.kind(p[site].type), p.platform.target);
            out.push_back(step_at(site, {1, edge_value(base::scramble(word), shape)}));
        } else if (const NodeId source = pick_expr(view, site, base::scramble(word))) {
            out.push_back(step_at(site, {0, source.index}));
        }
    }

    bool can(const View& view, const Step& step) const override {
        const Program& p = view.program();
        if (!wants_value(view, step.site)) return false;
        if (step.args[0] == 0) return can_copy_expr(view, step.node(1), step.site);
        if (step.args[0] != 1 || integer_type(p, step.site) == program::type::Void) return false;
        const auto shape = shape_of(p.types.kind(p[step.site].type), p.platform.target);
        return semantics::convert(step.args[1], shape) == step.args[1];
    }

    bool is_safe(const View& view, const Step& step) const override { return view.is_dead(step.site); }

    void perform(Program& p, const Step& step) const override {
        const NodeId made = step.args[0] == 0 ? program::clone(p, step.node(1))
                                              : program::Build(p).integer(integer_type(p, step.site),
                                                                          static_cast<Int128>(step.args[1]));
        become(p, step.site, made);
    }
};

} // namespace

const Transform& replace_dead_expression() {
    static const ReplaceDeadExpression transform;
    return transform;
}

} // namespace assay::transform
