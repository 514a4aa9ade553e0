// Bytes of a word in another order, by shifts and masks, whole or with one byte wrong or missing.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

enum class Variant { Half, Word, Wide, OneWrong, HalvesOfWord, Again };
constexpr SiteOf kVariant{"grow.idiom.byte-swap",
                          Option{Variant::Half, "half", 3},
                          Option{Variant::Word, "word", 4},
                          Option{Variant::Wide, "wide", 1},
                          Option{Variant::OneWrong, "one-wrong", 3},
                          Option{Variant::HalvesOfWord, "halves", 2},
                          Option{Variant::Again, "twice", 1}};

// Byte `from` of x, moved to byte `to`.
Expr moved_byte(World& w, const Expr& x, int from, int to) {
    const TypeId type = x.type();
    const bool masks_first = w.c.percent(50);
    const int by = (to - from) * 8;
    if (masks_first) {
        const Expr byte = x & lit(w, type, base::Int128{255} << (8 * from));
        return by > 0 ? byte << by : by < 0 ? byte >> -by : byte + 0;
    }
    const Expr moved = by > 0 ? x << by : by < 0 ? x >> -by : x + 0;
    return moved & lit(w, type, base::Int128{255} << (8 * to));
}

Expr swapped(World& w, const Expr& x, int bytes, int wrong) {
    Expr all = moved_byte(w, x, 0, bytes - 1);
    for (int i = 1; i < bytes; ++i) {
        const int to = i == wrong ? i : bytes - 1 - i;
        if (i == wrong && w.c.percent(30)) continue;
        all = all | moved_byte(w, x, i, to);
    }
    return all;
}

Expr make(World& w, int depth) {
    const Variant variant = w.c.pick(kVariant);
    switch (variant) {
    case Variant::Half: {
        const Expr x = pure_of(w, type::UShort, depth);
        return ((x << 8) | (x >> 8)).as(w.c.percent(70) ? type::UShort : type::Short);
    }
    case Variant::Word: return swapped(w, pure_of(w, type::UInt, depth), 4, 0);
    case Variant::Wide: return swapped(w, pure_of(w, type::ULLong, depth), 8, 0);
    case Variant::OneWrong: {
        const Expr x = pure_of(w, type::UInt, depth);
        return swapped(w, x, 4, w.c.range(1, 3));
    }
    case Variant::HalvesOfWord: {
        const Expr x = pure_of(w, type::UInt, depth);
        return (((x >> 8) & 0xff00ff) | ((x & 0xff00ff) << 8));
    }
    case Variant::Again: break;
    }
    const Expr inner = swapped(w, pure_of(w, type::UInt, 0), 4, 0);
    return Expr(w, w.b.builtin(program::Builtin::Bswap32, std::vector{inner.node()}));
}

} // namespace

const NumberIdiom kByteSwap{"byte-swap", 3, make, &kVariant};

} // namespace assay::generate::grow::idioms
