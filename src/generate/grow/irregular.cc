// Irregular loops: counters of any width that are global, kept from round to round, or changed in the body;
// conditions through casts, sums and several variables. Nothing here says that they end: evaluation shows it,
// and what does not end is fenced in.
#include "generate/grow/kit.h"
#include "generate/grow/sites.h"

#include <array>

namespace assay::generate::grow {

using choice::Coin;
using choice::Option;
using choice::SiteOf;
using program::IncDecOp;

namespace {

enum class Variant {
    NarrowTest,
    Kept,
    Restored,
    VariableParts,
    SumOfCasts,
    GreaterThanDouble,
    Multiplied,
    GotoNearMax,
    ThroughNarrow,
    Forever,
    Compound,
    LabelInDeadCode,
    Element,
    ThroughPointer
};
constexpr SiteOf kVariant{"grow.loop.irregular",
                          Option{Variant::NarrowTest, "narrow-test", 4},
                          Option{Variant::Kept, "kept", 4},
                          Option{Variant::Restored, "restored", 3},
                          Option{Variant::VariableParts, "variable-parts", 4},
                          Option{Variant::SumOfCasts, "sum-of-casts", 4},
                          Option{Variant::GreaterThanDouble, "greater-than-double", 2},
                          Option{Variant::Multiplied, "multiplied", 2},
                          Option{Variant::GotoNearMax, "goto-near-max", 3},
                          Option{Variant::ThroughNarrow, "through-narrow", 3},
                          Option{Variant::Forever, "forever", 3},
                          Option{Variant::Compound, "compound", 4},
                          Option{Variant::LabelInDeadCode, "label-in-dead-code", 2},
                          Option{Variant::Element, "element", 3},
                          Option{Variant::ThroughPointer, "through-pointer", 2}};
enum class Form { For, While, Do, Goto };
constexpr SiteOf kForm{"grow.loop.irregular.form", Option{Form::For, "for", 6},
                       Option{Form::While, "while", 3}, Option{Form::Do, "do", 2},
                       Option{Form::Goto, "goto", 2}};
enum class Home { Local, NewGlobal, OldGlobal };
constexpr SiteOf kHome{"grow.loop.irregular.counter", Option{Home::Local, "local", 4},
                       Option{Home::NewGlobal, "new-global", 4}, Option{Home::OldGlobal, "old-global", 2}};
constexpr Coin kProtected{"grow.loop.irregular.protected", 70};

TypeId counter_type(World& w) {
    return w.c.element(std::vector{type::Int, type::Int, type::UInt, type::Short, type::UShort, type::Char,
                                   type::SChar, type::UChar, type::Long, type::LLong, type::ULLong});
}

bool is_counter(const World& w, VarId var) {
    for (const Counter& counter : w.counters)
        if (counter.var == var) return true;
    return false;
}

VarId counter(World& w, Block& block, TypeId type) {
    const Home home = w.c.pick(kHome);
    std::vector<VarId> fitting;
    for (const VarId var : w.visible)
        if (w.p[var].is_global() && w.p[var].type == type && !w.input(var) && !is_counter(w, var))
            fitting.push_back(var);
    if (home == Home::OldGlobal && !fitting.empty()) return w.c.element(fitting);
    if (home == Home::Local) return block.hidden("j", type, w.b.integer(type, w.c.range(-3, 9)));
    return new_global(w, "k", type);
}

// A loop of its parts; the start (which may be missing) comes before it.
struct Parts {
    NodeId start, test, step;          // expressions
    std::vector<NodeId> before, after; // statements at the begin and end of the body
};

NodeId put_together(World& w, Block& block, Parts& parts, VarId protected_var) {
    const Form form = w.c.pick(kForm);
    const bool guards = protected_var.valid() && w.c.pick(kProtected);
    if (guards) w.counters.push_back({protected_var, -100000, 100000});
    std::vector<NodeId> stmts = parts.before;
    {
        const InLoop inside(w, 6, form != Form::Goto, form == Form::For);
        const std::vector<NodeId> body = list_of(w, loop_body(w));
        stmts.insert(stmts.end(), body.begin(), body.end());
    }
    if (guards) w.counters.pop_back();
    stmts.insert(stmts.end(), parts.after.begin(), parts.after.end());
    if (form == Form::For) {
        const NodeId init = parts.start.valid() ? w.b.expr(parts.start) : NodeId{};
        block.add(w.b.for_(init, parts.test, parts.step, w.b.block(stmts)));
        return block.done();
    }
    if (parts.start.valid()) block.add(w.b.expr(parts.start));
    if (parts.step.valid()) stmts.push_back(w.b.expr(parts.step));
    if (form == Form::Goto) {
        const program::LabelId again = w.p.add_label(w.fresh("again"));
        block.add(w.b.label(again));
        block.add(w.b.block(stmts));
        block.add(w.b.if_(parts.test, w.b.goto_(again)));
        return block.done();
    }
    const NodeId body = w.b.block(stmts);
    block.add(form == Form::While ? w.b.while_(parts.test, body) : w.b.do_while(body, parts.test));
    return block.done();
}

NodeId step_of(World& w, const Expr& j, int64_t by) {
    if (by == 1) return w.b.incdec(w.c.percent(50) ? IncDecOp::PreInc : IncDecOp::PostInc, j.node());
    if (by == -1) return w.b.incdec(w.c.percent(50) ? IncDecOp::PreDec : IncDecOp::PostDec, j.node());
    return w.b.compound(by < 0 ? BinaryOp::Sub : BinaryOp::Add, j.node(),
                        w.b.integer(type::Int, by < 0 ? -by : by));
}

// (unsigned char)(j - C) + k <= 1
void narrow_test(World& w, Parts& parts, const Expr& j) {
    const auto from = w.c.range<int64_t>(-100, 100), rounds = w.c.range<int64_t>(1, 9);
    parts.start = w.b.assign(j.node(), w.b.integer(type::Int, from));
    const TypeId narrow = w.c.element(std::vector{type::UChar, type::UShort, type::SChar, type::Char});
    w.begin_full_expression(0);
    const Expr distance = (j - from).as(narrow);
    const Expr sum = w.c.percent(50) ? distance + (pure_variable(w) & 1) : distance + 0;
    parts.test = (w.c.percent(60) ? sum <= rounds : sum < rounds).node();
    parts.step = step_of(w, j, w.c.percent(80) ? 1 : 2);
}

void sum_of_casts(World& w, Parts& parts, const Expr& j) {
    const auto limit = w.c.range<int64_t>(2, 12);
    const bool down = w.c.percent(30);
    parts.start = w.b.assign(j.node(), w.b.integer(type::Int, down ? limit : 0));
    w.begin_full_expression(0);
    const TypeId one = narrow_type(w), other = narrow_type(w);
    const Expr more(w, number(w, 2));
    const Expr sum = j.as(one) + (more & w.c.range<int64_t>(1, 3)).as(other);
    parts.test = (down ? sum > 1 : sum < limit).node();
    parts.step = step_of(w, j, down ? -1 : w.c.range<int64_t>(1, 3));
}

void variable_parts(World& w, Block& block, Parts& parts, const Expr& j) {
    const auto part = [&](std::string_view stem, int64_t mask, int64_t add) {
        w.begin_full_expression(0);
        const TypeId type = w.c.percent(60) ? type::Int : type::Short;
        const Expr value = (pure_number(w, 1) & mask) + add;
        return block.hidden(stem, type, value.as(type).node());
    };
    const VarId low = part("low", 3, 0), high = part("high", 7, 3), by = part("by", 1, 1);
    const bool down = w.c.percent(30);
    parts.start = w.b.assign(j.node(), w.b.ref(down ? high : low));
    parts.test = (down ? j > ref(w, low) : j < ref(w, high)).node();
    parts.step = w.b.compound(down ? BinaryOp::Sub : BinaryOp::Add, j.node(), w.b.ref(by));
}

void compound_test(World& w, Block& block, Parts& parts, const Expr& j) {
    const VarId left = block.hidden("left", type::Int, w.b.integer(type::Int, w.c.range(2, 9)));
    const int64_t far = w.c.element(std::vector<int64_t>{2147483647, -2147483647, 65536, 1000000007, 4});
    parts.start = w.b.assign(j.node(), w.b.integer(type::Int, w.c.range(0, 2)));
    w.begin_full_expression(0);
    const Expr drained(w, w.b.incdec(IncDecOp::PostDec, w.b.ref(left)));
    const Expr other = pure_variable(w) != far;
    const Expr own = j < w.c.range<int64_t>(3, 9);
    const auto how = w.c.below(3);
    parts.test = (how == 0   ? both(own, drained)
                  : how == 1 ? both(both(other, own), drained > 0)
                             : both(drained, either(own, !other)))
                     .node();
    parts.step = step_of(w, j, 1);
}

// x reaches the largest value of its type, and must not pass it.
void near_max(World& w, Block& block, Parts& parts) {
    const bool down = w.c.percent(30);
    const int64_t limit = down ? -2147483647 - 1 : 2147483647;
    const auto rounds = w.c.range<int64_t>(2, 8);
    const VarId x =
        block.hidden("x", type::Int, w.b.integer(type::Int, down ? limit + rounds : limit - rounds));
    const Expr xx = ref(w, x);
    parts.test = (down ? xx > limit : xx < limit).node();
    parts.step = step_of(w, xx, down ? -1 : 1);
}

void forever(World& w, Block& block, Parts& parts) {
    const TypeId type = counter_type(w);
    const VarId n = block.hidden("n", type, w.b.integer(type, 0));
    const Expr count(w, w.b.incdec(IncDecOp::PreInc, w.b.ref(n)));
    const NodeId stop = w.b.if_((count > w.c.range<int64_t>(1, 9)).node(), w.b.break_());
    w.settled_ifs.push_back(stop);
    (w.c.percent(50) ? parts.before : parts.after).push_back(stop);
}

NodeId endless(World& w, Block& block) {
    Parts parts;
    forever(w, block, parts);
    std::vector<NodeId> stmts = parts.before;
    {
        const InLoop inside(w, 6, true, parts.after.empty());
        const std::vector<NodeId> body = list_of(w, loop_body(w));
        stmts.insert(stmts.end(), body.begin(), body.end());
    }
    stmts.insert(stmts.end(), parts.after.begin(), parts.after.end());
    const NodeId body = w.b.block(stmts);
    block.add(w.c.percent(60) ? w.b.for_({}, {}, {}, body) : w.b.while_(w.b.integer(1), body));
    return block.done();
}

// The label is in a branch that nothing enters from above.
NodeId label_in_dead_code(World& w, Block& block) {
    const VarId n = block.hidden("n", type::Int, w.b.integer(type::Int, w.c.range(0, 2)));
    const program::LabelId again = w.p.add_label(w.fresh("again"));
    NodeId body;
    {
        const InLoop inside(w, 4, false, false);
        body = loop_body(w);
    }
    const Expr count(w, w.b.incdec(IncDecOp::PostInc, w.b.ref(n)));
    const NodeId never = w.b.if_((ref(w, n) < 0).node(), w.b.block(std::array{w.b.label(again), body}));
    w.settled_ifs.push_back(never);
    block.add(never);
    block.add(w.b.if_((count < w.c.range<int64_t>(3, 7)).node(), w.b.goto_(again)));
    return block.done();
}

Expr element_counter(World& w, Block& block, bool through_pointer) {
    TypeId type = counter_type(w);
    if (through_pointer) {
        const VarId g = new_global(w, "k", type);
        w.take_address(g);
        return {w, w.b.deref(w.b.ref(block.hidden("p", w.p.types.pointer_to(type), w.b.addr(w.b.ref(g)))))};
    }
    const VarId array = array_of(w, block, type, w.c.range(2u, 5u));
    return at(w, array, small_constant(w, 0, 1));
}

// A counter that starts once and goes on where it was, inside a loop that does not reset it.
NodeId kept(World& w, Block& block) {
    const TypeId type = counter_type(w);
    const VarId j = counter(w, block, type);
    const auto limit = w.c.range<int64_t>(2, 9), rounds = w.c.range<int64_t>(2, 4);
    if (w.c.percent(60)) block.add(set(ref(w, j), lit(w, 0).as(type)));
    block.add(loop_over(w, 0, rounds, 1, [&](VarId i, Block& body) {
        Block inner(w);
        Parts parts;
        const bool grows = w.c.percent(50);
        const Expr bound = grows ? ref(w, i) * 2 + limit : lit(w, limit);
        parts.test = (w.c.percent(70) ? ref(w, j) < bound : ref(w, j) != limit).node();
        parts.step = step_of(w, ref(w, j), 1);
        body.add(put_together(w, inner, parts, j));
    }));
    return block.done();
}

} // namespace

NodeId irregular_loop(World& w) {
    const Variant variant = w.c.pick(kVariant);
    Block block(w);
    if (variant == Variant::Forever) return endless(w, block);
    if (variant == Variant::LabelInDeadCode) return label_in_dead_code(w, block);
    if (variant == Variant::Kept) return kept(w, block);
    Parts parts;
    if (variant == Variant::GotoNearMax) {
        near_max(w, block, parts);
        return put_together(w, block, parts, {});
    }
    if (variant == Variant::Element || variant == Variant::ThroughPointer) {
        const Expr j = element_counter(w, block, variant == Variant::ThroughPointer);
        parts.start = w.b.assign(j.node(), w.b.integer(0));
        parts.test = (j < w.c.range<int64_t>(2, 9)).node();
        parts.step = step_of(w, j, 1);
        return put_together(w, block, parts, {});
    }
    const bool wide = variant == Variant::ThroughNarrow;
    const TypeId type = wide ? (w.c.percent(50) ? type::LLong : type::ULong) : counter_type(w);
    const VarId var = counter(w, block, type);
    const Expr j = ref(w, var);
    switch (variant) {
    case Variant::NarrowTest: narrow_test(w, parts, j); break;
    case Variant::SumOfCasts: sum_of_casts(w, parts, j); break;
    case Variant::VariableParts: variable_parts(w, block, parts, j); break;
    case Variant::Compound: compound_test(w, block, parts, j); break;
    case Variant::Restored: {
        const Expr by = small_constant(w, 1, 5);
        parts.start = w.b.assign(j.node(), w.b.integer(0));
        parts.test = (j < w.c.range<int64_t>(2, 8)).node();
        parts.step = step_of(w, j, 1);
        parts.before.push_back(update(BinaryOp::Add, j, by));
        parts.after.push_back(update(BinaryOp::Sub, j, by));
        break;
    }
    case Variant::GreaterThanDouble: // holds for negative numbers alone
        parts.start = w.b.assign(j.node(), w.b.integer(type::Int, w.c.range(-8, -1)));
        parts.test = (j > j * 2).node();
        parts.step = step_of(w, j, 1);
        break;
    case Variant::Multiplied: {
        const auto limit = w.c.range<int64_t>(20, 120);
        parts.start = w.b.assign(j.node(), w.b.integer(type::Int, w.c.range(1, 3)));
        parts.test = (j < limit).node();
        const Expr more = w.c.percent(50) ? j * 2 + 1 : j << 1;
        parts.step = w.b.assign(j.node(), more.as(type).node());
        break;
    }
    default: { // ThroughNarrow: i = (int)i + 1
        const TypeId narrow = w.c.element(std::vector{type::Int, type::UInt, type::Short});
        const auto limit = w.c.range<int64_t>(2, 9);
        parts.start = w.b.assign(j.node(), w.b.integer(0));
        parts.test = (w.c.percent(50) ? j < limit : j != limit).node();
        parts.step = w.b.assign(j.node(), (j.as(narrow) + 1).node());
    }
    }
    return put_together(w, block, parts, var);
}

std::span<const choice::Site* const> irregular_sites() {
    static constexpr const choice::Site* all[]{&kVariant, &kForm, &kHome, &kProtected};
    return all;
}

} // namespace assay::generate::grow
