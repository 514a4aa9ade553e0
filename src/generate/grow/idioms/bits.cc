// Fields and single bits of words: insert, extract, test, isolate.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

enum class Variant { Insert, Extract, BitTest, ShiftedTest, Lowest, PowerOfTwo, Merge, Aligned };
constexpr SiteOf kVariant{"grow.idiom.bits",
                          Option{Variant::Insert, "insert", 3},
                          Option{Variant::Extract, "extract", 3},
                          Option{Variant::BitTest, "bit-test", 5},
                          Option{Variant::ShiftedTest, "shifted-test", 3},
                          Option{Variant::Lowest, "lowest", 2},
                          Option{Variant::PowerOfTwo, "power-of-two", 2},
                          Option{Variant::Merge, "merge", 2},
                          Option{Variant::Aligned, "aligned", 2}};

// y & (1 << (x - c)), of variables that often are in range.
Expr bit_test(World& w, int depth) {
    const TypeId type = w.c.percent(60) ? type::Int : type::LLong;
    const int width = width_of(w, type);
    const Expr count = (pure_number(w, depth) & (width / 2 - 1)).as(type::Int);
    const Expr y = pure_of(w, type, 1);
    const Expr one = lit(w, type, 1);
    const auto low = w.c.range(0, 3);
    const Expr bit = low == 0 ? one << count : one << ((count | 4) - low);
    switch (w.c.below(4)) {
    case 0: return (y & bit) != 0;
    case 1: return y & bit;
    case 2: return !(y & bit);
    default: break;
    }
    const Expr yes = pure_number(w, 1), no = pure_number(w, 0);
    return select(y & bit, yes, no);
}

Expr make(World& w, int depth) {
    const Variant variant = w.c.pick(kVariant);
    const TypeId type = w.c.percent(50) ? type::UInt : type::ULLong;
    const int width = width_of(w, type);
    const int bits = w.c.range(1, width / 2), at = w.c.range(0, width - bits);
    const auto mask = (base::Int128{1} << bits) - 1;
    switch (variant) {
    case Variant::Insert: {
        const Expr x = pure_of(w, type, depth), y = pure_of(w, type, 1);
        const auto hole = w.c.percent(80) ? mask : mask >> 1;
        return (x & ~lit(w, type, hole << at)) | ((y & lit(w, type, mask)) << at);
    }
    case Variant::Extract: {
        const Expr x = w.c.percent(50) ? pure_of(w, type, depth) : pure_of(w, signed_type(w), depth);
        return (x >> (at % x.width())) & lit(w, type, mask);
    }
    case Variant::BitTest: return bit_test(w, depth);
    case Variant::ShiftedTest: {
        const Expr x = pure_of(w, type, depth), count = pure_number(w, 1) & (width - 1);
        const Expr bit = (x >> count) & 1;
        return w.c.percent(50) ? bit == 0 : bit + 0;
    }
    case Variant::Lowest: {
        const Expr x = pure_of(w, type, depth);
        const auto how = w.c.below(3);
        return how == 0 ? x & -x : how == 1 ? x & (x - 1) : x ^ (x - 1);
    }
    case Variant::PowerOfTwo: {
        const Expr x = pure_of(w, type, depth);
        return w.c.percent(50) ? both(x != 0, (x & (x - 1)) == 0) : (x & (x - 1)) == 0;
    }
    case Variant::Merge: {
        const Expr x = pure_of(w, type, depth), y = pure_of(w, type, 1);
        return x ^ ((x ^ y) & lit(w, type, mask << at));
    }
    case Variant::Aligned: break;
    }
    const Expr x = pure_of(w, type, depth);
    const int64_t step = int64_t{1} << w.c.range(1, 6);
    return w.c.percent(50) ? (x + (step - 1)) & -lit(w, type, step) : ((x >> 3) << 3) ^ (x & (step - 1));
}

} // namespace

const NumberIdiom kBits{"bits", 5, make, &kVariant};

} // namespace assay::generate::grow::idioms
