// Ways over an array: reversed, strided, by pointers up and down, a pointer set in an outer loop.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

using program::IncDecOp;

enum class Variant {
    ReversedCopy,
    Strided,
    FilledBackwards,
    PointerInOuter,
    InPlaceReverse,
    PointerCopy,
    Interleaved
};
constexpr SiteOf kVariant{"grow.idiom.walks",
                          Option{Variant::ReversedCopy, "reversed-copy", 3},
                          Option{Variant::Strided, "strided", 3},
                          Option{Variant::FilledBackwards, "filled-backwards", 4},
                          Option{Variant::PointerInOuter, "pointer-in-outer-loop", 4},
                          Option{Variant::InPlaceReverse, "in-place-reverse", 2},
                          Option{Variant::PointerCopy, "pointer-copy", 3},
                          Option{Variant::Interleaved, "interleaved", 2}};

// char buf[N]; char *p = buf + N; do *--p = ...; while (p > buf + k);
void filled_backwards(World& w, Block& block) {
    const TypeId element = w.c.percent(60) ? type::Char : narrow_type(w);
    const auto count = w.c.range(4u, 12u);
    const TypeId array_type = w.p.types.array_of(element, count);
    const VarId buffer = block.hidden("buf", array_type, constant_initialiser(w, array_type));
    w.take_address(buffer);
    const TypeId pointer = w.p.types.pointer_to(element);
    const VarId p = block.hidden("p", pointer, (ref(w, buffer) + count).node());
    w.begin_full_expression(0);
    const VarId rest = block.hidden("rest", type::UInt, pure_of(w, type::UInt, 1).node());
    const int64_t left = w.c.range<int64_t>(0, count - 2),
                  base = w.c.element(std::vector<int64_t>{2, 8, 10, 16});
    const Expr slot(w, w.b.deref(w.b.incdec(IncDecOp::PreDec, w.b.ref(p))));
    Block body(w);
    body.add(set(slot, (ref(w, rest) % base + Expr(w, w.b.character('0'))).as(element)));
    body.add(update(BinaryOp::Div, ref(w, rest), lit(w, base)));
    const Expr more = ref(w, p) > ref(w, buffer) + left;
    const NodeId inside = body.done();
    const bool also = w.c.percent(50);
    const Expr test = also ? both(more, ref(w, rest) != 0) : both(more, lit(w, 1));
    block.add(also ? w.b.do_while(inside, test.node())
                   : w.b.while_((ref(w, p) > ref(w, buffer) + left).node(), inside));
    w.begin_full_expression(0);
    block.add(keep(w, at(w, buffer, lit(w, w.c.range<int64_t>(0, count - 1))) +
                          (ref(w, p) - ref(w, buffer)).as(type::Int)));
}

// int *p = &a[i]; is set in the outer loop, and used in the inner one beside the array itself.
void pointer_in_outer(World& w, Block& block) {
    const VarId array = number_array(w, block, 6, true);
    const int64_t count = length(w, array);
    const TypeId element = w.p.types.unqualified(w.type_of(array).base);
    w.take_address(array);
    const int64_t half = count / 2;
    const int64_t shift = w.c.range<int64_t>(0, count - half - half + 1);
    block.add(loop_over(w, 0, half, 1, [&](VarId i, Block& outer) {
        const NodeId spot = w.b.addr(at(w, array, ref(w, i) + shift).node());
        const VarId p = outer.hidden("p", w.p.types.pointer_to(element), spot);
        outer.add(loop_over(w, 0, half, 1, [&](VarId k, Block& inner) {
            const Expr here(w, w.b.deref(w.b.ref(p)));
            const BinaryOp op = w.c.element(std::vector{BinaryOp::Add, BinaryOp::Xor, BinaryOp::Or});
            inner.add(set(at(w, array, ref(w, k)), binary(op, here, ref(w, i)).as(element)));
            w.begin_full_expression(0);
            if (w.c.percent(50)) inner.add(set(here, at(w, array, ref(w, k) + (count - half)).as(element)));
        }));
    }));
}

void pointer_copy(World& w, Block& block) {
    const VarId from = number_array(w, block, 4, true);
    const int64_t count = length(w, from);
    const TypeId element = w.p.types.unqualified(w.type_of(from).base);
    const bool same = w.c.percent(40);
    const VarId to = same ? from : array_of(w, block, element, static_cast<uint32_t>(count));
    w.take_address(from);
    w.take_address(to);
    const TypeId pointer = w.p.types.pointer_to(element);
    const int64_t shift = w.c.range<int64_t>(0, 2);
    const VarId p = block.hidden("p", pointer, w.b.ref(from));
    const VarId q = block.hidden("q", pointer, (ref(w, to) + shift).node());
    const Expr source(w, w.b.deref(w.b.incdec(IncDecOp::PostInc, w.b.ref(p))));
    const Expr target(w, w.b.deref(w.b.incdec(IncDecOp::PostInc, w.b.ref(q))));
    const Expr value = (source + w.c.range<int64_t>(0, 3)).as(element);
    const NodeId step = set(target, value);
    block.add(w.b.while_((ref(w, p) < ref(w, from) + (count - shift)).node(), w.b.block(std::vector{step})));
    w.begin_full_expression(0);
    block.add(keep(w, at(w, to, lit(w, count - 1))));
}

NodeId make(World& w) {
    const Variant variant = w.c.pick(kVariant);
    Block block(w);
    if (variant == Variant::FilledBackwards) filled_backwards(w, block);
    if (variant == Variant::PointerInOuter) pointer_in_outer(w, block);
    if (variant == Variant::PointerCopy) pointer_copy(w, block);
    if (variant == Variant::FilledBackwards || variant == Variant::PointerInOuter ||
        variant == Variant::PointerCopy)
        return block.done();
    const VarId a = number_array(w, block, 6, true);
    const VarId b = number_array(w, block, length(w, a), false);
    const int64_t count = length(w, a);
    const TypeId element = w.p.types.unqualified(w.type_of(a).base);
    if (variant == Variant::ReversedCopy) {
        const bool down = w.c.percent(50);
        block.add(
            loop_over(w, down ? count - 1 : 0, down ? 0 : count, down ? -1 : 1, [&](VarId i, Block& body) {
                const Expr other = at(w, b, (count - 1) - ref(w, i));
                body.add(set(at(w, a, ref(w, i)), other.as(element)));
            }));
    } else if (variant == Variant::Strided) {
        const auto by = w.c.range<int64_t>(2, 3);
        block.add(loop_over(w, w.c.range<int64_t>(0, 1), count, by, [&](VarId i, Block& body) {
            w.begin_full_expression(0);
            const Expr value = pure_number(w, 1);
            body.add(set(at(w, a, ref(w, i)), (at(w, b, ref(w, i)) ^ value).as(element)));
        }));
    } else if (variant == Variant::Interleaved) {
        block.add(loop_over(w, 0, count / 2, 1, [&](VarId i, Block& body) {
            body.add(set(at(w, a, 2 * ref(w, i)), at(w, b, ref(w, i)).as(element)));
            body.add(set(at(w, a, 2 * ref(w, i) + 1), at(w, b, ref(w, i) + count / 2).as(element)));
        }));
    } else {
        block.add(loop_over(w, 0, count / 2, 1, [&](VarId i, Block& body) {
            const VarId t = body.hidden("t", element, at(w, a, ref(w, i)).node());
            body.add(set(at(w, a, ref(w, i)), at(w, a, (count - 1) - ref(w, i))));
            body.add(set(at(w, a, (count - 1) - ref(w, i)), ref(w, t)));
        }));
    }
    w.begin_full_expression(0);
    block.add(keep(w, at(w, a, lit(w, w.c.range<int64_t>(0, count - 1)))));
    return block.done();
}

} // namespace

const StatementIdiom kWalks{"walks", 6, make, &kVariant};

} // namespace assay::generate::grow::idioms
