// A condition that was never tested is negated.
#include "program/build.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

bool is_condition(const View& view, NodeId expr) {
    const NodeId parent = view.parent(expr);
    if (!parent) return false;
    const Node& n = view[parent];
    if (n.kind == NodeKind::If) return expr == n.child(at::If::condition);
    if (n.kind == NodeKind::For) return expr == n.child(at::For::condition);
    if (n.kind == NodeKind::Conditional) return expr == n.child(at::Conditional::condition);
    return n.kind == NodeKind::While || n.kind == NodeKind::DoWhile;
}

class NegateDeadCondition final : public TransformOf<> {
  public:
    NegateDeadCondition()
        : TransformOf({.name = "negate-dead-condition",
                       .precondition = "the condition of an if, a loop or a ?: that was never tested",
                       .effect = "c becomes !c",
                       .flags = {.dead_only = true}}) {}

  private:
    bool can(const View& view, const Named& step) const override {
        return view.holds_expr(step.site) && is_condition(view, step.site) && wants_value(view, step.site);
    }

    bool is_safe(const View& view, const Named& step) const override { return view.is_dead(step.site); }

    void perform(Program& p, const Named& step) const override {
        const NodeId value = moved_out(p, step.site);
        become(p, step.site, program::Build(p).unary(program::UnaryOp::Not, value));
    }
};

} // namespace

const Transform& negate_dead_condition() {
    static const NegateDeadCondition transform;
    return transform;
}

} // namespace assay::transform
