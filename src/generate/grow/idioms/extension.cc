// Sign and zero extension by shifts, masks, casts and arithmetic.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

enum class Variant { ShiftBack, XorSub, Mask, ThroughNarrow, SignBit, Truncated };
constexpr SiteOf kVariant{"grow.idiom.extension",
                          Option{Variant::ShiftBack, "shift-back", 4},
                          Option{Variant::XorSub, "xor-sub", 2},
                          Option{Variant::Mask, "mask", 2},
                          Option{Variant::ThroughNarrow, "through-narrow", 4},
                          Option{Variant::SignBit, "sign-bit", 2},
                          Option{Variant::Truncated, "truncated", 2}};

Expr make(World& w, int depth) {
    const Variant variant = w.c.pick(kVariant);
    const TypeId type = signed_type(w);
    const int width = width_of(w, type);
    const TypeId word = width == 64 ? type::ULLong : type::UInt;
    switch (variant) {
    case Variant::ShiftBack: {
        const int by = w.c.percent(60) ? w.c.element(std::vector{8, 16, 24, width - 8, width - 1})
                                       : w.c.range(1, width - 1);
        const int back = w.c.percent(80) ? by : std::max(1, by - 1);
        return (pure_of(w, word, depth) << by).as(type) >> back;
    }
    case Variant::XorSub: {
        const int bit = w.c.range(3, 20);
        const Expr low = pure_of(w, type, depth) & ((int64_t{2} << bit) - 1);
        return (low ^ (int64_t{1} << bit)) - (int64_t{1} << bit);
    }
    case Variant::Mask: {
        const int64_t mask = w.c.element(std::vector<int64_t>{255, 65535, 127, 1});
        const Expr low = pure_of(w, type, depth) & mask;
        return low.as(w.c.percent(50) ? narrow_type(w) : type);
    }
    case Variant::ThroughNarrow: {
        const TypeId first = narrow_type(w), second = narrow_type(w);
        const Expr x = pure_number(w, depth).as(first);
        return w.c.percent(50) ? x.as(second).as(type) : x.as(type) + x.as(second);
    }
    case Variant::SignBit: {
        const Expr x = pure_of(w, type, depth);
        if (w.c.percent(50)) return x >> (width - 1);
        return x.as(word) >> (width - 1);
    }
    case Variant::Truncated: break;
    }
    const Expr wide = pure_of(w, type::LLong, depth);
    return wide.as(type::Int).as(type::LLong) == wide;
}

} // namespace

const NumberIdiom kExtension{"extension", 4, make, &kVariant};

} // namespace assay::generate::grow::idioms
