// Switches that become tables, tables that are constant, small state machines.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

enum class Variant { Values, Linear, FallThrough, Sparse, InLoop, ConstantTable, IfChain };
constexpr SiteOf kVariant{"grow.idiom.tables",
                          Option{Variant::Values, "values", 4},
                          Option{Variant::Linear, "linear", 2},
                          Option{Variant::FallThrough, "fall-through", 2},
                          Option{Variant::Sparse, "sparse", 2},
                          Option{Variant::InLoop, "in-loop", 4},
                          Option{Variant::ConstantTable, "constant-table", 3},
                          Option{Variant::IfChain, "if-chain", 2}};

struct Cases {
    int64_t first, step;
    int count;
    bool falls, linear;
};

// switch (subject) { case ...: x = ...; break; ... }
NodeId table(World& w, const Expr& subject, VarId x, const Cases& cases) {
    std::vector<NodeId> stmts;
    const auto factor = w.c.range<int64_t>(-3, 9);
    for (int i = 0; i < cases.count; ++i) {
        stmts.push_back(w.b.case_(w.b.integer(type::Int, cases.first + i * cases.step)));
        const int64_t value = cases.linear ? i * factor + 7 : w.c.range<int64_t>(-100, 300);
        stmts.push_back(set(ref(w, x), lit(w, value).as(w.p[x].type)));
        if (!cases.falls || w.c.percent(60)) stmts.push_back(w.b.break_());
    }
    if (w.c.percent(70)) {
        stmts.push_back(w.b.default_());
        stmts.push_back(update(BinaryOp::Add, ref(w, x), lit(w, 1)));
    }
    return w.b.switch_(subject.node(), w.b.block(stmts));
}

// for (...) switch (state) { case 0: state = ...; total += ...; }
void in_loop(World& w, Block& block) {
    const VarId state = block.hidden("state", type::Int, w.b.integer(type::Int, w.c.range(0, 2)));
    const VarId total = block.hidden("total", type::UInt, w.b.integer(type::UInt, 0));
    const auto rounds = w.c.range<int64_t>(4, 12);
    block.add(loop_over(w, 0, rounds, 1, [&](VarId i, Block& body) {
        std::vector<NodeId> stmts;
        const auto states = w.c.range(3, 5);
        for (int s = 0; s < states; ++s) {
            stmts.push_back(w.b.case_(w.b.integer(type::Int, s)));
            stmts.push_back(update(BinaryOp::Add, ref(w, total), ref(w, i) * w.c.range<int64_t>(1, 9)));
            const Expr next = small_constant(w, 0, states);
            const Expr other = small_constant(w, 0, states);
            const bool branches = w.c.percent(40);
            stmts.push_back(set(ref(w, state), branches ? select(ref(w, i) & 1, next, other) : next + 0));
            if (w.c.percent(80)) stmts.push_back(w.b.break_());
        }
        stmts.push_back(w.b.default_());
        stmts.push_back(set(ref(w, state), lit(w, 0)));
        body.add(w.b.switch_(w.b.ref(state), w.b.block(stmts)));
    }));
    w.begin_full_expression(0);
    block.add(keep(w, ref(w, total) + ref(w, state)));
}

void constant_table(World& w, Block& block) {
    const TypeId element = w.c.percent(50) ? type::Int : narrow_type(w);
    const uint32_t count = w.c.element(std::vector{4u, 8u, 5u, 16u});
    const TypeId type = w.p.types.qualified(w.p.types.array_of(element, count), program::kConst);
    const VarId table =
        w.b.global(w.fresh("table"), type, constant_initialiser(w, w.p.types.array_of(element, count)));
    w.p[table].observed = w.c.percent(30);
    w.begin_full_expression(0);
    const Expr index = pure_of(w, type::UInt, 1);
    const Expr inside = (count & (count - 1)) == 0 ? index & (count - 1) : index % count;
    const Expr value = at(w, table, inside);
    block.add(keep(w, w.c.percent(50) ? value + at(w, table, lit(w, 1)) : value + 0));
}

void if_chain(World& w, Block& block, VarId x) {
    w.begin_full_expression(0);
    const VarId subject = block.hidden("s", type::Int, pure_of(w, type::Int, 1).node());
    const int64_t first = w.c.range<int64_t>(-2, 5);
    NodeId chain = set(ref(w, x), lit(w, 77).as(w.p[x].type));
    const auto links = w.c.range(3, 5);
    for (int64_t i = 0; i < links; ++i) {
        const bool exact = w.c.percent(70);
        const Expr test = exact ? ref(w, subject) == first + i : ref(w, subject) < first - i;
        const NodeId yes = set(ref(w, x), small_constant(w, -50, 90).as(w.p[x].type));
        chain = w.b.if_(test.node(), yes, chain);
    }
    block.add(chain);
}

NodeId make(World& w) {
    const Variant variant = w.c.pick(kVariant);
    Block block(w);
    if (variant == Variant::InLoop) {
        in_loop(w, block);
        return block.done();
    }
    if (variant == Variant::ConstantTable) {
        constant_table(w, block);
        return block.done();
    }
    const TypeId type = w.c.percent(60) ? type::Int : signed_type(w);
    const VarId x = block.hidden("x", type, w.b.integer(type, w.c.range(0, 3)));
    if (variant == Variant::IfChain) {
        if_chain(w, block, x);
    } else {
        const int64_t first = w.c.range<int64_t>(-3, 20);
        const int64_t step = variant == Variant::Sparse ? w.c.range<int64_t>(5, 60) : 1;
        const Cases cases{first, step, w.c.range(3, 8), variant == Variant::FallThrough,
                          variant == Variant::Linear};
        w.begin_full_expression(0);
        const Expr any = pure_of(w, type::Int, 1);
        const Expr subject = w.c.percent(70) ? (any & 7) * step + first : any + 0;
        block.add(table(w, subject, x, cases));
    }
    w.begin_full_expression(0);
    block.add(keep(w, ref(w, x)));
    return block.done();
}

} // namespace

const StatementIdiom kTables{"tables", 5, make, &kVariant};

} // namespace assay::generate::grow::idioms
