// Lvalues: variables, elements, members, and what pointers point to.
#include "generate/grow/sites.h"
#include "generate/grow/world.h"

#include <algorithm>

namespace assay::generate::grow {

using choice::Option;
using choice::SiteOf;
using program::NodeKind;
namespace at = program::at;

namespace {

enum class Subscript {
    Constant,
    Counter,
    CounterPlus,
    Scaled,
    TwoCounters,
    Value,
    Masked,
    Remainder,
    Expression
};
constexpr SiteOf kSubscript{"grow.place.subscript",
                            Option{Subscript::Constant, "constant", 6},
                            Option{Subscript::Counter, "counter", 10},
                            Option{Subscript::CounterPlus, "counter-plus", 6},
                            Option{Subscript::Scaled, "scaled", 3},
                            Option{Subscript::TwoCounters, "two-counters", 3},
                            Option{Subscript::Value, "value", 4},
                            Option{Subscript::Masked, "masked", 2},
                            Option{Subscript::Remainder, "remainder", 2},
                            Option{Subscript::Expression, "expression", 3}};
constexpr choice::Coin kUnreadFirst{"grow.place.unread-first", 35};
constexpr SiteOf kArrow{"grow.place.through", Option{0, "star", 2}, Option{1, "index", 1}};

// A counter whose values all lie inside the array, shifted or not.
NodeId by_counter(World& w, uint32_t count, bool shifted) {
    for (size_t tries = 0; tries < 3 && !w.counters.empty(); ++tries) {
        const Counter& counter = w.c.element(w.counters);
        if (!w.may_read(counter.var)) continue;
        const int64_t last = static_cast<int64_t>(count) - 1;
        if (!shifted && counter.low >= 0 && counter.high <= last) {
            w.note_read(counter.var);
            return w.b.ref(counter.var);
        }
        const int64_t least = -counter.low, most = last - counter.high;
        if (shifted && least <= most) {
            const int64_t by = w.c.range(least, most);
            w.note_read(counter.var);
            return w.b.binary(by < 0 ? BinaryOp::Sub : BinaryOp::Add, w.b.ref(counter.var),
                              w.b.integer(type::Int, by < 0 ? -by : by));
        }
    }
    return {};
}

NodeId plus(World& w, NodeId value, int64_t by) {
    if (by == 0) return value;
    return w.b.binary(by < 0 ? BinaryOp::Sub : BinaryOp::Add, value,
                      w.b.integer(type::Int, by < 0 ? -by : by));
}

NodeId read_counter(World& w, const Counter& counter) {
    w.note_read(counter.var);
    return w.b.ref(counter.var);
}

// 2 * i + 1, with as many elements between as fit.
NodeId scaled(World& w, uint32_t count) {
    const Counter counter = w.c.element(w.counters);
    const int64_t span = counter.high - counter.low;
    const int64_t last = static_cast<int64_t>(count) - 1;
    if (!w.may_read(counter.var) || counter.high > 1000) return {};
    const int64_t most = span > 0 ? last / span : 3;
    if (most < 2) return {};
    const int64_t by = w.c.range<int64_t>(2, std::min<int64_t>(most, 4));
    const int64_t low = by * counter.low, high = by * counter.high;
    const NodeId product = w.b.binary(BinaryOp::Mul, w.b.integer(type::Int, by), read_counter(w, counter));
    return plus(w, product, w.c.range(-low, std::max(-low, last - high)));
}

// i + k - 1, or i - k + 2. Where the values do not fit, evaluation wraps them around.
NodeId two_counters(World& w) {
    const Counter one = w.c.element(w.counters), other = w.c.element(w.counters);
    if (one.var == other.var || !w.may_read(one.var) || !w.may_read(other.var)) return {};
    const bool sum = w.c.percent(60);
    const int64_t low = sum ? one.low + other.low : one.low - other.high;
    const NodeId left = read_counter(w, one);
    const NodeId both = w.b.binary(sum ? BinaryOp::Add : BinaryOp::Sub, left, read_counter(w, other));
    return low < -100 || low > 100 ? both : plus(w, both, -low);
}

// A variable or an element as it is. What lies outside is moved or wrapped around by evaluation.
NodeId by_value(World& w, int depth) {
    const NodeId found = readable(w, is_whole_number, depth > 0 ? 1 : 0);
    if (!found) return {};
    const NodeId plain =
        program::has_settled_type(w.p, found) ? found : w.b.cast(program::value_type(w.p, found), found);
    return w.c.percent(60) ? plain : plus(w, plain, w.c.range(-2, 2));
}

NodeId into(World& w, NodeId lvalue, bool (*wanted)(TypeKind), int depth) {
    for (int i = 0; i < 8; ++i) {
        const TypeId type = w.p[lvalue].type;
        const program::Type t = w.p.types[type];
        if (wanted(t.kind)) return lvalue;
        if (t.kind == TypeKind::Array || t.kind == TypeKind::Vector) {
            NodeId position = subscript(w, t.count, depth);
            // Clang 13 to 15 take a bool that selects a lane for a signed number.
            if (t.kind == TypeKind::Vector && w.kind(w.p[position].type) == TypeKind::Bool)
                position = w.b.cast(type::Int, position);
            lvalue = w.b.index(lvalue, position);
        } else if (is_record(t.kind)) {
            const auto fields = w.p.types.fields_of(type);
            auto field = static_cast<uint32_t>(w.c.below(fields.size()));
            while (!fields[field].is_named()) field = static_cast<uint32_t>(w.c.below(fields.size()));
            // C++ reads only the member that was stored; the first one always is.
            if (t.kind == TypeKind::Union && w.cxx()) field = 0;
            lvalue = w.b.member(lvalue, field);
        } else if (t.kind == TypeKind::Pointer) {
            if (w.touched.writes_addressed) return {};
            w.touched.derefs = true;
            lvalue = w.c.pick(kArrow) == 0 ? w.b.deref(lvalue) : w.b.index(lvalue, w.b.integer(0));
        } else {
            return {};
        }
    }
    return {};
}

} // namespace

bool is_whole_number(TypeKind kind) { return is_integral(kind); }

VarId root_of(const World& w, NodeId lvalue) {
    while (true) {
        const program::Node& n = w.p[lvalue];
        if (n.kind == NodeKind::VarRef) return n.var();
        if (n.kind == NodeKind::Member)
            lvalue = n.child(at::Member::object);
        else if (n.kind == NodeKind::Index &&
                 w.kind(w.p[n.child(at::Index::array)].type) != TypeKind::Pointer)
            lvalue = n.child(at::Index::array);
        else
            return {};
    }
}

NodeId subscript(World& w, uint32_t count, int depth) {
    const bool pow2 = (count & (count - 1)) == 0;
    choice::Mask allowed = kSubscript.all();
    if (w.counters.empty())
        allowed -= kSubscript.only(Subscript::Counter, Subscript::CounterPlus, Subscript::Scaled,
                                   Subscript::TwoCounters);
    if (!pow2 || depth <= 0) allowed -= kSubscript.only(Subscript::Masked);
    if (depth <= 0) allowed -= kSubscript.only(Subscript::Remainder, Subscript::Expression, Subscript::Value);
    NodeId found;
    switch (w.c.pick(kSubscript, allowed)) {
    case Subscript::Counter: found = by_counter(w, count, false); break;
    case Subscript::CounterPlus: found = by_counter(w, count, true); break;
    case Subscript::Scaled: found = scaled(w, count); break;
    case Subscript::TwoCounters: found = two_counters(w); break;
    case Subscript::Value: found = by_value(w, depth - 1); break;
    case Subscript::Masked:
        return w.b.binary(BinaryOp::And, number(w, depth - 1), w.b.integer(type::Int, count - 1));
    case Subscript::Remainder:
        return w.b.binary(BinaryOp::Rem, number_of(w, type::UInt, depth - 1), w.b.integer(type::UInt, count));
    case Subscript::Expression: found = number(w, std::min(depth, 2)); break;
    case Subscript::Constant: break;
    }
    return found ? found : w.b.integer(type::Int, static_cast<int>(w.c.below(count)));
}

NodeId readable_part(World& w, VarId var, bool (*wanted)(TypeKind)) {
    const NodeId found = into(w, w.b.ref(var), wanted, 0);
    if (found) w.note_read(var);
    return found;
}

NodeId readable(World& w, bool (*wanted)(TypeKind), int depth) {
    for (int tries = 0; tries < 6; ++tries) {
        const bool waits = !w.unread.empty() && w.c.pick(kUnreadFirst);
        const VarId var = w.c.element(waits ? w.unread : w.visible);
        if (!w.may_read(var)) continue;
        const bool derefs = w.touched.derefs;
        const NodeId found = into(w, w.b.ref(var), wanted, depth);
        if (found && w.may_read(var)) {
            w.note_read(var);
            return found;
        }
        if (!found) w.touched.derefs = derefs;
    }
    return {};
}

NodeId writable(World& w, bool (*wanted)(TypeKind), int depth) {
    for (int tries = 0; tries < 6; ++tries) {
        const bool output = !w.outputs.empty() && w.c.percent(25);
        const VarId var = output ? w.c.element(w.outputs) : w.c.element(w.visible);
        if (w.input(var)) continue;
        bool is_counter = false;
        for (const Counter& counter : w.counters) is_counter |= counter.var == var;
        if (is_counter) continue;
        const NodeId found = into(w, w.b.ref(var), wanted, depth);
        if (!found || (w.p.types.quals(w.p[found].type) & program::kConst) != 0) continue;
        return found;
    }
    return {};
}

std::span<const choice::Site* const> place_sites() {
    static constexpr const choice::Site* all[]{&kSubscript, &kUnreadFirst, &kArrow};
    return all;
}

} // namespace assay::generate::grow
