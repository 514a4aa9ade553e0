// Loops: counted ones that optimisers know, and irregular ones whose end the evaluator proves.
#include "generate/grow/kit.h"
#include "generate/grow/sites.h"

namespace assay::generate::grow {

using choice::Coin;
using choice::Option;
using choice::SiteOf;
using program::IncDecOp;

namespace {

enum class Kind { Counted, While, DoWhile, Reduction, Stencil, Fill, GlobalCounter, Narrow, Goto, Irregular };
constexpr SiteOf kKind{"grow.loop.kind",
                       Option{Kind::Counted, "counted", 12},
                       Option{Kind::While, "while", 3},
                       Option{Kind::DoWhile, "do", 3},
                       Option{Kind::Reduction, "reduction", 5},
                       Option{Kind::Stencil, "stencil", 3},
                       Option{Kind::Fill, "fill", 4},
                       Option{Kind::GlobalCounter, "global-counter", 5},
                       Option{Kind::Narrow, "narrow", 4},
                       Option{Kind::Goto, "goto", 2},
                       Option{Kind::Irregular, "irregular", 14}};
constexpr SiteOf kCounterType{"grow.loop.counter-type",
                              Option{TypeKind::Int, "int", 12},
                              Option{TypeKind::UInt, "uint", 4},
                              Option{TypeKind::Long, "long", 3},
                              Option{TypeKind::UChar, "uchar", 2},
                              Option{TypeKind::SChar, "schar", 2},
                              Option{TypeKind::Short, "short", 3},
                              Option{TypeKind::UShort, "ushort", 1},
                              Option{TypeKind::ULLong, "ullong", 2}};
constexpr Coin kDown{"grow.loop.down", 25};
constexpr Coin kStride{"grow.loop.stride", 20};

NodeId number_const(World& w, VarId like, int64_t value) {
    const TypeId type = program::promoted_type(w.p, w.p[like].type);
    return w.b.integer(type, value);
}

// for (T i = from; i < to; i += by) body, or downwards; the counter's values in the body are known.
template <typename Body> NodeId counted(World& w, int64_t most, Body&& body) {
    const int64_t trips = w.c.range<int64_t>(1, most);
    const bool down = w.c.pick(kDown);
    const int64_t by = w.c.pick(kStride) ? w.c.range<int64_t>(2, 3) : 1;
    const int64_t low = down ? 0 : w.c.range<int64_t>(0, 2);
    const int64_t last = low + (trips - 1) * by;
    TypeKind kind = w.c.pick(kCounterType);
    if (down) kind = w.c.percent(50) ? TypeKind::Int : TypeKind::Short; // i >= 0 never ends otherwise
    const VarId i = w.b.local(w.current, w.fresh("i"), program::basic(kind),
                              w.b.integer(program::basic(kind), down ? last : low));
    w.visible.push_back(i);
    w.counters.push_back({i, low, last});
    const NodeId test =
        down ? w.b.binary(BinaryOp::Ge, w.b.ref(i), number_const(w, i, low))
             : w.b.binary(w.c.percent(70) ? BinaryOp::Lt : BinaryOp::Le, w.b.ref(i), number_const(w, i, 0));
    if (!down) {
        const bool below = w.p[test].binary() == BinaryOp::Lt;
        const NodeId bound = number_const(w, i, below ? last + 1 : last);
        w.p[test].slot[program::at::Binary::right] = bound.index;
    }
    const NodeId advance =
        by == 1 ? w.b.incdec(down              ? IncDecOp::PostDec
                             : w.c.percent(50) ? IncDecOp::PreInc
                                               : IncDecOp::PostInc,
                             w.b.ref(i))
                : w.b.compound(down ? BinaryOp::Sub : BinaryOp::Add, w.b.ref(i), w.b.integer(type::Int, by));
    NodeId made;
    {
        const InLoop inside(w, trips, true, true);
        made = body(i, low, last);
    }
    w.counters.pop_back();
    w.leave_scope(i);
    return w.b.for_(w.b.declare(i), test, advance, made);
}

// One-dimensional arrays of integers that may be used here.
std::vector<VarId> number_arrays(World& w, bool writable) {
    std::vector<VarId> found;
    for (const VarId var : w.visible) {
        const program::Type& t = w.type_of(var);
        if (t.kind != TypeKind::Array || !is_integer(w.kind(t.base)) || w.kind(t.base) == TypeKind::Bool)
            continue;
        if (writable && (w.input(var) || (w.p.types.quals(w.p[var].type) & program::kConst) != 0)) continue;
        found.push_back(var);
    }
    return found;
}

NodeId reduction(World& w) {
    const std::vector<VarId> arrays = number_arrays(w, false);
    if (arrays.empty()) return counted(w, 10, [&](VarId, int64_t, int64_t) { return loop_body(w); });
    const VarId array = w.c.element(arrays);
    const int64_t count = w.type_of(array).count;
    w.begin_full_expression(0);
    NodeId into = writable(w, is_whole_number, 0);
    if (!into || root_of(w, into) == array || !root_of(w, into) || w.kind(w.p[into].type) == TypeKind::Bool ||
        w.kind(w.p[into].type) == TypeKind::Enum || !program::has_settled_type(w.p, into))
        into = w.b.ref(w.outputs.back());
    const BinaryOp op =
        w.c.element(std::vector{BinaryOp::Add, BinaryOp::Xor, BinaryOp::Or, BinaryOp::And, BinaryOp::Sub});
    return counted(w, count, [&](VarId i, int64_t low, int64_t last) {
        const NodeId element = last < count && low >= 0 ? w.b.index(w.b.ref(array), w.b.ref(i))
                                                        : w.b.index(w.b.ref(array), w.b.integer(0));
        const NodeId step = w.b.expr(w.b.compound(op, into, element));
        if (w.c.percent(60)) return w.b.block(std::vector{step});
        w.begin_full_expression(0);
        const BinaryOp compare = w.c.percent(50) ? BinaryOp::Gt : BinaryOp::Ne;
        const NodeId test = w.b.binary(compare, w.b.index(w.b.ref(array), w.b.integer(0)), number(w, 1));
        return w.b.block(std::vector{w.b.if_(test, step)});
    });
}

// a[i + k] = f(b[i], b[i + 1], ...): neighbours read and written at a distance.
NodeId stencil(World& w, bool fill) {
    const std::vector<VarId> targets = number_arrays(w, true), sources = number_arrays(w, false);
    if (targets.empty()) return counted(w, 10, [&](VarId, int64_t, int64_t) { return loop_body(w); });
    const VarId to = w.c.element(targets), from = w.c.element(sources);
    const int64_t count = std::min(w.type_of(to).count, w.type_of(from).count);
    return counted(w, count, [&](VarId i, int64_t, int64_t last) {
        const auto at = [&](VarId array, int64_t by) {
            const bool fits = last + by < w.type_of(array).count;
            const NodeId subscript = !fits ? w.b.binary(BinaryOp::Rem, w.b.cast(type::UInt, w.b.ref(i)),
                                                        w.b.integer(type::UInt, w.type_of(array).count))
                                     : by == 0
                                         ? w.b.ref(i)
                                         : w.b.binary(BinaryOp::Add, w.b.ref(i), w.b.integer(type::Int, by));
            return w.b.index(w.b.ref(array), subscript);
        };
        w.begin_full_expression(0);
        w.touched.written.push_back(to);
        if (fill) return w.b.block(std::vector{w.b.expr(w.b.assign(at(to, 0), number(w, 2)))});
        const BinaryOp op =
            w.c.element(std::vector{BinaryOp::Add, BinaryOp::Sub, BinaryOp::Xor, BinaryOp::Mul});
        const NodeId value = w.b.binary(op, at(from, 0), w.c.percent(60) ? at(from, 1) : number(w, 1));
        return w.b.block(std::vector{w.b.expr(w.b.assign(at(to, w.c.range(0, 1)), value))});
    });
}

// A counter that is a global: it starts where it is set, and the body may look at it but not set it.
NodeId global_counter(World& w) {
    std::vector<VarId> fitting;
    for (const VarId var : w.visible) {
        const TypeKind kind = w.kind(w.p[var].type);
        bool used = false;
        for (const Counter& counter : w.counters) used |= counter.var == var;
        if (!used && w.p[var].is_global() && !w.input(var) && !w.has_address(var) &&
            w.type_of(var).quals == 0 && is_integer(kind) && kind != TypeKind::Bool)
            fitting.push_back(var);
    }
    if (fitting.empty()) return counted(w, 10, [&](VarId, int64_t, int64_t) { return loop_body(w); });
    const VarId g = w.c.element(fitting);
    // Called functions may write it as well: then the evaluator decides whether the loop ends, and how often
    // it runs.
    const int64_t trips = w.c.range<int64_t>(1, 8), from = w.c.range<int64_t>(0, 5);
    w.counters.push_back({g, 0, 1000});
    const NodeId start = w.b.assign(w.b.ref(g), w.b.integer(type::Int, from));
    const NodeId test = w.b.binary(BinaryOp::Lt, w.b.ref(g), number_const(w, g, from + trips));
    const NodeId advance = w.b.incdec(IncDecOp::PostInc, w.b.ref(g));
    NodeId body;
    {
        const InLoop inside(w, trips, true, true);
        body = loop_body(w);
    }
    w.counters.pop_back();
    return w.b.for_(w.b.expr(start), test, advance, body);
}

// The condition is computed in a narrow unsigned type: (unsigned char)(i - from) < trips.
NodeId narrow(World& w) {
    const int64_t from = w.c.range<int64_t>(-100, 100), trips = w.c.range<int64_t>(1, 9);
    const VarId i = w.b.local(w.current, w.fresh("n"), w.c.percent(50) ? type::Int : type::Short,
                              w.b.integer(type::Int, from));
    w.visible.push_back(i);
    w.counters.push_back({i, from, from + trips - 1});
    const TypeId narrow_type = w.c.percent(50) ? type::UChar : type::UShort;
    const NodeId distance = w.b.binary(BinaryOp::Sub, w.b.ref(i), w.b.integer(type::Int, from));
    const NodeId test =
        w.b.binary(BinaryOp::Lt, w.b.cast(narrow_type, distance), w.b.integer(type::Int, trips));
    NodeId body;
    {
        const InLoop inside(w, trips, true, true);
        body = loop_body(w);
    }
    w.counters.pop_back();
    w.leave_scope(i);
    return w.b.for_(w.b.declare(i), test, w.b.incdec(IncDecOp::PreInc, w.b.ref(i)), body);
}

// while and do loops that count down a local, and the same made of goto.
NodeId draining(World& w, Kind kind) {
    const int64_t trips = w.c.range<int64_t>(1, 8);
    const VarId left = w.b.local(w.current, w.fresh("left"), w.c.percent(70) ? type::Int : type::UInt,
                                 w.b.integer(type::Int, trips));
    w.visible.push_back(left);
    w.counters.push_back({left, -1, trips});
    const NodeId drain = w.b.binary(BinaryOp::Gt, w.b.incdec(IncDecOp::PostDec, w.b.ref(left)),
                                    w.b.integer(type::Int, kind == Kind::While ? 0 : 1));
    NodeId body;
    {
        const InLoop inside(w, trips, kind != Kind::Goto, kind != Kind::Goto);
        body = loop_body(w);
    }
    w.counters.pop_back();
    w.leave_scope(left);
    NodeId made;
    if (kind == Kind::Goto) {
        const program::LabelId again = w.p.add_label(w.fresh("again"));
        const NodeId back = w.b.if_(drain, w.b.goto_(again));
        made = w.b.block(std::vector{w.b.label(again), body, back});
    } else {
        made = kind == Kind::While ? w.b.while_(drain, body) : w.b.do_while(body, drain);
    }
    return w.b.block(std::vector{w.b.declare(left), made});
}

} // namespace

NodeId loop_body(World& w) { return block(w, w.c.range<int64_t>(1, 4)); }

NodeId loop(World& w) {
    const Kind kind = w.c.pick(kKind);
    switch (kind) {
    case Kind::While:
    case Kind::DoWhile:
    case Kind::Goto: return draining(w, kind);
    case Kind::Reduction: return reduction(w);
    case Kind::Stencil: return stencil(w, false);
    case Kind::Fill: return stencil(w, true);
    case Kind::GlobalCounter: return global_counter(w);
    case Kind::Narrow: return narrow(w);
    case Kind::Irregular: return irregular_loop(w);
    case Kind::Counted: break;
    }
    return counted(w, 12, [&](VarId, int64_t, int64_t) { return loop_body(w); });
}

std::span<const choice::Site* const> loop_sites() {
    static constexpr const choice::Site* all[]{&kKind, &kCounterType, &kDown, &kStride};
    return all;
}

} // namespace assay::generate::grow
