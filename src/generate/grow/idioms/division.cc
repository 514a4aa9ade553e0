// Division and remainder: by constants, exact, rounded, guarded by a test, compared with a constant.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

enum class Variant {
    Constant,
    Remainder,
    ModEquals,
    RoundUp,
    Guarded,
    GuardedPair,
    Twice,
    Exact,
    ByPower,
    QuotientTimes
};
constexpr SiteOf kVariant{"grow.idiom.division",
                          Option{Variant::Constant, "constant", 4},
                          Option{Variant::Remainder, "remainder", 3},
                          Option{Variant::ModEquals, "mod-equals", 3},
                          Option{Variant::RoundUp, "round-up", 2},
                          Option{Variant::Guarded, "guarded", 5},
                          Option{Variant::GuardedPair, "guarded-pair", 3},
                          Option{Variant::Twice, "twice", 2},
                          Option{Variant::Exact, "exact", 2},
                          Option{Variant::ByPower, "by-power", 3},
                          Option{Variant::QuotientTimes, "quotient-times", 2}};

Expr divisor(World& w, TypeId type) {
    const int64_t value = w.c.percent(60)
                              ? w.c.range<int64_t>(2, 20)
                              : w.c.element(std::vector<int64_t>{60, 100, 127, 255, 641, 1000, 10000, -2, -3,
                                                                 -7, 65535, 0x7fffffff});
    return lit(w, type, width_of(w, type) < 32 ? (value & 63) + 2 : value);
}

// The test and the division mention the same operand; on the other path it may be zero.
Expr guarded(World& w, TypeId type, int depth) {
    const Expr a = pure_of(w, type, depth), b = pure_variable(w).as(type);
    const BinaryOp op = w.c.percent(50) ? BinaryOp::Div : BinaryOp::Rem;
    const bool positive = w.c.percent(40);
    const Expr test = positive ? b > 0 : b != 0;
    const Expr quotient = binary(op, a, b);
    if (w.c.percent(50)) return select(test, quotient, w.c.percent(50) ? a + 0 : lit(w, 0));
    return both(test, binary(op, a, b) > w.c.range<int64_t>(-2, 3));
}

Expr make(World& w, int depth) {
    const Variant variant = w.c.pick(kVariant);
    const TypeId type = w.c.percent(70) ? signed_type(w) : unsigned_type(w);
    if (variant == Variant::Guarded) return guarded(w, type, depth);
    const Expr x = pure_of(w, type, depth);
    const Expr d = divisor(w, type);
    const int power = w.c.range(1, 7);
    switch (variant) {
    case Variant::Constant: return x / d;
    case Variant::Remainder: return x % d;
    case Variant::ModEquals: return x % d == w.c.range<int64_t>(-2, 3);
    case Variant::RoundUp: return ((x & 0xfffff) + d - 1) / d;
    case Variant::GuardedPair: {
        const Expr b = pure_variable(w).as(type);
        return select(b > 0, x / b + x % b, select(b < -1, x % b, lit(w, 0)));
    }
    case Variant::Twice: return x / w.c.range<int64_t>(2, 12) / (power + 1);
    case Variant::Exact: return ((x & 0xffff) * d) / d;
    case Variant::ByPower: {
        const Expr p = lit(w, type, int64_t{1} << power);
        const auto how = w.c.below(3);
        return how == 0 ? x / p : how == 1 ? x % p : x - (x / p) * p;
    }
    case Variant::QuotientTimes: return x - (x / d) * (w.c.percent(70) ? d + 0 : d + 1);
    case Variant::Guarded: break;
    }
    return x / d;
}

} // namespace

const NumberIdiom kDivision{"division", 6, make, &kVariant};

} // namespace assay::generate::grow::idioms
