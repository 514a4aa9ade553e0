// An integer constant becomes an operation on two constants.
#include "base/hash.h"
#include "program/build.h"
#include "program/typing.h"
#include "transform/kit/args.h"
#include "transform/kit/edit.h"
#include "transform/kit/inverse.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

using program::BinaryOp;

class SplitConstant final : public TransformOf<SplitConstantArgs> {
  public:
    SplitConstant()
        : TransformOf(
              {.name = "split-constant",
               .precondition = "an integer constant where any constant expression of its type may stand",
               .effect = "c becomes a op b with the same value, for every binary operator",
               .flags = {.preserves = true},
               .sites = Sites::Integers}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t word, const Offer& offer) const override {
        const Node& n = view[site];
        const auto op = static_cast<BinaryOp>(word % program::kBinaryOpCount);
        if (is_comparison(op) && n.bits() > 1) return;
        const auto operands =
            operands_for(op, n.bits(), shape(view, n), rule(view, site), base::scramble(word));
        if (operands) offer({op, operands->left, operands->right});
    }

    bool can(const View& view, const Named& step) const override {
        const Node& n = view[step.site];
        if (!wants_value(view, step.site) && !wants_constant(view, step.site)) return false;
        return yields(step.op, {step.left, step.right}, n.bits(), shape(view, n), rule(view, step.site));
    }

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const TypeId type = p[step.site].type, wide = program::promoted_type(p, type);
        const NodeId left = build.integer(wide, static_cast<Int128>(step.left));
        const NodeId right =
            build.integer(is_shift(step.op) ? program::type::Int : wide, static_cast<Int128>(step.right));
        become_value(p, step.site, build.binary(step.op, left, right), type);
    }

    // That of the operation: small types are promoted.
    static semantics::IntShape shape(const View& view, const Node& n) {
        const TypeId wide = program::promoted_type(view.program(), n.type);
        return shape_of(view.program().types.kind(wide), view.program().platform.target);
    }
    // A constant expression must be one in every standard.
    static semantics::ShiftRule rule(const View& view, NodeId site) {
        return view.is_constant(site) ? semantics::ShiftRule::C
                                      : shift_rule(view.program().platform.standard);
    }
};

} // namespace

const Transform& split_constant() {
    static const SplitConstant transform;
    return transform;
}

} // namespace assay::transform
