// Rotations, by constants and by variables, of all widths; some are off by one bit, or glued with + or ^.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

enum class Variant { Left, Right, Variable, Promoted, Beyond, NearMiss };
constexpr SiteOf kVariant{"grow.idiom.rotate",
                          Option{Variant::Left, "left", 3},
                          Option{Variant::Right, "right", 2},
                          Option{Variant::Variable, "variable", 4},
                          Option{Variant::Promoted, "promoted", 2},
                          Option{Variant::Beyond, "beyond", 2},
                          Option{Variant::NearMiss, "near-miss", 2}};

Expr glued(World& w, const Expr& a, const Expr& b) {
    const auto how = w.c.below(10);
    return how < 7 ? a | b : how < 9 ? a + b : a ^ b;
}

Expr make(World& w, int depth) {
    const Variant variant = w.c.pick(kVariant);
    const TypeId type = unsigned_type(w);
    const int width = width_of(w, type);
    const Expr x = pure_of(w, type, depth);
    const int by = w.c.range(1, width - 1);
    switch (variant) {
    case Variant::Left: return glued(w, (x << by).as(type), x >> (width - by)).as(type);
    case Variant::Right: return glued(w, x >> by, x << (width - by)).as(type);
    case Variant::Variable: {
        const Expr count = pure_of(w, w.c.percent(50) ? type::UInt : type::Int, 1);
        const Expr low = (w.c.percent(70) ? count & (width - 1) : (count & 7) + 1).as(type::UInt);
        const Expr up = (x << low).as(type);
        if (w.c.percent(50)) return glued(w, up, x >> (-low & (width - 1))).as(type);
        return glued(w, up, x >> ((width - low) & (width - 1))).as(type);
    }
    case Variant::Promoted: { // in a wider type, and cut afterwards
        const Expr wide = x.as(type::ULLong);
        return glued(w, wide << by, wide >> (width - by)).as(type);
    }
    case Variant::Beyond: { // by a count that the wider type allows and the narrow one does not
        const TypeId wider = width < 32 ? type::UInt : type::ULLong;
        const Expr wide = x.as(wider), count = pure_variable(w).as(type::UInt) & (width_of(w, wider) - 1);
        return glued(w, wide << count, wide >> (-count & (width - 1))).as(type);
    }
    case Variant::NearMiss: break;
    }
    const int other = std::max(0, width - by - w.c.range(1, 2));
    return glued(w, x << by, x >> other);
}

} // namespace

const NumberIdiom kRotate{"rotate", 4, make, &kVariant};

} // namespace assay::generate::grow::idioms
