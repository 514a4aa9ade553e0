// A cast goes.
#include "program/typing.h"
#include "transform/edit.h"
#include "transform/places.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class DropCast final : public Transform {
  public:
    DropCast()
        : Transform({.name = "drop-cast",
                     .precondition = "a cast to the type that its operand has; or between numbers where the "
                                     "value is converted, "
                                     "tested or dropped anyway; or one whose value is dropped",
                     .effect = "(T)e becomes e",
                     .flags = {.shrinks = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (view[site].kind == NodeKind::Cast) out.push_back(step_at(site));
    }

    bool can(const View& view, const Step& step) const override {
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
               converts_number(view, step.site);
    }

    void perform(Program& p, const Step& step) const override {
        become(p, step.site, p[step.site].child(program::at::Cast::operand));
    }
};

} // namespace

const Transform& drop_cast() {
    static const DropCast transform;
    return transform;
}

} // namespace assay::transform
