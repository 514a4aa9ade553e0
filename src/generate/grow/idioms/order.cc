// Order as a number: what comparisons answer is counted, weighed and used as a mask instead of deciding a
// branch. Often the two are equal, where "less" and "not greater" part.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

enum class Variant { ThreeWay, Ladder, Rank, Bits, Lexicographic, Mask, Scaled };
constexpr SiteOf kVariant{"grow.idiom.order",
                          Option{Variant::ThreeWay, "three-way", 4},
                          Option{Variant::Ladder, "ladder", 2},
                          Option{Variant::Rank, "rank", 3},
                          Option{Variant::Bits, "bits", 3},
                          Option{Variant::Lexicographic, "lexicographic", 3},
                          Option{Variant::Mask, "mask", 3},
                          Option{Variant::Scaled, "scaled", 2}};

BinaryOp order(World& w) {
    return w.c.element(std::vector{BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge});
}

// Two numbers; equal ones, if inputs are in sight.
std::pair<Expr, Expr> rivals(World& w, int depth) {
    if (w.c.percent(70)) {
        const VarId input = known_input(w);
        const NodeId same = input && w.may_read(input) ? by_another_input(w, input) : NodeId{};
        if (same) {
            w.note_read(input);
            return {Expr(w, w.b.ref(input)), Expr(w, same)};
        }
    }
    const TypeId type = w.c.percent(70) ? signed_type(w) : integer_type(w);
    Expr first = pure_of(w, type, depth);
    return {std::move(first), pure_of(w, type, 1)};
}

Expr make(World& w, int depth) {
    const Variant variant = w.c.pick(kVariant);
    const auto [a, b] = rivals(w, depth);
    const auto answer = [&](const Expr& x, const Expr& y) { return binary(order(w), x, y); };
    switch (variant) {
    case Variant::ThreeWay: return (a > b) - (a < b);
    case Variant::Ladder: {
        const Expr less = a < b;
        const Expr more = a > b;
        return select(less, lit(w, -1), more);
    }
    case Variant::Rank: {
        const Expr c = pure_variable(w), first = answer(a, b), second = answer(b, c);
        return first + second + answer(a, c);
    }
    case Variant::Bits: {
        const Expr c = pure_variable(w), first = answer(a, b), second = answer(a, c);
        return first | (second << 1) | (answer(b, c) << 2);
    }
    case Variant::Lexicographic: {
        const Expr c = pure_variable(w), d = pure_variable(w), later = answer(c, d);
        return select(a == b, later, answer(a, b));
    }
    case Variant::Mask: {
        const Expr mask = -answer(a, b), x = pure_of(w, type::Int, 1);
        return w.c.percent(50) ? mask & x : (mask & x) | (~mask & pure_of(w, type::Int, 1));
    }
    case Variant::Scaled: break;
    }
    const Expr first = answer(a, b), second = answer(b, a), weight = small_constant(w, 2, 40);
    return first * weight + second * small_constant(w, -9, 9);
}

} // namespace

const NumberIdiom kOrder{"order", 6, make, &kVariant};

} // namespace assay::generate::grow::idioms
