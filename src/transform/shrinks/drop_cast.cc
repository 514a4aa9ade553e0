// A cast is removed.
#include "program/check_program.h"
#include "program/typing.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class DropCast final : public TransformOf<> {
  public:
    DropCast()
        : TransformOf({.name = "drop-cast",
                       .precondition =
                           "a cast to the type that its operand has; or between numbers where the "
                           "value is converted, "
                           "tested, observed or dropped anyway, or its type makes no difference; "
                           "or one whose value is dropped",
                       .effect = "(T)e becomes e",
                       .flags = {.shrinks = true}}) {}

  private:
    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const Node& n = p[step.site];
        if (n.kind != NodeKind::Cast || view.is_constant(step.site) || view.is_length(step.site))
            return false;
        const NodeId operand = n.child(program::at::Cast::operand);
        const TypeKind kind = p.types.kind(p[operand].type);
        if (!program::is_scalar(kind) || program::is_bit_field(p, operand) ||
            !program::has_settled_type(p, operand))
            return false;
        if (drops_value(view, step.site)) return true;
        if (!wants_value(view, step.site)) return false;
        if (p.types.same_but_quals(n.type, p[operand].type)) return true;
        return program::is_arithmetic(kind) && program::is_arithmetic(p.types.kind(n.type)) &&
               (converts_number(view, step.site) || keeps_type(view, step.site) ||
                view[view.parent(step.site)].kind == NodeKind::Observe);
    }

    // Would the expression around it have the type that it has?
    static bool keeps_type(const View& view, NodeId site) {
        const NodeId parent = view.parent(site);
        if (!parent || !view.holds_expr(parent)) return false;
        Program copy = view.program();
        become(copy, site, copy[site].child(program::at::Cast::operand));
        const auto type = program::derive_type(copy, copy[parent]);
        return type.ok() && *type == view[parent].type && program::check_program(copy).ok();
    }

    void perform(Program& p, const Named& step) const override {
        become(p, step.site, p[step.site].child(program::at::Cast::operand));
    }
};

} // namespace

const Transform& drop_cast() {
    static const DropCast transform;
    return transform;
}

} // namespace assay::transform
