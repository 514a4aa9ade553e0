// Vectors of floating point: small whole numbers in every lane, so that nothing is ever rounded.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

enum class Variant { Arithmetic, Select, Accumulate, Whole };
constexpr SiteOf kVariant{"grow.idiom.float-lanes", Option{Variant::Arithmetic, "arithmetic", 4},
                          Option{Variant::Select, "select", 3}, Option{Variant::Accumulate, "accumulate", 3},
                          Option{Variant::Whole, "whole", 2}};

constexpr int64_t kLargest = 15; // so that a product and a sum of products stay small

// The vector and one of integers with lanes of the same size.
struct Pair {
    TypeId reals, numbers;
};

Pair vector_types(World& w) {
    const bool single = w.c.percent(60);
    const uint32_t lanes = (w.c.percent(70) ? 16u : 32u) / (single ? 4u : 8u);
    return {w.p.types.vector_of(single ? type::Float : type::Double, lanes),
            w.p.types.vector_of(single ? type::Int : type::LLong, lanes)};
}

Expr built(World& w, TypeId type) {
    const program::Type t = w.p.types[type];
    std::vector<NodeId> lanes;
    for (uint32_t i = 0; i < t.count; ++i) {
        const Expr number = i < 3 ? pure_of(w, type::Int, 1) & kLargest : small_constant(w, -4, 9);
        lanes.push_back(number.as(t.base).node());
    }
    return {w, w.b.literal(type, w.b.init(type, lanes))};
}

BinaryOp exact_op(World& w) { return w.c.element(std::vector{BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul}); }

Expr less(World& w, const Expr& a, const Expr& b) {
    return binary(w.c.element(std::vector{BinaryOp::Lt, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne}), a, b);
}

NodeId make(World& w) {
    const Variant variant = w.c.pick(kVariant);
    Block block(w);
    const Pair types = vector_types(w);
    w.begin_full_expression(0);
    const VarId a = block.hidden("fa", types.reals, built(w, types.reals).node());
    w.begin_full_expression(0);
    const VarId b = block.hidden("fb", types.reals, built(w, types.reals).node());
    const VarId n = block.hidden("fn", types.numbers, w.b.convert_vector(types.numbers, w.b.ref(b)));
    const BinaryOp first = exact_op(w), second = exact_op(w);
    switch (variant) {
    case Variant::Arithmetic:
        block.add(set(ref(w, a), binary(first, binary(second, ref(w, a), ref(w, b)), ref(w, b))));
        break;
    case Variant::Select: {
        const Expr mask = less(w, ref(w, a), ref(w, b)).as(types.numbers);
        block.add(set(ref(w, n), mask & ref(w, n)));
        break;
    }
    case Variant::Accumulate:
        block.add(loop_over(w, 0, w.c.range<int64_t>(2, 6), 1, [&](VarId i, Block& body) {
            body.add(set(ref(w, a), ref(w, a) + ref(w, b)));
            const uint32_t count = w.p.types[types.reals].count;
            const Expr lane(w, w.b.index(w.b.ref(b), (ref(w, i).as(type::UInt) % count).node()));
            body.add(set(lane, ref(w, i).as(w.p.types[types.reals].base)));
        }));
        break;
    case Variant::Whole:
        block.add(set(ref(w, a), Expr(w, w.b.convert_vector(types.reals, w.b.ref(n))) - ref(w, a)));
        break;
    }
    w.begin_full_expression(0);
    const Expr which = small_constant(w, 0, w.p.types[types.reals].count - 1);
    const Expr real(w, w.b.index(w.b.ref(a), which.node()));
    const Expr number(w, w.b.index(w.b.ref(n), lit(w, 0).node()));
    block.add(keep(w, real.as(type::Int) + number.as(type::Int)));
    return block.done();
}

} // namespace

const StatementIdiom kFloatLanes{"float-lanes", 2, make, &kVariant};

} // namespace assay::generate::grow::idioms
