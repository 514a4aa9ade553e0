// An integer constant becomes an operation on two constants.
#include "base/hash.h"
#include "program/build.h"
#include "program/typing.h"
#include "transform/kit/edit.h"
#include "transform/kit/inverse.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

using program::BinaryOp;

class SplitConstant final : public Transform {
  public:
    SplitConstant()
        : Transform(
              {.name = "split-constant",
               .precondition = "an integer constant where any constant expression of its type may stand",
               .effect = "c becomes a op b with the same value, for every binary operator",
               .flags = {.preserves = true},
               .arg_count = 3}) {} // operator, left, right

  private:
    void suggest(const View& view, NodeId site, uint64_t word, std::vector<Step>& out) const override {
        const Node& n = view[site];
        if (n.kind != NodeKind::IntConst) return;
        const auto op = static_cast<BinaryOp>(word % program::kBinaryOpCount);
        if (is_comparison(op) && n.bits() > 1) return;
        const auto operands =
            operands_for(op, n.bits(), shape(view, n), rule(view, site), base::scramble(word));
        if (operands)
            out.push_back(step_at(site, {static_cast<UInt128>(op), operands->left, operands->right}));
    }

    bool can(const View& view, const Step& step) const override {
        const Node& n = view[step.site];
        if (n.kind != NodeKind::IntConst || step.args[0] >= program::kBinaryOpCount) return false;
        if (!wants_value(view, step.site) && !wants_constant(view, step.site)) return false;
        const auto op = static_cast<BinaryOp>(step.args[0]);
        return yields(op, {step.args[1], step.args[2]}, n.bits(), shape(view, n), rule(view, step.site));
    }

    void perform(Program& p, const Step& step) const override {
        program::Build build(p);
        const auto op = static_cast<BinaryOp>(step.args[0]);
        const TypeId type = p[step.site].type, wide = program::promoted_type(p, type);
        const NodeId left = build.integer(wide, static_cast<Int128>(step.args[1]));
        const NodeId right =
            build.integer(is_shift(op) ? program::type::Int : wide, static_cast<Int128>(step.args[2]));
        become_value(p, step.site, build.binary(op, left, right), type);
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
