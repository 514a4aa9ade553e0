// Branches that meet again: conditional stores, equal loads on both arms, values of one size and two types,
// threads.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

using program::IncDecOp;

enum class Variant {
    ConditionalStore,
    LoadOnBothArms,
    SameValueOtherType,
    Correlated,
    ValueByIf,
    MinByPointers,
    Swap
};
constexpr SiteOf kVariant{"grow.idiom.diamonds",
                          Option{Variant::ConditionalStore, "conditional-store", 4},
                          Option{Variant::LoadOnBothArms, "load-on-both-arms", 4},
                          Option{Variant::SameValueOtherType, "same-value-other-type", 3},
                          Option{Variant::Correlated, "correlated", 4},
                          Option{Variant::ValueByIf, "value-by-if", 3},
                          Option{Variant::MinByPointers, "min-by-pointers", 3},
                          Option{Variant::Swap, "swap", 2}};

Expr test(World& w) {
    w.begin_full_expression(0);
    const bool was = std::exchange(w.pure, true);
    const NodeId made = condition(w, 1);
    w.pure = was;
    return {w, made};
}

// The increments come first, then the same load: p may point to what was incremented.
void both_arms(World& w, Block& block) {
    const TypeId type = w.c.percent(60) ? type::Int : type::UShort;
    const VarId one = new_global(w, "g", type), other = new_global(w, "g", type);
    const VarId pointer =
        block.hidden("p", w.p.types.pointer_to(type), w.b.addr(w.b.ref(w.c.percent(50) ? one : other)));
    w.take_address(one);
    w.take_address(other);
    const VarId seen = block.hidden("x", type, w.b.integer(type, 0));
    const auto arm = [&](VarId bumped) {
        Block inner(w);
        const bool up = w.c.percent(70);
        inner.add(w.b.expr(w.b.incdec(up ? IncDecOp::PostInc : IncDecOp::PreDec, w.b.ref(bumped))));
        const NodeId load = w.c.percent(70) ? w.b.deref(w.b.ref(pointer)) : w.b.ref(one);
        inner.add(set(ref(w, seen), Expr(w, load)));
        return inner.done();
    };
    const Expr condition = test(w);
    const NodeId yes = arm(one), no = arm(other);
    block.add(w.b.if_(condition.node(), yes, no));
    w.begin_full_expression(0);
    block.add(keep(w, ref(w, seen) + Expr(w, w.b.deref(w.b.ref(pointer)))));
}

void other_type(World& w, Block& block) {
    const bool wide = w.c.percent(40);
    const TypeId one = wide ? type::LLong : type::Int, other = wide ? type::ULLong : type::UInt;
    const VarId g = new_global(w, "g", one);
    w.take_address(g);
    w.begin_full_expression(0);
    const VarId value = block.hidden("x", one, pure_of(w, one, 1).node());
    const VarId pointer = block.hidden("p", w.p.types.pointer_to(one), w.b.addr(w.b.ref(g)));
    const Expr condition = test(w);
    const NodeId yes = set(Expr(w, w.b.deref(w.b.ref(pointer))), ref(w, value));
    const TypeId as_other = w.p.types.pointer_to(other);
    const NodeId no = set(Expr(w, w.b.deref(w.b.cast(as_other, w.b.ref(pointer)))), ref(w, value).as(other));
    block.add(w.b.if_(condition.node(), yes, no));
    w.begin_full_expression(0);
    block.add(keep(w, ref(w, g) + ref(w, value).as(other)));
}

// Two tests of which the second follows from the first, more or less.
void correlated(World& w, Block& block) {
    w.begin_full_expression(0);
    const VarId x = block.hidden("x", type::Int, pure_of(w, type::Int, 1).node());
    const VarId state = block.hidden("state", type::Int, w.b.integer(type::Int, w.c.range(0, 2)));
    const auto limit = w.c.range<int64_t>(-3, 20);
    const BinaryOp op = w.c.element(std::vector{BinaryOp::Gt, BinaryOp::Lt, BinaryOp::Eq, BinaryOp::Ne});
    const auto near = limit + w.c.range<int64_t>(-1, 1);
    const NodeId first = set(ref(w, state), small_constant(w, 1, 4));
    const NodeId otherwise = w.c.percent(50) ? assignment(w) : NodeId{};
    block.add(w.b.if_(binary(op, ref(w, x), limit).node(), first, otherwise));
    block.add(assignment(w));
    w.begin_full_expression(0);
    const Expr second = w.c.percent(50) ? ref(w, state) == 2 : binary(op, ref(w, x), near);
    const NodeId yes = keep(w, ref(w, x) + ref(w, state));
    block.add(w.b.if_(second.node(), yes, w.c.percent(50) ? assignment(w) : NodeId{}));
    w.begin_full_expression(0);
    block.add(keep(w, ref(w, state)));
}

void min_by_pointers(World& w, Block& block) {
    const TypeId type = w.c.percent(60) ? type::Int : type::ULLong;
    const TypeId pointer = w.p.types.pointer_to(type);
    const VarId a = new_global(w, "g", type), b = new_global(w, "g", type);
    w.take_address(a);
    w.take_address(b);
    const VarId p = block.hidden("p", pointer, w.b.addr(w.b.ref(a)));
    const VarId q = block.hidden("q", pointer, w.b.addr(w.b.ref(w.c.percent(85) ? b : a)));
    const auto pointee = [&](VarId var) { return Expr(w, w.b.deref(w.b.ref(var))); };
    const bool strict = w.c.percent(50);
    const Expr less = strict ? pointee(p) < pointee(q) : pointee(p) <= pointee(q);
    const VarId least = block.hidden("m", pointer, select(less, ref(w, p), ref(w, q)).node());
    w.begin_full_expression(0);
    block.add(set(pointee(least), pure_number(w, 1)));
    w.begin_full_expression(0);
    block.add(keep(w, pointee(p) ^ pointee(q)));
}

NodeId make(World& w) {
    const Variant variant = w.c.pick(kVariant);
    Block block(w);
    switch (variant) {
    case Variant::ConditionalStore: {
        const VarId array = number_array(w, block, 4, true);
        block.add(loop_over(w, 0, length(w, array), 1, [&](VarId i, Block& body) {
            const Expr condition = test(w);
            const Expr value = pure_number(w, 1);
            const NodeId store = set(at(w, array, ref(w, i)), value);
            const bool by_element = w.c.percent(50);
            body.add(w.b.if_(by_element ? (at(w, array, ref(w, i)) < 5).node() : condition.node(), store));
        }));
        break;
    }
    case Variant::LoadOnBothArms: both_arms(w, block); break;
    case Variant::SameValueOtherType: other_type(w, block); break;
    case Variant::Correlated: correlated(w, block); break;
    case Variant::ValueByIf: {
        const TypeId type = integer_type(w);
        w.begin_full_expression(0);
        const VarId x = block.hidden("x", type, pure_of(w, type, 1).node());
        const Expr condition = test(w);
        const Expr value = pure_of(w, type, 1);
        block.add(w.b.if_(condition.node(), set(ref(w, x), value)));
        w.begin_full_expression(0);
        block.add(keep(w, ref(w, x)));
        break;
    }
    case Variant::MinByPointers: min_by_pointers(w, block); break;
    case Variant::Swap: {
        const VarId array = number_array(w, block, 3, true);
        const TypeId type = w.p.types.unqualified(w.type_of(array).base);
        block.add(loop_over(w, 0, length(w, array) - 1, 1, [&](VarId i, Block& body) {
            Block inner(w);
            const VarId t = inner.hidden("t", type, at(w, array, ref(w, i)).node());
            inner.add(set(at(w, array, ref(w, i)), at(w, array, ref(w, i) + 1)));
            inner.add(set(at(w, array, ref(w, i) + 1), ref(w, t)));
            body.add(w.b.if_((at(w, array, ref(w, i)) > at(w, array, ref(w, i) + 1)).node(), inner.done()));
        }));
        break;
    }
    }
    return block.done();
}

} // namespace

const StatementIdiom kDiamonds{"diamonds", 6, make, &kVariant};

} // namespace assay::generate::grow::idioms
