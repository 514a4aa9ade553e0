// Minimum, maximum, absolute value and clamp, also with the bounds the wrong way round.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

enum class Variant { Min, Max, OfMultiple, Absolute, Clamp, WrongClamp, Distance, Nested };
constexpr SiteOf kVariant{"grow.idiom.min-max",
                          Option{Variant::Min, "min", 3},
                          Option{Variant::Max, "max", 3},
                          Option{Variant::OfMultiple, "of-multiple", 3},
                          Option{Variant::Absolute, "abs", 3},
                          Option{Variant::Clamp, "clamp", 3},
                          Option{Variant::WrongClamp, "wrong-clamp", 3},
                          Option{Variant::Distance, "distance", 2},
                          Option{Variant::Nested, "nested", 2}};
Expr chosen(World& w, const Expr& a, const Expr& b) {
    const BinaryOp test = w.c.element(std::vector{BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge});
    const bool crossed = w.c.percent(50);
    return crossed ? select(binary(test, a, b), b, a) : select(binary(test, a, b), a, b);
}

Expr clamped(const Expr& x, const Expr& low, const Expr& high, bool low_first) {
    if (low_first) return select(x < low, low, select(x > high, high, x));
    return select(x > high, high, select(x < low, low, x));
}

Expr make(World& w, int depth) {
    const Variant variant = w.c.pick(kVariant);
    const TypeId type = w.c.percent(60) ? signed_type(w) : integer_type(w);
    const Expr x = pure_of(w, type, depth);
    const Expr y = w.c.percent(40) ? Expr(w, constant(w, type)) : pure_of(w, type, 1);
    const auto low = w.c.range<int64_t>(-20, 20), high = w.c.range<int64_t>(low, low + 100);
    const bool low_first = w.c.percent(50);
    switch (variant) {
    case Variant::Min: return select(x < y, x, y);
    case Variant::Max: return select(x > y, x, y);
    case Variant::OfMultiple: {
        const Expr factor = small_constant(w, 2, 9);
        const Expr multiple = (x & 0xffff) * factor;
        return w.c.percent(50) ? chosen(w, multiple, y) : chosen(w, multiple, (y & 255) * factor);
    }
    case Variant::Absolute: {
        const Expr small = (x & 0xfffff) - 0x8000;
        if (w.c.percent(60)) return select(small < 0, -small, small);
        const Expr sign = small.as(type::Int) >> 31;
        return (small ^ sign) - sign;
    }
    case Variant::Clamp: return clamped(x, lit(w, low), lit(w, high), low_first);
    case Variant::WrongClamp: return clamped(x, lit(w, high + 1), lit(w, low), low_first);
    case Variant::Distance: {
        const Expr a = x & 0xffff, b = y & 0xffff;
        return select(a > b, a - b, b - a);
    }
    case Variant::Nested: break;
    }
    const Expr inner = chosen(w, x, y);
    return chosen(w, inner, pure_of(w, type, 1));
}

} // namespace

const NumberIdiom kMinMax{"min-max", 5, make, &kVariant};

} // namespace assay::generate::grow::idioms
