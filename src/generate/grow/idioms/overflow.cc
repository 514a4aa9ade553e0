// Arithmetic that reports overflow, by builtins, into variables of the same, a wider or a narrower type.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

using program::Builtin;

enum class Variant { Add, Sub, Mul, Chain, Saturated, InLoop };
constexpr SiteOf kVariant{"grow.idiom.overflow",
                          Option{Variant::Add, "add", 3},
                          Option{Variant::Sub, "sub", 3},
                          Option{Variant::Mul, "mul", 3},
                          Option{Variant::Chain, "chain", 2},
                          Option{Variant::Saturated, "saturated", 3},
                          Option{Variant::InLoop, "in-loop", 2}};

Expr overflows(World& w, Builtin which, const Expr& a, const Expr& b, VarId into) {
    const NodeId left = a.node(), right = b.node();
    return {w, w.b.builtin(which, std::vector{left, right, w.b.addr(w.b.ref(into))})};
}

NodeId make(World& w) {
    const Variant variant = w.c.pick(kVariant);
    Block block(w);
    TypeId type = w.c.percent(60) ? signed_type(w) : integer_type(w);
    if (type == type::Bool) type = type::UShort;
    const VarId r = block.hidden("r", type, w.b.integer(type, 0));
    w.begin_full_expression(0);
    const TypeId operands = w.c.percent(60) ? type : type::Int;
    const Expr a = pure_of(w, operands, 1), b = pure_of(w, operands, 1);
    const Builtin any =
        w.c.element(std::vector{Builtin::AddOverflow, Builtin::SubOverflow, Builtin::MulOverflow});
    const Builtin which = variant == Variant::Add   ? Builtin::AddOverflow
                          : variant == Variant::Sub ? Builtin::SubOverflow
                          : variant == Variant::Mul ? Builtin::MulOverflow
                                                    : any;
    if (variant == Variant::InLoop) {
        const VarId lost = block.hidden("lost", type::Int, w.b.integer(0));
        block.add(loop_over(w, 0, w.c.range<int64_t>(2, 9), 1, [&](VarId i, Block& body) {
            const Expr step = w.c.percent(50) ? ref(w, i).as(operands) : a.as(operands);
            body.add(w.b.if_(overflows(w, which, ref(w, r), step, r).node(),
                             update(BinaryOp::Add, ref(w, lost), lit(w, 1))));
        }));
        w.begin_full_expression(0);
        block.add(keep(w, ref(w, lost)));
    } else if (variant == Variant::Saturated) {
        const NodeId most = constant(w, type);
        block.add(w.b.if_(overflows(w, which, a, b, r).node(), set(ref(w, r), Expr(w, most))));
    } else if (variant == Variant::Chain) {
        const VarId q = block.hidden("q", type::LLong, w.b.integer(type::LLong, 0));
        const Expr first = overflows(w, which, a, b, r);
        block.add(set(ref(w, q), first.as(type::LLong)));
        block.add(
            w.b.if_(overflows(w, any, ref(w, r), b, r).node(), update(BinaryOp::Add, ref(w, q), lit(w, 2))));
        w.begin_full_expression(0);
        block.add(keep(w, ref(w, q)));
    } else {
        const VarId lost = block.hidden("lost", type::Int, overflows(w, which, a, b, r).as(type::Int).node());
        w.begin_full_expression(0);
        block.add(keep(w, ref(w, lost) + ref(w, r)));
    }
    w.begin_full_expression(0);
    block.add(keep(w, ref(w, r)));
    return block.done();
}

} // namespace

const StatementIdiom kOverflow{"overflow", 3, make, &kVariant};

} // namespace assay::generate::grow::idioms
