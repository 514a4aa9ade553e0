// Saturating arithmetic and tests for overflow, by comparison and by a wider type.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

enum class Variant { AddMax, SubZero, Carry, Widened, SignedTest, NarrowSaturation, Average };
constexpr SiteOf kVariant{"grow.idiom.saturation",
                          Option{Variant::AddMax, "add-max", 3},
                          Option{Variant::SubZero, "sub-zero", 3},
                          Option{Variant::Carry, "carry", 3},
                          Option{Variant::Widened, "widened", 2},
                          Option{Variant::SignedTest, "signed-test", 2},
                          Option{Variant::NarrowSaturation, "narrow", 3},
                          Option{Variant::Average, "average", 2}};

Expr make(World& w, int depth) {
    const Variant variant = w.c.pick(kVariant);
    const TypeId type = w.c.percent(60) ? type::UInt : unsigned_type(w);
    const Expr x = pure_of(w, type, depth);
    const Expr y = w.c.percent(30) ? Expr(w, constant(w, type)) : pure_of(w, type, 1);
    const bool inclusive = w.c.percent(20); // a near miss
    switch (variant) {
    case Variant::AddMax: {
        const Expr sum = (x + y).as(type);
        return select(inclusive ? sum <= x : sum < x, lit(w, type, -1), sum);
    }
    case Variant::SubZero: return select(inclusive ? x >= y : x > y, x - y, lit(w, type, 0));
    case Variant::Carry:
        return (x + y).as(type) + ((x + y).as(type) < (w.c.percent(50) ? x + 0 : y + 0).as(type));
    case Variant::Widened: {
        const Expr sum = x.as(type::ULLong) + y.as(type::ULLong);
        return select(sum > lit(w, type::UInt, -1), lit(w, type::ULLong, -1), sum);
    }
    case Variant::SignedTest: {
        const Expr a = x.as(type::Int), b = (y & 0x7fff).as(type::Int);
        return select(a > 0x7fffffff - b, lit(w, 0x7fffffff), a);
    }
    case Variant::NarrowSaturation: {
        const Expr a = pure_of(w, type::Short, 1), b = pure_of(w, type::Short, 0);
        const Expr sum = a + b;
        return select(sum > 32767, lit(w, 32767), select(sum < -32768, lit(w, -32768), sum)).as(type::Short);
    }
    case Variant::Average: break;
    }
    return w.c.percent(50) ? (x & y) + ((x ^ y) >> 1) : (x | y) - ((x ^ y) >> 1);
}

} // namespace

const NumberIdiom kSaturation{"saturation", 4, make, &kVariant};

} // namespace assay::generate::grow::idioms
