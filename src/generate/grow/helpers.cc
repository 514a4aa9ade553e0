// Small functions as real programs have them, put into expressions so that they change no value:
// helper(args) - K + e, where K is what the helper yields there.
#include "generate/grow/kit.h"
#include "generate/grow/sites.h"

namespace assay::generate::grow {

using choice::Coin;
using choice::Option;
using choice::SiteOf;
using program::IncDecOp;

namespace {

using Params = std::span<const VarId>;
// Builds the body; the last statement returns.
using Body = void (*)(World& w, Block& body, Params a);

struct Helper {
    Body body;
    int params;
    bool operator==(const Helper&) const = default;
};

void give(World& w, Block& body, const Expr& value) { body.add(w.b.return_(value.node())); }

void clamp(World& w, Block& body, Params a) {
    const Expr x = ref(w, a[0]), low = ref(w, a[1]), high = ref(w, a[2]);
    if (w.c.percent(50)) {
        give(w, body, select(x < low, low, select(x > high, high, x)));
        return;
    }
    body.add(w.b.if_((x < low).node(), w.b.return_(low.node())));
    body.add(w.b.if_((x > high).node(), w.b.return_(high.node())));
    give(w, body, x);
}

void digits(World& w, Block& body, Params a) {
    const VarId n = body.hidden("n", type::Int, w.b.integer(0));
    const NodeId count = w.b.expr(w.b.incdec(IncDecOp::PostInc, w.b.ref(n)));
    const NodeId cut = update(BinaryOp::Div, ref(w, a[0]), lit(w, 10));
    body.add(w.b.do_while(w.b.block(std::vector{count, cut}), (ref(w, a[0]) != 0).node()));
    give(w, body, ref(w, n));
}

void rotate(World& w, Block& body, Params a) {
    const Expr x = ref(w, a[0]).as(type::UInt), k = ref(w, a[1]) & 31;
    give(w, body, ((x << k) | (x >> ((32 - k) & 31))).as(type::Int));
}

void bit_test(World& w, Block& body, Params a) {
    const Expr x = ref(w, a[0]), k = ref(w, a[1]) & 15;
    give(w, body, w.c.percent(50) ? (x & (1 << k)) != 0 : (x >> k) & 1);
}

void in_range(World& w, Block& body, Params a) {
    const Expr x = ref(w, a[0]), low = ref(w, a[1]);
    const auto size = w.c.range<int64_t>(1, 60);
    give(w, body, w.c.percent(50) ? both(x >= low, x < 100) : x.as(type::UInt) - low.as(type::UInt) < size);
}

void table(World& w, Block& body, Params a) {
    std::vector<NodeId> stmts;
    const auto count = w.c.range<int64_t>(3, 7), first = w.c.range<int64_t>(-1, 5);
    for (int64_t i = 0; i < count; ++i) {
        stmts.push_back(w.b.case_(w.b.integer(type::Int, first + i)));
        stmts.push_back(w.b.return_(small_constant(w, -9, 99).node()));
    }
    body.add(w.b.switch_(w.b.ref(a[0]), w.b.block(stmts)));
    give(w, body, small_constant(w, -1, 1));
}

void gcd(World& w, Block& body, Params a) {
    body.add(update(BinaryOp::And, ref(w, a[0]), lit(w, 0xffff)));
    body.add(update(BinaryOp::And, ref(w, a[1]), lit(w, 0xfff)));
    Block inner(w);
    const VarId t = inner.hidden("t", type::Int, (ref(w, a[0]) % ref(w, a[1])).node());
    inner.add(set(ref(w, a[0]), ref(w, a[1])));
    inner.add(set(ref(w, a[1]), ref(w, t)));
    body.add(w.b.while_((ref(w, a[1]) != 0).node(), inner.done()));
    give(w, body, ref(w, a[0]));
}

// Start, bound and step are variables of a function that may be inlined.
void sum_range(World& w, Block& body, Params a) {
    const TypeId counter =
        w.c.element(std::vector{type::Int, type::UChar, type::Short, type::LLong, type::UInt});
    const VarId s = body.hidden("s", type::UInt, w.b.integer(type::UInt, 0));
    const VarId i = w.b.local(w.current, w.fresh("i"), counter, w.b.cast(counter, (ref(w, a[0]) & 7).node()));
    const Expr bound = (ref(w, a[1]) & 31).as(counter), by = (ref(w, a[2]) & 3) + 1;
    const NodeId step = w.b.compound(BinaryOp::Add, w.b.ref(i), by.node());
    const NodeId add = update(BinaryOp::Add, ref(w, s), ref(w, i) * small_constant(w, 1, 3));
    body.add(w.b.for_(w.b.declare(i), (ref(w, i) < bound).node(), step, w.b.block(std::vector{add})));
    give(w, body, ref(w, s).as(type::Int));
}

void count_bits(World& w, Block& body, Params a) {
    const VarId x = body.hidden("x", type::UInt, ref(w, a[0]).as(type::UInt).node());
    const VarId n = body.hidden("n", type::Int, w.b.integer(0));
    const NodeId clear = set(ref(w, x), ref(w, x) & (ref(w, x) - 1));
    const NodeId count = w.b.expr(w.b.incdec(IncDecOp::PreInc, w.b.ref(n)));
    body.add(w.b.while_(w.b.ref(x), w.b.block(std::vector{clear, count})));
    give(w, body, ref(w, n));
}

// Its result may be unused, but its division could trap.
void divide(World& w, Block& body, Params a) {
    const Expr x = ref(w, a[0]) & 0xffff, y = ref(w, a[1]);
    if (w.c.percent(50)) {
        give(w, body, select(y > 0, x / y, lit(w, 0)));
        return;
    }
    const NodeId stop = w.b.if_((y == 0).node(), w.b.return_(w.b.integer(-1)));
    w.settled_ifs.push_back(stop);
    body.add(stop);
    give(w, body, x % y);
}

void add_saturated(World& w, Block& body, Params a) {
    const VarId r = body.hidden("r", type::Int, w.b.integer(0));
    const NodeId left = w.b.ref(a[0]), right = w.b.ref(a[1]);
    const NodeId lost =
        w.b.builtin(program::Builtin::AddOverflow, std::vector{left, right, w.b.addr(w.b.ref(r))});
    body.add(w.b.if_(lost, w.b.return_(w.b.integer(0x7fffffff))));
    give(w, body, ref(w, r));
}

// A local array of the callee, beside which the caller has arrays in blocks.
void local_array(World& w, Block& body, Params a) {
    const auto count = w.c.range(3u, 9u);
    const TypeId element = w.c.percent(50) ? type::Int : type::Short;
    const TypeId type = w.p.types.array_of(element, count);
    const VarId v = body.hidden("v", type, constant_initialiser(w, type));
    const VarId s = body.hidden("s", type::UInt, w.b.integer(type::UInt, 0));
    body.add(set(at(w, v, ref(w, a[0]).as(type::UInt) % count), ref(w, a[1]).as(element)));
    body.add(loop_over(w, 0, count, 1, [&](VarId i, Block& inner) {
        inner.add(set(ref(w, s), ref(w, s) * 3 + at(w, v, ref(w, i)).as(type::UInt)));
    }));
    give(w, body, ref(w, s).as(type::Int));
}

void sign(World& w, Block& body, Params a) {
    const Expr x = ref(w, a[0]);
    give(w, body, w.c.percent(50) ? (x > 0) - (x < 0) : select(x < 0, lit(w, -1), (x != 0) + 0));
}

void is_leap(World& w, Block& body, Params a) {
    const Expr y = ref(w, a[0]);
    give(w, body, either(both(y % 4 == 0, y % 100 != 0), y % 400 == 0));
}

constexpr SiteOf kHelper{"grow.helper",
                         Option{Helper{clamp, 3}, "clamp", 4},
                         Option{Helper{digits, 1}, "digits", 3},
                         Option{Helper{rotate, 2}, "rotate", 3},
                         Option{Helper{bit_test, 2}, "bit-test", 3},
                         Option{Helper{in_range, 2}, "in-range", 3},
                         Option{Helper{table, 1}, "table", 3},
                         Option{Helper{gcd, 2}, "gcd", 2},
                         Option{Helper{sum_range, 3}, "sum-range", 4},
                         Option{Helper{count_bits, 1}, "count-bits", 3},
                         Option{Helper{divide, 2}, "divide", 3},
                         Option{Helper{add_saturated, 2}, "add-saturated", 2},
                         Option{Helper{local_array, 2}, "local-array", 4},
                         Option{Helper{sign, 1}, "sign", 2},
                         Option{Helper{is_leap, 1}, "leap-year", 1}};
constexpr Coin kAgain{"grow.helper.again", 55};
constexpr Coin kChained{"grow.helper.chained", 25};

Function made_helper(World& w) {
    const Helper helper = w.c.pick(kHelper);
    Function made;
    made.result = type::Int;
    for (int i = 0; i < helper.params; ++i) made.params.push_back(w.c.percent(85) ? type::Int : type::Short);
    Aside aside(w);
    made.id = aside.begin("h", made.result, made.params);
    Block body(w);
    helper.body(w, body, w.p.params(made.id));
    w.p[made.id].body = body.whole();
    made.cost = 60;
    w.lines_left -= 6;
    return made;
}

NodeId argument(World& w, TypeId type) {
    if (w.c.percent(30)) return w.b.integer(type, w.c.range(-2, 300));
    return number_of(w, type, 0);
}

} // namespace

NodeId neutral_call(World& w) {
    size_t which = 0;
    std::vector<size_t> known;
    for (size_t i = 0; i < w.functions.size(); ++i)
        if (w.functions[i].is_helper) known.push_back(i);
    if (!known.empty() && w.c.pick(kAgain)) {
        which = w.c.element(known);
    } else {
        Function made = made_helper(w);
        made.is_helper = true;
        which = w.functions.size();
        w.functions.push_back(made);
    }
    const Function callee = w.functions[which];
    std::vector<NodeId> args;
    const bool chained = !known.empty() && w.c.pick(kChained);
    for (const TypeId param : callee.params) args.push_back(argument(w, param));
    if (chained) {
        const Function inner = w.functions[w.c.element(known)];
        std::vector<NodeId> inner_args;
        for (const TypeId param : inner.params) inner_args.push_back(argument(w, param));
        args[0] = w.b.call(inner.id, inner_args);
        if (w.cxx()) args[0] = w.b.cast(callee.params[0], args[0]);
    }
    if (callee.id.index >= w.called.size()) w.called.resize(callee.id.index + 1, false);
    w.called[callee.id.index] = true;
    const NodeId difference = w.b.binary(BinaryOp::Sub, w.b.call(callee.id, args), w.b.integer(0));
    w.neutral.push_back(difference);
    return difference;
}

std::span<const choice::Site* const> helper_sites() {
    static constexpr const choice::Site* all[]{&kHelper, &kAgain, &kChained};
    return all;
}

} // namespace assay::generate::grow
