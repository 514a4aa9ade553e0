// Small loops over the bits and digits of a number, which compilers recognise or try to count.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

using program::IncDecOp;

enum class Variant {
    ClearLowest,
    ShiftAndAdd,
    Parity,
    Digits,
    Logarithm,
    Gcd,
    ReverseBits,
    Halving,
    Remainders
};
constexpr SiteOf kVariant{"grow.idiom.digits",
                          Option{Variant::ClearLowest, "clear-lowest", 3},
                          Option{Variant::ShiftAndAdd, "shift-and-add", 3},
                          Option{Variant::Parity, "parity", 2},
                          Option{Variant::Digits, "digits", 3},
                          Option{Variant::Logarithm, "logarithm", 3},
                          Option{Variant::Gcd, "gcd", 2},
                          Option{Variant::ReverseBits, "reverse-bits", 2},
                          Option{Variant::Halving, "halving", 2},
                          Option{Variant::Remainders, "remainders", 2}};

struct Parts {
    VarId x, n;
};

std::vector<NodeId> body_of(World& w, Variant variant, const Parts& p) {
    const Expr x = ref(w, p.x), n = ref(w, p.n);
    const TypeId type = w.p[p.x].type;
    const NodeId bump =
        w.b.expr(w.b.incdec(w.c.percent(50) ? IncDecOp::PostInc : IncDecOp::PreInc, w.b.ref(p.n)));
    switch (variant) {
    case Variant::ClearLowest: return {set(x, (x & (x - 1)).as(type)), bump};
    case Variant::ShiftAndAdd: return {update(BinaryOp::Add, n, x & 1), update(BinaryOp::Shr, x, lit(w, 1))};
    case Variant::Parity: return {set(n, n ^ (x & 1)), update(BinaryOp::Shr, x, lit(w, 1))};
    case Variant::Digits: return {update(BinaryOp::Div, x, small_constant(w, 2, 10)), bump};
    case Variant::Logarithm: return {update(BinaryOp::Shr, x, lit(w, 1)), bump};
    case Variant::ReverseBits: return {set(n, (n << 1) | (x & 1)), update(BinaryOp::Shr, x, lit(w, 1))};
    case Variant::Halving:
        return {
            w.b.if_((x & 1).node(), update(BinaryOp::Sub, x, lit(w, 1)), update(BinaryOp::Div, x, lit(w, 2))),
            bump};
    case Variant::Remainders: return {update(BinaryOp::Add, n, x % 10), update(BinaryOp::Div, x, lit(w, 10))};
    case Variant::Gcd: break;
    }
    return {};
}

void gcd(World& w, Block& block, const Parts& p) {
    w.begin_full_expression(0);
    const VarId other = block.hidden("y", type::UInt, (pure_of(w, type::UInt, 1) & 0xfff).node());
    Block body(w);
    const VarId t = body.hidden("t", type::UInt, (ref(w, p.x) % ref(w, other)).node());
    body.add(set(ref(w, p.x), ref(w, other)));
    body.add(set(ref(w, other), ref(w, t)));
    body.add(update(BinaryOp::Add, ref(w, p.n), lit(w, 1)));
    block.add(w.b.while_((ref(w, other) != 0).node(), body.done()));
}

NodeId make(World& w) {
    const Variant variant = w.c.pick(kVariant);
    Block block(w);
    const TypeId type = variant == Variant::Gcd ? type::UInt : unsigned_type(w);
    w.begin_full_expression(0);
    const VarId x = block.hidden("x", type, pure_of(w, type, 1).node());
    const VarId n = w.c.percent(30) ? new_global(w, "g", type::UInt)
                                    : block.hidden("n", type::UInt, w.b.integer(type::UInt, 0));
    const Parts parts{x, n};
    if (variant == Variant::Gcd) {
        gcd(w, block, parts);
    } else {
        const std::vector<NodeId> stmts = body_of(w, variant, parts);
        const NodeId body = w.b.block(stmts);
        const Expr more = w.c.percent(70) ? ref(w, x) != 0 : ref(w, x) > 1;
        const bool is_do = variant == Variant::Digits && w.c.percent(60);
        block.add(is_do ? w.b.do_while(body, more.node()) : w.b.while_(more.node(), body));
    }
    w.begin_full_expression(0);
    block.add(keep(w, ref(w, n) + ref(w, x)));
    return block.done();
}

} // namespace

const StatementIdiom kDigits{"digits", 4, make, &kVariant};

} // namespace assay::generate::grow::idioms
