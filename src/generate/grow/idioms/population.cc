// Counting bits, of small values too; what is known of the count.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

enum class Variant { OfSmall, IsOne, Swar, Parity, LeadingKnown, Trailing, Difference };
constexpr SiteOf kVariant{"grow.idiom.population",
                          Option{Variant::OfSmall, "of-small", 4},
                          Option{Variant::IsOne, "is-one", 3},
                          Option{Variant::Swar, "swar", 2},
                          Option{Variant::Parity, "parity", 2},
                          Option{Variant::LeadingKnown, "leading", 3},
                          Option{Variant::Trailing, "trailing", 3},
                          Option{Variant::Difference, "difference", 2}};

Expr called(World& w, program::Builtin which, const Expr& x) {
    return {w, w.b.builtin(which, std::vector{x.node()})};
}

Expr swar(World& w, const Expr& x) {
    const TypeId type = type::UInt;
    const Expr pairs = x - ((x >> 1) & lit(w, type, 0x55555555));
    const Expr fours = (pairs & lit(w, type, 0x33333333)) + ((pairs >> 2) & lit(w, type, 0x33333333));
    const Expr bytes = (fours + (fours >> 4)) & lit(w, type, 0x0f0f0f0f);
    return (bytes * lit(w, type, 0x01010101)) >> 24;
}

Expr make(World& w, int depth) {
    using enum program::Builtin;
    const Variant variant = w.c.pick(kVariant);
    const Expr x = pure_of(w, type::UInt, depth);
    switch (variant) {
    case Variant::OfSmall: {
        const Expr count = called(w, Popcount, x & w.c.element(std::vector<int64_t>{1, 3, 5, 16, 0x11}));
        return w.c.percent(50) ? count * 2 + 1 : count == w.c.range<int64_t>(0, 2);
    }
    case Variant::IsOne: {
        const Expr count = called(w, Popcount, x);
        const auto how = w.c.below(3);
        return how == 0 ? count == 1 : how == 1 ? count < 2 : count > 1;
    }
    case Variant::Swar: return swar(w, pure_of(w, type::UInt, 0));
    case Variant::Parity: return w.c.percent(50) ? called(w, Popcount, x) & 1 : called(w, Parity, x) ^ 1;
    case Variant::LeadingKnown: {
        const Expr count = called(w, Clz, x | w.c.range<int64_t>(1, 9));
        return w.c.percent(50) ? 31 - count : (count >> 5) + (count ^ 31);
    }
    case Variant::Trailing: {
        const Expr count = called(w, Ctz, x | lit(w, type::UInt, int64_t{1} << w.c.range(3, 31)));
        return w.c.percent(50) ? x >> count : count & 31;
    }
    case Variant::Difference: break;
    }
    const Expr y = pure_of(w, type::UInt, 1);
    return called(w, Popcount, x ^ y) - called(w, Popcount, x & y);
}

} // namespace

const NumberIdiom kPopulation{"population", 3, make, &kVariant};

} // namespace assay::generate::grow::idioms
