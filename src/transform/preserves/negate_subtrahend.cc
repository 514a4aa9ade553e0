// Subtraction and addition of the negated operand turn into each other.
#include "program/build.h"
#include "program/typing.h"
#include "transform/kit/edit.h"
#include "transform/kit/inverse.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;
using program::BinaryOp;
using program::UnaryOp;

class NegateSubtrahend final : public TransformOf<> {
  public:
    NegateSubtrahend()
        : TransformOf(
              {.name = "negate-subtrahend",
               .precondition =
                   "an unguarded subtraction, or addition of a negation, of numbers in the type of the right "
                   "operand, which was never seen to be the smallest of a signed type",
               .effect = "a - b becomes a + -b, and the other way round",
               .flags = {.preserves = true}}) {}

  private:
    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const Node& n = p[step.site];
        if (n.kind != NodeKind::Binary || n.guarded) return false;
        if (view.is_constant(step.site) || view.is_length(step.site)) return false;
        if (!program::is_arithmetic(p.types.kind(n.type))) return false;
        const NodeId operand = subtrahend(p, n);
        return operand && program::is_arithmetic(p.types.kind(p[operand].type)) &&
               program::has_settled_type(p, operand) && program::promoted(p, operand) == n.type;
    }

    bool is_safe(const View& view, const Named& step) const override {
        const Node& n = view[step.site];
        const TypeKind kind = view.program().types.kind(n.type);
        if (n.binary() == BinaryOp::Add || program::is_floating(kind)) return true;
        const semantics::IntShape shape = shape_of(kind, view.program().platform.target);
        if (!shape.is_signed || view.is_dead(step.site)) return true;
        const NodeProfile* seen = view.profile(n.child(at::Binary::right));
        // Wider values are cut to 64 bits in the profile, so the smallest one there may stand for the type's.
        const int64_t bound = shape.width < 64 ? static_cast<int64_t>(smallest(shape)) : INT64_MIN;
        return seen != nullptr && seen->runs != 0 && seen->smallest > bound;
    }

    void perform(Program& p, const Named& step) const override {
        const Node old = p[step.site];
        const NodeId left = old.child(at::Binary::left), right = old.child(at::Binary::right);
        program::Build build(p);
        const NodeId made = old.binary() == BinaryOp::Sub
                                ? build.binary(BinaryOp::Add, left, build.unary(UnaryOp::Minus, right))
                                : build.binary(BinaryOp::Sub, left, subtrahend(p, old));
        become(p, step.site, made);
    }

    // What is subtracted, or none.
    static NodeId subtrahend(const Program& p, const Node& n) {
        const NodeId right = n.child(at::Binary::right);
        if (n.binary() == BinaryOp::Sub) return right;
        const Node& negation = p[right];
        const bool fits = n.binary() == BinaryOp::Add && negation.kind == NodeKind::Unary &&
                          negation.unary() == UnaryOp::Minus && !negation.guarded;
        return fits ? negation.child(at::Unary::operand) : NodeId{};
    }
};

} // namespace

const Transform& negate_subtrahend() {
    static const NegateSubtrahend transform;
    return transform;
}

} // namespace assay::transform
