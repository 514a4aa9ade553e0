// A constant comes closer to zero.
#include "program/build.h"
#include "transform/kit/edit.h"
#include "transform/kit/inverse.h"
#include "transform/kit/places.h"
#include "transform/registry.h"
#include "transform/size.h"

#include <cmath>

namespace assay::transform {
namespace {

// In a static initialiser: not an operand, where a zero may be no constant any more, and no case label.
bool is_plain_initialiser(const View& view, NodeId site) {
    NodeId around = view.parent(site);
    while (around && view[around].kind == NodeKind::InitList) around = view.parent(around);
    return !around || view[around].kind == NodeKind::Declare;
}

class SimplifyConstant final : public Transform {
  public:
    SimplifyConstant()
        : Transform({.name = "simplify-constant",
                     .precondition = "a number; in static initialisers one that is no operand",
                     .effect = "c becomes a constant of its type that is nearer to zero: 0, 1, a part of it, "
                               "its distance from zero",
                     .flags = {.shrinks = true},
                     .arg_count = 1}) {} // the new value; of floating point: 0 and 1, or 2 for the whole part

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        const Node& n = view[site];
        if (n.kind == NodeKind::FloatConst)
            for (const unsigned value : {0u, 1u, 2u}) out.push_back(step_at(site, {value}));
        if (n.kind != NodeKind::IntConst) return;
        const auto value = static_cast<Int128>(n.bits());
        for (const Int128 simpler : {Int128{0}, Int128{1}, value / 65536, value / 256, value / 16, value / 2,
                                     static_cast<Int128>(-n.bits())})
            out.push_back(step_at(site, {static_cast<UInt128>(simpler)}));
    }

    bool can(const View& view, const Step& step) const override {
        const Program& p = view.program();
        const Node& n = p[step.site];
        if (n.kind != NodeKind::IntConst && n.kind != NodeKind::FloatConst) return false;
        const bool fits_place = wants_value(view, step.site) ||
                                (wants_constant(view, step.site) && is_plain_initialiser(view, step.site));
        if (!fits_place || (n.kind == NodeKind::FloatConst && step.args[0] > 2)) return false;
        if (n.kind == NodeKind::IntConst) {
            const auto shape = shape_of(p.types.kind(n.type), p.platform.target);
            if (semantics::convert(step.args[0], shape) != step.args[0]) return false;
        }
        return magnitude(p, simplified(n, step)) < magnitude(p, n);
    }

    void perform(Program& p, const Step& step) const override {
        p[step.site] = simplified(p[step.site], step);
    }

    static Node simplified(Node n, const Step& step) {
        if (n.kind == NodeKind::IntConst)
            n.set_bits(step.args[0]);
        else
            n.set_real(step.args[0] < 2 ? static_cast<double>(static_cast<int>(step.args[0]))
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
