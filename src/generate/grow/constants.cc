// Constants, as optimisers like them: small, at the limits of types, in blocks of equal bits, and used again.
#include "generate/grow/sites.h"
#include "generate/grow/world.h"

namespace assay::generate::grow {

using choice::Option;
using choice::SiteOf;

namespace {

enum class Kind { Small, Limit, Power, Blocks, Uniform, Again };
constexpr SiteOf kKind{"grow.constant.kind",
                       Option{Kind::Small, "small", 12},
                       Option{Kind::Limit, "limit", 6},
                       Option{Kind::Power, "power", 4},
                       Option{Kind::Blocks, "blocks", 4},
                       Option{Kind::Uniform, "uniform", 3},
                       Option{Kind::Again, "again", 6}};
enum class Change { None, Negated, Complement, Next };
constexpr SiteOf kChange{"grow.constant.change", Option{Change::None, "none", 6},
                         Option{Change::Negated, "negated", 3}, Option{Change::Complement, "complement", 3},
                         Option{Change::Next, "next", 2}};

base::UInt128 blocks(World& w, int width) {
    const int low = w.c.range(0, width - 1), high = w.c.range(low, width - 1);
    base::UInt128 bits = 0;
    for (int i = low; i <= high; ++i) bits |= base::UInt128{1} << i;
    return w.c.percent(50) ? bits : ~bits;
}

base::UInt128 again(World& w) {
    const base::UInt128 old = w.c.element(w.used_constants);
    switch (w.c.pick(kChange)) {
    case Change::Negated: return -old;
    case Change::Complement: return ~old;
    case Change::Next: return old + (w.c.percent(50) ? 1 : base::UInt128{0} - 1);
    case Change::None: break;
    }
    return old;
}

} // namespace

NodeId constant(World& w, TypeId type) {
    const program::IntegerForm form = integer_form(w.kind(type), w.p.platform.target);
    if (form.width == 1) return w.b.integer(type, static_cast<int>(w.c.below(2)));
    choice::Mask allowed = kKind.all();
    if (w.used_constants.empty() || !w.policies) allowed -= kKind.only(Kind::Again);
    if (!w.policies) allowed -= kKind.only(Kind::Blocks, Kind::Limit);
    base::UInt128 bits = 0;
    switch (w.c.pick(kKind, allowed)) {
    case Kind::Small: bits = static_cast<base::UInt128>(static_cast<base::Int128>(w.c.range(-4, 16))); break;
    case Kind::Limit: {
        const int top = form.is_signed ? form.width - 1 : form.width;
        const base::UInt128 largest = top == 128 ? ~base::UInt128{0} : (base::UInt128{1} << top) - 1;
        const base::UInt128 limit = form.is_signed && w.c.percent(40) ? ~largest : largest;
        const auto step = static_cast<base::UInt128>(w.c.below(3));
        bits = limit == largest ? limit - step : limit + step;
        break;
    }
    case Kind::Power: bits = base::UInt128{1} << w.c.below(form.width); break;
    case Kind::Blocks: bits = blocks(w, form.width); break;
    case Kind::Uniform: bits = w.c.bits128(); break;
    case Kind::Again: bits = again(w); break;
    }
    const NodeId made = w.b.integer(type, static_cast<base::Int128>(bits));
    if (w.used_constants.size() < 32)
        w.used_constants.push_back(w.p[made].bits());
    else
        w.used_constants[w.c.below(32)] = w.p[made].bits();
    return made;
}

std::span<const choice::Site* const> constant_sites() {
    static constexpr const choice::Site* all[]{&kKind, &kChange};
    return all;
}

} // namespace assay::generate::grow
