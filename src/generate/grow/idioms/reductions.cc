// Reductions over arrays: twins, narrowing, conditional, with values that live on after the loop, early
// exits.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

enum class Variant {
    Sum,
    Twin,
    Narrowing,
    Conditional,
    LiveAfter,
    Search,
    Largest,
    Dot,
    Differences,
    Nested,
    Running
};
constexpr SiteOf kVariant{"grow.idiom.reductions",
                          Option{Variant::Sum, "sum", 2},
                          Option{Variant::Twin, "twin", 4},
                          Option{Variant::Narrowing, "narrowing", 4},
                          Option{Variant::Conditional, "conditional", 4},
                          Option{Variant::LiveAfter, "live-after", 4},
                          Option{Variant::Search, "search", 3},
                          Option{Variant::Largest, "largest", 3},
                          Option{Variant::Dot, "dot", 3},
                          Option{Variant::Differences, "differences", 2},
                          Option{Variant::Nested, "nested", 3},
                          Option{Variant::Running, "running", 2}};

BinaryOp combining(World& w) {
    return w.c.element(std::vector{BinaryOp::Add, BinaryOp::Add, BinaryOp::Xor, BinaryOp::Or, BinaryOp::And,
                                   BinaryOp::Sub, BinaryOp::Mul});
}

struct Reduction {
    World& w;
    Block& block;
    Variant variant;
    VarId array, other;  // what is read
    VarId total, second; // what is made
};

void step(Reduction& r, VarId i, Block& body) {
    World& w = r.w;
    const Expr element = at(w, r.array, ref(w, i)), twin = at(w, r.other, ref(w, i));
    const BinaryOp op = combining(w), op2 = combining(w);
    const TypeId type = w.p[r.total].type;
    const auto plain = [&](const Expr& value) { return update(op, ref(w, r.total), value); };
    switch (r.variant) {
    case Variant::Sum:
    case Variant::Nested: body.add(plain(element)); break;
    case Variant::Twin:
        body.add(plain(element));
        body.add(update(op2, ref(w, r.second), w.c.percent(60) ? element + 0 : twin + 0));
        break;
    case Variant::Narrowing:
        body.add(set(ref(w, r.total), binary(op, ref(w, r.total), element).as(type)));
        break;
    case Variant::Conditional: {
        w.begin_full_expression(0);
        const Expr test = w.c.percent(50) ? element > w.c.range<int64_t>(-2, 9) : (element & 1) == 0;
        if (w.c.percent(50))
            body.add(w.b.if_(test.node(), plain(twin)));
        else
            body.add(plain(select(test, twin, lit(w, 0))));
        break;
    }
    case Variant::LiveAfter:
        body.add(set(ref(w, r.second), binary(op2, element, ref(w, i)).as(w.p[r.second].type)));
        body.add(plain(ref(w, r.second)));
        break;
    case Variant::Search:
        body.add(w.b.if_((element == twin).node(), w.b.break_()));
        body.add(plain(element));
        break;
    case Variant::Largest: {
        const Expr better = w.c.percent(50) ? element > ref(w, r.total) : element <= ref(w, r.total);
        Block inner(w);
        inner.add(set(ref(w, r.total), element.as(type)));
        inner.add(set(ref(w, r.second), ref(w, i)));
        body.add(w.b.if_(better.node(), inner.done()));
        break;
    }
    case Variant::Dot: body.add(plain(element * twin)); break;
    case Variant::Differences: body.add(plain(select(element > twin, element - twin, twin - element))); break;
    case Variant::Running:
        body.add(plain(element));
        body.add(set(at(w, r.other, ref(w, i)), ref(w, r.total).as(w.type_of(r.other).base)));
        break;
    }
}

NodeId make(World& w) {
    const Variant variant = w.c.pick(kVariant);
    Block block(w);
    Reduction r{w, block, variant, {}, {}, {}, {}};
    const uint32_t least = w.c.percent(50) ? 4u : w.c.element(std::vector{8u, 16u, 17u, 32u});
    r.array = number_array(w, block, least, false);
    const bool writes = variant == Variant::Running;
    r.other = w.c.percent(30) && !writes ? r.array : number_array(w, block, length(w, r.array), writes);
    const TypeId narrow = narrow_type(w), wide = w.c.percent(50) ? type::UInt : signed_type(w);
    const TypeId type = variant == Variant::Narrowing ? narrow : wide;
    const auto accumulator = [&](int start) {
        if (w.c.percent(35)) return new_global(w, "g", type);
        return block.hidden("sum", type, w.b.integer(type, start));
    };
    r.total = accumulator(0);
    r.second = accumulator(1);
    const int64_t count = length(w, r.array);
    const int64_t from = w.c.percent(70) ? 0 : 1;
    const auto inner = [&](VarId i, Block& body) { step(r, i, body); };
    if (variant == Variant::Nested)
        block.add(loop_over(w, 0, w.c.range<int64_t>(2, 4), 1,
                            [&](VarId, Block& outer) { outer.add(loop_over(w, from, count, 1, inner)); }));
    else
        block.add(loop_over(w, from, count, w.c.percent(85) ? 1 : 2, inner));
    w.begin_full_expression(0);
    block.add(keep(w, ref(w, r.total)));
    w.begin_full_expression(0);
    block.add(keep(w, ref(w, r.second) + w.c.range<int64_t>(0, 2)));
    return block.done();
}

} // namespace

const StatementIdiom kReductions{"reductions", 7, make, &kVariant};

} // namespace assay::generate::grow::idioms
