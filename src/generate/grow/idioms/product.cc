// Products: the high half, by numbers near powers of two, with INT_MAX, factored out, squared.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

enum class Variant { High, HighSigned, NearPower, WithLargest, Distributed, Square, MulShift };
constexpr SiteOf kVariant{"grow.idiom.product",
                          Option{Variant::High, "high", 4},
                          Option{Variant::HighSigned, "high-signed", 3},
                          Option{Variant::NearPower, "near-power", 3},
                          Option{Variant::WithLargest, "with-largest", 3},
                          Option{Variant::Distributed, "distributed", 3},
                          Option{Variant::Square, "square", 2},
                          Option{Variant::MulShift, "mul-shift", 2}};

Expr make(World& w, int depth) {
    const Variant variant = w.c.pick(kVariant);
    const bool wide = w.p.platform.target.has_int128 && w.c.percent(15);
    switch (variant) {
    case Variant::High: {
        const TypeId half = wide ? type::ULLong : type::UInt, full = wide ? type::UInt128 : type::ULLong;
        const Expr x = pure_of(w, half, depth), y = pure_of(w, half, 1);
        return ((x.as(full) * y) >> (wide ? 64 : 32)).as(half);
    }
    case Variant::HighSigned: {
        const TypeId half = wide ? type::LLong : type::Int, full = wide ? type::Int128 : type::LLong;
        const Expr x = pure_of(w, half, depth), y = pure_of(w, half, 1);
        return (x.as(full) * y) >> (wide ? 64 : 32);
    }
    case Variant::NearPower: {
        const int64_t power = int64_t{1} << w.c.range(1, 9);
        const auto off = w.c.range<int64_t>(-1, 1);
        return pure_of(w, unsigned_type(w), depth) * (power + off);
    }
    case Variant::WithLargest: { // 0 or 1 or -1 times INT_MAX, more than once
        const Expr x = pure_variable(w);
        const Expr truth = w.c.percent(50) ? x > 0 : x != 0;
        const int64_t add = w.c.range<int64_t>(-2, 0);
        return truth * 0x7fffffff + (truth * -0x7fffffff) + add;
    }
    case Variant::Distributed: {
        const Expr x = pure_of(w, type::UInt, depth), y = pure_of(w, type::UInt, 1);
        const Expr factor = small_constant(w, 2, 30);
        return w.c.percent(50) ? x * factor - y * factor : x * factor + x * (y & 7);
    }
    case Variant::Square: {
        const Expr x = pure_of(w, narrow_type(w), depth);
        return w.c.percent(50) ? x * x : (x * x) % small_constant(w, 2, 8);
    }
    case Variant::MulShift: break;
    }
    const Expr x = pure_of(w, type::UInt, depth);
    return (x.as(type::ULLong) * 0x38e38e39) >> w.c.range<int64_t>(32, 36);
}

} // namespace

const NumberIdiom kProduct{"product", 4, make, &kVariant};

} // namespace assay::generate::grow::idioms
