// Reading and writing at a distance: stencils, shifts, prefix sums, nests over arrays of two and three
// dimensions.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

enum class Variant {
    Distance,
    Neighbours,
    Prefix,
    ShiftDown,
    Transposed,
    Cube,
    TwoD,
    Fill,
    TwoStores,
    Commoning
};
constexpr SiteOf kVariant{"grow.idiom.stencils",
                          Option{Variant::Distance, "distance", 4},
                          Option{Variant::Neighbours, "neighbours", 3},
                          Option{Variant::Prefix, "prefix", 2},
                          Option{Variant::ShiftDown, "shift-down", 3},
                          Option{Variant::Transposed, "transposed", 3},
                          Option{Variant::Cube, "cube", 4},
                          Option{Variant::TwoD, "two-d", 4},
                          Option{Variant::Fill, "fill", 2},
                          Option{Variant::TwoStores, "two-stores", 3},
                          Option{Variant::Commoning, "commoning", 3}};

BinaryOp combining(World& w) {
    return w.c.element(std::vector{BinaryOp::Add, BinaryOp::Sub, BinaryOp::Xor, BinaryOp::Or, BinaryOp::And});
}

TypeId element_type(World& w) {
    const TypeId type = w.c.percent(50) ? type::Int : integer_type(w);
    return type == type::Bool ? type::Char : type;
}

// e[a][b][a] and its like: the same counters in several places, nests in any order.
void cube(World& w, Block& block) {
    const auto side = w.c.range(2u, 4u);
    const TypeId element = element_type(w);
    const TypeId row = w.p.types.array_of(element, side), plane = w.p.types.array_of(row, side);
    const VarId e = array_of(w, block, plane, side + w.c.range(0u, 2u));
    const auto last = static_cast<int64_t>(side);
    block.add(loop_over(w, 0, last, 1, [&](VarId a, Block& outer) {
        outer.add(loop_over(w, 0, last, w.c.percent(80) ? 1 : 2, [&](VarId b, Block& inner) {
            const auto cell = [&] {
                const VarId first = w.c.percent(50) ? a : b, second = w.c.percent(50) ? a : b;
                const VarId third = w.c.percent(50) ? a : b;
                const Expr mid(w, w.b.index(at(w, e, ref(w, first)).node(), w.b.ref(second)));
                const NodeId place = mid.node();
                return Expr(w, w.b.index(place, w.c.percent(70) ? w.b.ref(third)
                                                                : ((last - 1) - ref(w, third)).node()));
            };
            const Expr to = cell(), from = cell();
            const BinaryOp op = combining(w);
            inner.add(set(to, binary(op, from, w.c.percent(50) ? ref(w, a) : lit(w, 1)).as(element)));
            w.begin_full_expression(0);
            if (w.c.percent(40)) inner.add(keep(w, cell()));
        }));
    }));
}

// a[2 * i + 1][j] = a[i][j + 1] + ...: nests with rich subscripts.
void two_d(World& w, Block& block, bool transposed) {
    const auto rows = w.c.range(3u, 7u), columns = w.c.range(3u, 7u);
    const TypeId element = element_type(w);
    const VarId a = array_of(w, block, w.p.types.array_of(element, columns), rows);
    const int64_t height = rows, width = columns;
    const int64_t across = transposed ? std::min(width, height) : width - 1;
    const int64_t down = transposed ? across : (height - 1) / 2;
    const auto cell = [&](const Expr& i, const Expr& j) {
        const NodeId row = at(w, a, i).node();
        return Expr(w, w.b.index(row, j.node()));
    };
    block.add(loop_over(w, 0, std::max<int64_t>(down, 1), 1, [&](VarId i, Block& outer) {
        const bool back = w.c.percent(25);
        outer.add(
            loop_over(w, back ? across - 1 : 0, back ? 0 : across, back ? -1 : 1, [&](VarId j, Block& inner) {
                const BinaryOp op = combining(w);
                if (transposed) {
                    inner.add(set(cell(ref(w, j), ref(w, i)),
                                  binary(op, cell(ref(w, i), ref(w, j)), ref(w, j)).as(element)));
                    return;
                }
                const bool odd = w.c.percent(50);
                const Expr row = odd ? 2 * ref(w, i) + 1 : ref(w, i) + 1;
                const Expr value = binary(op, cell(ref(w, i), ref(w, j) + 1), cell(ref(w, i), ref(w, j)));
                inner.add(set(cell(row, ref(w, j)), value.as(element)));
            }));
    }));
    w.begin_full_expression(0);
    block.add(keep(w, cell(lit(w, height - 1), lit(w, width - 1))));
}

void body_of(World& w, Variant variant, VarId a, VarId b, int64_t distance, VarId i, Block& body) {
    const TypeId element = w.p.types.unqualified(w.type_of(a).base);
    const BinaryOp op = combining(w), op2 = combining(w);
    const auto in = [&](VarId array, int64_t by) {
        return by == 0 ? at(w, array, ref(w, i)) : at(w, array, ref(w, i) + by);
    };
    w.begin_full_expression(0);
    const Expr value = w.c.percent(50) ? ref(w, i) : pure_number(w, 1);
    switch (variant) {
    case Variant::Distance: body.add(set(in(a, distance), binary(op, in(a, 0), value).as(element))); break;
    case Variant::Neighbours:
        body.add(set(in(a, 1), binary(op, binary(op2, in(b, 0), in(b, 1)), in(b, 2)).as(element)));
        break;
    case Variant::Prefix: body.add(set(in(a, 1), binary(op, in(a, 1), in(a, 0)).as(element))); break;
    case Variant::ShiftDown: body.add(set(in(a, 0), binary(op, in(a, distance), value).as(element))); break;
    case Variant::TwoStores:
        body.add(set(in(a, 0), value.as(element)));
        body.add(set(in(a, distance), binary(op, in(b, 0), in(a, 0)).as(element)));
        break;
    case Variant::Commoning:
        body.add(set(in(a, 0), binary(op, in(b, 0), in(b, distance)).as(element)));
        body.add(set(in(a, 1), binary(op2, in(b, 1), in(b, 0)).as(element)));
        break;
    case Variant::Fill:
    case Variant::Transposed:
    case Variant::Cube:
    case Variant::TwoD: body.add(set(in(a, 0), value.as(element))); break;
    }
}

NodeId make(World& w) {
    const Variant variant = w.c.pick(kVariant);
    Block block(w);
    if (variant == Variant::Cube) {
        cube(w, block);
        return block.done();
    }
    if (variant == Variant::TwoD || variant == Variant::Transposed) {
        two_d(w, block, variant == Variant::Transposed);
        return block.done();
    }
    const VarId a = number_array(w, block, w.c.percent(50) ? 6 : 20, true);
    const VarId b = w.c.percent(30) ? a : number_array(w, block, length(w, a), false);
    const int64_t distance = w.c.range<int64_t>(1, 4), count = length(w, a);
    const bool down = w.c.percent(20);
    const int64_t end = count - std::max<int64_t>(distance, 2);
    block.add(loop_over(w, down ? end - 1 : 0, down ? 0 : end, down ? -1 : 1,
                        [&](VarId i, Block& body) { body_of(w, variant, a, b, distance, i, body); }));
    w.begin_full_expression(0);
    block.add(keep(w, at(w, a, lit(w, w.c.range<int64_t>(0, count - 1)))));
    return block.done();
}

} // namespace

const StatementIdiom kStencils{"stencils", 7, make, &kVariant};

} // namespace assay::generate::grow::idioms
