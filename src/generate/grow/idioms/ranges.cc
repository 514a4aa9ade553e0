// Tests of one variable against ranges and sets of values.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

enum class Variant { Between, Unsigned, Chain, Set, Outside, Contradiction, CharacterClass };
constexpr SiteOf kVariant{"grow.idiom.ranges",
                          Option{Variant::Between, "between", 4},
                          Option{Variant::Unsigned, "unsigned", 4},
                          Option{Variant::Chain, "chain", 4},
                          Option{Variant::Set, "set", 3},
                          Option{Variant::Outside, "outside", 2},
                          Option{Variant::Contradiction, "contradiction", 2},
                          Option{Variant::CharacterClass, "character-class", 2}};

Expr test_of(World& w, const Expr& x, int64_t centre) {
    const BinaryOp op = w.c.element(
        std::vector{BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne});
    return binary(op, x, centre + w.c.range<int64_t>(-4, 4));
}

Expr make(World& w, int depth) {
    const Variant variant = w.c.pick(kVariant);
    const TypeId type = w.c.percent(50) ? type::Int : integer_type(w);
    const Expr x = w.c.percent(60) ? pure_variable(w) : pure_of(w, type, depth);
    const int64_t low = w.c.percent(70)
                            ? w.c.range<int64_t>(-10, 40)
                            : w.c.element(std::vector<int64_t>{-0x7fffffff, 0x7ffffff0, 127, -128, 255});
    const int64_t size = w.c.range<int64_t>(1, 30);
    switch (variant) {
    case Variant::Between: return both(x >= low, x <= low + size);
    case Variant::Unsigned: {
        const Expr distance = x.as(type::UInt) - lit(w, type::UInt, low);
        return w.c.percent(60) ? distance < size : distance.as(type::UChar) + pure_number(w, 0) <= size;
    }
    case Variant::Chain: {
        Expr made = test_of(w, x, low);
        const auto links = w.c.range(2, 4);
        for (int i = 0; i < links; ++i) {
            const Expr next = test_of(w, x, low);
            made = w.c.percent(50) ? both(made, next) : either(made, next);
        }
        return made;
    }
    case Variant::Set: {
        Expr made = x == low;
        const auto members = w.c.range(2, 5);
        for (int64_t i = 0; i < members; ++i) made = either(made, x == low + (i + 1) * (1 + size % 3));
        return made;
    }
    case Variant::Outside: return either(x<low, x> low + size);
    case Variant::Contradiction:
        return w.c.percent(50) ? both(x > low + size, x < low) : either(x >= low, x < low + size);
    case Variant::CharacterClass: break;
    }
    const Expr c = x.as(type::Char);
    return both(c >= Expr(w, w.b.character('0')), c <= Expr(w, w.b.character('9'))) * 2 +
           either(c == Expr(w, w.b.character('a')), c == Expr(w, w.b.character(' ')));
}

} // namespace

const NumberIdiom kRanges{"ranges", 5, make, &kVariant};

} // namespace assay::generate::grow::idioms
