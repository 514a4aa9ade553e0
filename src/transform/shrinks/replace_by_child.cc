// An expression becomes one of its operands.
#include "program/build.h"
#include "program/typing.h"
#include "program/walk.h"
#include "transform/kit/args.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class ReplaceByChild final : public TransformOf<ChildArgs> {
  public:
    ReplaceByChild()
        : TransformOf({.name = "replace-by-child",
                       .precondition =
                           "a number or pointer where its value alone is wanted, and an operand of "
                           "the same type, or a "
                           "number if both are",
                       .effect = "a op b becomes a or b, converted if need be",
                       .flags = {.shrinks = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t, const Offer& offer) const override {
        if (!wants_value(view, site)) return;
        program::for_each_child(view.program(), view[site], [&](NodeId child) { offer({child}); });
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const NodeId child = step.child;
        if (!wants_value(view, step.site) || !view.holds_expr(child) || view.parent(child) != step.site)
            return false;
        const TypeKind kind = p.types.kind(p[child].type);
        if (!program::is_scalar(kind) || program::is_bit_field(p, child) ||
            !program::has_settled_type(p, child))
            return false;
        if (p.types.same_but_quals(p[child].type, p[step.site].type)) return true;
        // With the cast that is put around it, it must still be smaller.
        return program::is_arithmetic(kind) && program::is_arithmetic(p.types.kind(p[step.site].type)) &&
               view.size(child) + 1 < view.size(step.site);
    }

    void perform(Program& p, const Named& step) const override {
        become_expr(p, step.site, step.child, program::value_type(p, step.site));
    }
};

} // namespace

const Transform& replace_by_child() {
    static const ReplaceByChild transform;
    return transform;
}

} // namespace assay::transform
