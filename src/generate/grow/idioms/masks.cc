// Truth values as numbers and masks, and chains of selections.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

enum class Variant { NegatedMask, SelectByMask, SumOfTruths, AgainstMinusOne, Chain, Sign, Equality, NotNot };
constexpr SiteOf kVariant{"grow.idiom.masks",
                          Option{Variant::NegatedMask, "negated-mask", 4},
                          Option{Variant::SelectByMask, "select-by-mask", 3},
                          Option{Variant::SumOfTruths, "sum-of-truths", 3},
                          Option{Variant::AgainstMinusOne, "against-minus-one", 3},
                          Option{Variant::Chain, "chain", 4},
                          Option{Variant::Sign, "sign", 2},
                          Option{Variant::Equality, "equality", 2},
                          Option{Variant::NotNot, "not-not", 2}};

Expr compared(World& w, int depth) {
    const BinaryOp op = w.c.element(
        std::vector{BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne});
    const Expr a = pure_variable(w);
    const Expr b = w.c.percent(40) ? small_constant(w, -3, 9) : pure_number(w, depth);
    return binary(op, a, b);
}

Expr chain(World& w, int depth) {
    Expr made = pure_number(w, 0);
    const auto links = w.c.range(2, 4);
    const Expr subject = pure_variable(w);
    for (int i = 0; i < links; ++i) {
        const Expr test = w.c.percent(60) ? subject == w.c.range<int64_t>(-2, 12) : compared(w, 0);
        const Expr value = w.c.percent(50) ? small_constant(w, -9, 99) : pure_number(w, depth - 1);
        made = select(test, value, made);
    }
    return made;
}

Expr make(World& w, int depth) {
    const Variant variant = w.c.pick(kVariant);
    if (variant == Variant::Chain) return chain(w, depth);
    const TypeId type = signed_type(w);
    const Expr truth = compared(w, depth - 1);
    switch (variant) {
    case Variant::NegatedMask: {
        const Expr mask = -truth.as(w.c.percent(50) ? type::LLong : type);
        const Expr x = pure_of(w, type, 1);
        return w.c.percent(70) ? mask & x : mask ^ x;
    }
    case Variant::SelectByMask: {
        const Expr mask = -truth.as(type), x = pure_of(w, type, 1), y = pure_of(w, type, 0);
        return (x & mask) | (y & ~mask);
    }
    case Variant::SumOfTruths: {
        const Expr other = compared(w, 0), third = compared(w, 0);
        return w.c.percent(50) ? truth + other * 2 + third * 4 : truth * 3 - other + (third << 1);
    }
    case Variant::AgainstMinusOne: {
        const Expr minus_one = w.c.percent(50) ? lit(w, type::UInt, -1) : lit(w, -1);
        const Expr number = w.c.percent(50) ? -truth : truth + 0;
        return w.c.percent(50) ? number == minus_one : number < minus_one;
    }
    case Variant::Sign: {
        const Expr x = pure_of(w, type, depth);
        return (x > 0).as(type::Int) - (x < 0);
    }
    case Variant::Equality: {
        const Expr x = pure_of(w, type::UInt, depth), y = pure_of(w, type::UInt, 1);
        return w.c.percent(50) ? ((x ^ y) == 0) + (x - y == 0) : !(x - y) & 1;
    }
    case Variant::NotNot: {
        const Expr x = pure_number(w, depth);
        return !!x + w.c.range<int64_t>(-1, 1) * (x == 0);
    }
    case Variant::Chain: break;
    }
    return truth + 0;
}

} // namespace

const NumberIdiom kMasks{"masks", 6, make, &kVariant};

} // namespace assay::generate::grow::idioms
