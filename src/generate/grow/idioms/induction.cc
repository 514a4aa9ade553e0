// Induction variables: several in one loop, derived, of other widths, wrapping around, counting against each
// other.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

using program::IncDecOp;

enum class Variant {
    Running,
    Derived,
    Polynomial,
    NarrowWrap,
    UpAndDown,
    Doubling,
    MixedWidth,
    NestedSum,
    Remaining
};
constexpr SiteOf kVariant{"grow.idiom.induction",
                          Option{Variant::Running, "running", 3},
                          Option{Variant::Derived, "derived", 3},
                          Option{Variant::Polynomial, "polynomial", 3},
                          Option{Variant::NarrowWrap, "narrow-wrap", 4},
                          Option{Variant::UpAndDown, "up-and-down", 2},
                          Option{Variant::Doubling, "doubling", 2},
                          Option{Variant::MixedWidth, "mixed-width", 4},
                          Option{Variant::NestedSum, "nested-sum", 3},
                          Option{Variant::Remaining, "remaining", 2}};

void step(World& w, Variant variant, VarId j, VarId s, VarId i, Block& body) {
    const Expr jj = ref(w, j), ss = ref(w, s), ii = ref(w, i);
    const TypeId jt = w.p[j].type;
    const auto by = w.c.range<int64_t>(2, 40);
    switch (variant) {
    case Variant::Running:
        body.add(update(BinaryOp::Xor, ss, jj));
        body.add(update(BinaryOp::Add, jj, lit(w, by)));
        break;
    case Variant::Derived:
        body.add(set(jj, (ii * by + ss).as(jt)));
        body.add(update(BinaryOp::Add, ss, jj & 7));
        break;
    case Variant::Polynomial:
        body.add(update(BinaryOp::Add, jj, ii));
        body.add(update(BinaryOp::Add, ss, jj));
        break;
    case Variant::NarrowWrap:
        body.add(set(jj, (jj + by).as(jt)));
        body.add(update(BinaryOp::Add, ss, w.c.percent(50) ? jj + 0 : select(jj > 100, jj, ii)));
        break;
    case Variant::UpAndDown:
        body.add(update(BinaryOp::Sub, jj, lit(w, 1)));
        body.add(w.b.if_((ii >= jj).node(), w.b.break_()));
        body.add(update(BinaryOp::Add, ss, jj - ii));
        break;
    case Variant::Doubling:
        body.add(update(BinaryOp::Add, ss, jj & ii));
        body.add(set(jj, (w.c.percent(50) ? jj << 1 : jj * 2 + 1).as(jt)));
        break;
    case Variant::MixedWidth: { // a wide counter that goes through a narrower type
        const TypeId through = w.c.percent(50) ? type::Int : type::UShort;
        body.add(set(jj, (jj.as(through) + w.c.range<int64_t>(1, 3)).as(jt)));
        body.add(update(BinaryOp::Xor, ss, jj + ii));
        break;
    }
    case Variant::NestedSum:
        body.add(loop_over(w, 0, 3, 1, [&](VarId k, Block& inner) {
            inner.add(update(BinaryOp::Add, ref(w, s), ref(w, i) * by + ref(w, k) * 2));
            inner.add(w.b.expr(w.b.incdec(IncDecOp::PreInc, w.b.ref(j))));
        }));
        break;
    case Variant::Remaining:
        body.add(set(ss, ss + select(jj > ii, jj - ii, lit(w, 0))));
        if (w.c.percent(50)) body.add(w.b.if_((ss > by * 3).node(), w.b.continue_()));
        body.add(w.b.expr(w.b.incdec(IncDecOp::PostDec, w.b.ref(j))));
        break;
    }
}

NodeId make(World& w) {
    const Variant variant = w.c.pick(kVariant);
    Block block(w);
    const TypeId narrow = narrow_type(w), wide = w.c.percent(50) ? type::LLong : type::ULong;
    const TypeId type = variant == Variant::NarrowWrap ? narrow
                        : variant == Variant::MixedWidth
                            ? wide
                            : w.c.element(std::vector{type::Int, type::UInt, type::LLong});
    const auto start = w.c.range(0, 30);
    const VarId j =
        w.c.percent(30) ? new_global(w, "g", type) : block.hidden("j", type, w.b.integer(type, start));
    const VarId s = block.hidden("s", type::UInt, w.b.integer(type::UInt, 0));
    const auto rounds = w.c.range<int64_t>(2, 20);
    block.add(loop_over(w, 0, rounds, 1, [&](VarId i, Block& body) {
        const bool can = w.continuable;
        const bool fits = variant != Variant::Remaining || can;
        step(w, fits ? variant : Variant::Running, j, s, i, body);
    }));
    w.begin_full_expression(0);
    block.add(keep(w, ref(w, s) + ref(w, j)));
    return block.done();
}

} // namespace

const StatementIdiom kInduction{"induction", 6, make, &kVariant};

} // namespace assay::generate::grow::idioms
