// What does not change in a loop: stores to hoist or sink, tests to unswitch, first and last rounds to peel.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

enum class Variant { Store, StoreMotion, PeelFirst, Unswitch, LastRound, Division, Flag, ZeroTrips };
constexpr SiteOf kVariant{"grow.idiom.invariants",
                          Option{Variant::Store, "store", 4},
                          Option{Variant::StoreMotion, "store-motion", 4},
                          Option{Variant::PeelFirst, "peel-first", 3},
                          Option{Variant::Unswitch, "unswitch", 3},
                          Option{Variant::LastRound, "last-round", 2},
                          Option{Variant::Division, "division", 4},
                          Option{Variant::Flag, "flag", 3},
                          Option{Variant::ZeroTrips, "zero-trips", 2}};

struct Parts {
    VarId array, g, pointer, inv; // pointer: to g, or to an element
};

void step(World& w, Variant variant, const Parts& parts, int64_t rounds, VarId i, Block& body) {
    const Expr g = ref(w, parts.g), inv = ref(w, parts.inv), element = at(w, parts.array, ref(w, i));
    const Expr through(w, w.b.deref(w.b.ref(parts.pointer)));
    const TypeId type = w.type_of(parts.array).base;
    switch (variant) {
    case Variant::Store:
    case Variant::ZeroTrips:
        body.add(set(g, w.c.percent(60) ? inv + 1 : inv * 2));
        body.add(set(element, (ref(w, i) + ref(w, parts.inv)).as(type)));
        break;
    case Variant::StoreMotion:
        body.add(update(BinaryOp::Add, g, element));
        body.add(set(through, w.c.percent(50) ? through + ref(w, i) : ref(w, i) + 0));
        break;
    case Variant::PeelFirst:
        body.add(w.b.if_((ref(w, i) == 0).node(), set(g, inv + 0), update(BinaryOp::Xor, g, element)));
        break;
    case Variant::Unswitch: {
        const NodeId no = w.c.percent(60) ? set(element, (element ^ ref(w, i)).as(type)) : NodeId{};
        body.add(w.b.if_((inv > w.c.range<int64_t>(-2, 4)).node(), update(BinaryOp::Add, g, element), no));
        break;
    }
    case Variant::LastRound: {
        const Expr last = ref(w, i) == rounds - 1;
        body.add(w.b.if_(last.node(), set(through, inv + 0)));
        body.add(update(BinaryOp::Sub, g, ref(w, i)));
        break;
    }
    case Variant::Division: { // it may only be hoisted with its test
        const BinaryOp op = w.c.percent(50) ? BinaryOp::Div : BinaryOp::Rem;
        const Expr quotient = binary(op, lit(w, w.c.range<int64_t>(50, 5000)), inv);
        body.add(w.b.if_((inv != 0).node(), update(BinaryOp::Add, g, quotient)));
        w.settled_ifs.push_back(body.last());
        body.add(set(element, (element + 1).as(type)));
        break;
    }
    case Variant::Flag:
        body.add(w.b.if_((element > w.c.range<int64_t>(0, 50)).node(), set(g, lit(w, 1))));
        if (w.c.percent(50)) body.add(w.b.if_((g == 1).node(), set(element, lit(w, 0).as(type))));
        break;
    }
}

NodeId make(World& w) {
    const Variant variant = w.c.pick(kVariant);
    Block block(w);
    Parts parts;
    parts.array = number_array(w, block, 4, true);
    parts.g = new_global(w, "g", type::Int);
    const bool alias = w.c.percent(50);
    const VarId other = alias ? parts.g : new_global(w, "g", type::Int);
    w.take_address(other);
    parts.pointer = block.hidden("p", w.p.types.pointer_to(type::Int), w.b.addr(w.b.ref(other)));
    w.begin_full_expression(0);
    const NodeId start =
        w.c.percent(60) ? (pure_number(w, 1) & 15).as(type::Int).node() : w.b.integer(type::Int, 0);
    parts.inv = w.c.percent(50) ? block.hidden("inv", type::Int, start) : new_global(w, "g", type::Int);
    const int64_t rounds = variant == Variant::ZeroTrips ? 0 : std::min<int64_t>(length(w, parts.array), 12);
    block.add(
        loop_over(w, 0, rounds, 1, [&](VarId i, Block& body) { step(w, variant, parts, rounds, i, body); }));
    w.begin_full_expression(0);
    block.add(keep(w, ref(w, parts.g) + at(w, parts.array, lit(w, 0))));
    return block.done();
}

} // namespace

const StatementIdiom kInvariants{"invariants", 6, make, &kVariant};

} // namespace assay::generate::grow::idioms
