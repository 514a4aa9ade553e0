// The operands of a commutative operator, or of a comparison, change places.
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;
using program::BinaryOp;

bool is_symmetric(BinaryOp op) {
    return mirrored(op) != op || op == BinaryOp::Add || op == BinaryOp::Mul || op == BinaryOp::And ||
           op == BinaryOp::Or || op == BinaryOp::Xor || op == BinaryOp::Eq || op == BinaryOp::Ne;
}

class SwapOperands final : public TransformOf<> {
  public:
    SwapOperands()
        : TransformOf(
              {.name = "swap-operands",
               .precondition =
                   "an unguarded + * & | ^ == != < <= > >= (C leaves the order of its operands open, and the "
                   "evaluator knows that it does not matter)",
               .effect = "a op b becomes b op a, with < and > exchanged",
               .flags = {.preserves = true}}) {}

  private:
    bool can(const View& view, const Named& step) const override {
        const Node& n = view[step.site];
        return n.kind == NodeKind::Binary && !n.guarded && is_symmetric(n.binary());
    }

    void perform(Program& p, const Named& step) const override {
        Node& n = p[step.site];
        n.op = static_cast<uint8_t>(mirrored(n.binary()));
        n.form = 0; // forms are about the operands' order too
        std::swap(n.slot[at::Binary::left], n.slot[at::Binary::right]);
    }
};

} // namespace

const Transform& swap_operands() {
    static const SwapOperands transform;
    return transform;
}

} // namespace assay::transform
