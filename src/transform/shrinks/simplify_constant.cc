// A constant comes closer to zero.
#include "program/build.h"
#include "transform/kit/args.h"
#include "transform/kit/edit.h"
#include "transform/kit/inverse.h"
#include "transform/kit/places.h"
#include "transform/registry.h"
#include "transform/size.h"

#include <cmath>

namespace assay::transform {
namespace {

// In a static initialiser: not an operand, where a zero may no longer be a constant, and not a case label.
bool is_plain_initialiser(const View& view, NodeId site) {
    NodeId around = view.parent(site);
    while (around && view[around].kind == NodeKind::InitList) around = view.parent(around);
    return !around || view[around].kind == NodeKind::Declare;
}

class SimplifyConstant final : public TransformOf<ValueArgs> {
  public:
    SimplifyConstant()
        : TransformOf({.name = "simplify-constant",
                       .precondition = "a number; in static initialisers one that is not an operand",
                       .effect =
                           "c becomes a constant of its type that is nearer to zero: 0, 1, a part of it, "
                           "its distance from zero",
                       .flags = {.shrinks = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t, const Offer& offer) const override {
        const Node& n = view[site];
        if (n.kind == NodeKind::FloatConst)
            for (const unsigned value : {0u, 1u, 2u}) offer({value});
        if (n.kind != NodeKind::IntConst) return;
        const auto value = static_cast<Int128>(n.bits());
        for (const Int128 simpler : {Int128{0}, Int128{1}, value / 65536, value / 256, value / 16, value / 2,
                                     static_cast<Int128>(-n.bits())})
            offer({static_cast<UInt128>(simpler)});
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const Node& n = p[step.site];
        if (n.kind != NodeKind::IntConst && n.kind != NodeKind::FloatConst) return false;
        const bool fits_place = wants_value(view, step.site) ||
                                (wants_constant(view, step.site) && is_plain_initialiser(view, step.site));
        if (!fits_place || (n.kind == NodeKind::FloatConst && step.value > 2)) return false;
        if (n.kind == NodeKind::IntConst && !is_value_of(p, p.types.kind(n.type), step.value)) return false;
        return magnitude(p, simplified(n, step)) < magnitude(p, n);
    }

    void perform(Program& p, const Named& step) const override {
        p[step.site] = simplified(p[step.site], step);
    }

    static Node simplified(Node n, const Named& step) {
        if (n.kind == NodeKind::IntConst)
            n.set_bits(step.value);
        else
            n.set_real(step.value < 2 ? static_cast<double>(static_cast<int>(step.value))
                                      : std::trunc(n.real()));
        return n;
    }
};

} // namespace

const Transform& simplify_constant() {
    static const SimplifyConstant transform;
    return transform;
}

} // namespace assay::transform
