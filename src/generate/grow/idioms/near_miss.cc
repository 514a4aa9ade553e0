// What looks like an idiom and is not: one constant or one operator of it is another. Whoever matches idioms
// must notice.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;
using program::NodeKind;

namespace {

enum class Constant { Up, Down, Doubled, Negated };
constexpr SiteOf kConstant{"grow.idiom.near-miss.constant", Option{Constant::Up, "up", 3},
                           Option{Constant::Down, "down", 3}, Option{Constant::Doubled, "doubled", 1},
                           Option{Constant::Negated, "negated", 1}};

// The operator that is easily taken for this one.
BinaryOp neighbour(BinaryOp op) {
    using enum BinaryOp;
    switch (op) {
    case Add: return Sub;
    case Sub: return Add;
    case Shl: return Shr;
    case Shr: return Shl;
    case And: return Or;
    case Or: return Xor;
    case Xor: return And;
    case Lt: return Le;
    case Le: return Lt;
    case Gt: return Ge;
    case Ge: return Gt;
    case Eq: return Ge;
    case Ne: return Lt;
    case Mul:
    case Div:
    case Rem: break;
    }
    return op;
}

base::Int128 changed(World& w, base::Int128 value) {
    switch (w.c.pick(kConstant)) {
    case Constant::Up: return value + 1;
    case Constant::Down: return value - 1;
    case Constant::Doubled: return value * 2;
    case Constant::Negated: break;
    }
    return -value;
}

} // namespace

void miss_narrowly(World& w, NodeId made) {
    std::vector<NodeId> places;
    program::walk(w.p, made, [&](NodeId id) {
        const program::Node& n = w.p[id];
        const bool operation = n.kind == NodeKind::Binary && is_integer(w.kind(w.p[n.child(0)].type)) &&
                               is_integer(w.kind(w.p[n.child(1)].type));
        if (operation || (n.kind == NodeKind::IntConst && is_integer(w.kind(n.type)))) places.push_back(id);
    });
    if (places.empty()) return;
    const NodeId place = w.c.element(places);
    if (w.p[place].kind == NodeKind::Binary) {
        w.p[place].op = static_cast<uint8_t>(neighbour(w.p[place].binary()));
        return;
    }
    // Small ones alone, which are shift counts, widths and bounds: the others are masks.
    const base::UInt128 bits = w.p[place].bits();
    if (bits > 1000) return;
    const NodeId other = w.b.integer(w.p[place].type, changed(w, static_cast<base::Int128>(bits)));
    w.p[place].set_bits(w.p[other].bits());
}

const choice::Site* near_miss_site() { return &kConstant; }

} // namespace assay::generate::grow::idioms
