// Structs in arrays: copied between neighbours, members stored beside copies, bit-field members in loops.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

enum class Variant { NeighbourCopy, CopyAndField, BitFieldLoop, ThroughTemporary, MemberSum, SameLayout };
constexpr SiteOf kVariant{"grow.idiom.records",
                          Option{Variant::NeighbourCopy, "neighbour-copy", 4},
                          Option{Variant::CopyAndField, "copy-and-field", 4},
                          Option{Variant::BitFieldLoop, "bit-field-loop", 4},
                          Option{Variant::ThroughTemporary, "through-temporary", 3},
                          Option{Variant::MemberSum, "member-sum", 3},
                          Option{Variant::SameLayout, "same-layout", 3}};

// Two to four members of one kind each, so that copies are worth scalarising.
std::vector<program::Field> members(World& w, bool bits) {
    std::vector<program::Field> fields;
    const auto count = w.c.range(2, 4);
    for (int i = 0; i < count; ++i) {
        const program::NameId name = w.p.names.add(w.fresh(bits ? "f" : "m"));
        if (bits && w.c.percent(75)) {
            const TypeId type = w.c.percent(60) ? type::UInt : type::Int;
            fields.push_back({name, type, static_cast<int16_t>(w.c.range(1, 20))});
        } else {
            const TypeId type = w.c.percent(50) ? type::Int : narrow_type(w);
            fields.push_back({name, type, -1});
        }
    }
    return fields;
}

TypeId record_of(World& w, const std::vector<program::Field>& fields) {
    const program::NameId name = w.p.names.add(w.fresh("S"));
    return w.p.types.struct_or_union(w.p.types.add_record({name, false, false, 0, 0, 0}, fields));
}

// The same members under other names; an object is copied through it by memcpy.
void same_layout(World& w, Block& block) {
    std::vector<program::Field> fields = members(w, false);
    const TypeId one = record_of(w, fields);
    for (program::Field& field : fields) field.name = w.p.names.add(w.fresh("n"));
    const TypeId other = record_of(w, fields);
    const VarId a = new_global(w, "g", one), b = new_global(w, "g", other);
    const VarId t = block.hidden("rec", other, w.b.ref(b));
    w.take_address(a);
    const auto last = static_cast<uint32_t>(fields.size()) - 1;
    w.begin_full_expression(0);
    const Expr value = pure_number(w, 1);
    block.add(set(Expr(w, w.b.member(w.b.ref(a), w.c.range(0u, last))), value));
    const NodeId to = w.b.addr(w.b.ref(t)), from = w.b.addr(w.b.ref(a));
    block.add(w.b.expr(w.b.builtin(program::Builtin::Memcpy, std::vector{to, from, w.b.sizeof_type(one)})));
    block.add(set(ref(w, b), ref(w, t)));
    w.begin_full_expression(0);
    block.add(keep(w, Expr(w, w.b.member(w.b.ref(t), last)) + Expr(w, w.b.member(w.b.ref(b), 0))));
}

void step(World& w, Variant variant, VarId array, TypeId type, VarId i, Block& body) {
    const auto last = static_cast<uint32_t>(w.p.types.fields_of(type).size()) - 1;
    const auto record = [&](int64_t by) { return at(w, array, by == 0 ? ref(w, i) : ref(w, i) + by); };
    const auto field = [&](int64_t by, uint32_t which) {
        return Expr(w, w.b.member(record(by).node(), which));
    };
    const uint32_t one = w.c.range(0u, last), other = w.c.range(0u, last);
    const bool up = w.c.percent(60);
    w.begin_full_expression(0);
    const Expr value = pure_number(w, 1);
    switch (variant) {
    case Variant::NeighbourCopy:
    case Variant::CopyAndField:
        if (w.c.percent(30)) body.add(set(field(0, other), value));
        body.add(set(record(up ? 1 : 0), record(up ? 0 : 1)));
        if (variant == Variant::CopyAndField) body.add(set(field(up ? 0 : 1, one), value));
        break;
    case Variant::ThroughTemporary: {
        const VarId t = body.hidden("rec", type, record(0).node());
        body.add(set(Expr(w, w.b.member(w.b.ref(t), one)), value));
        body.add(set(record(1), ref(w, t)));
        break;
    }
    case Variant::BitFieldLoop: {
        const Expr old = field(0, one).as(type::Int);
        body.add(set(field(1, other), w.c.percent(50) ? old + 1 : old ^ value));
        break;
    }
    case Variant::MemberSum:
    case Variant::SameLayout:
        body.add(keep(w, field(0, one).as(type::Int) + field(1, other).as(type::Int)));
        break;
    }
}

NodeId make(World& w) {
    const Variant variant = w.c.pick(kVariant);
    Block block(w);
    if (variant == Variant::SameLayout) {
        same_layout(w, block);
        return block.done();
    }
    const TypeId type = record_of(w, members(w, variant == Variant::BitFieldLoop || w.c.percent(30)));
    const auto count = w.c.range(3u, 9u);
    const VarId array = array_of(w, block, type, count);
    block.add(
        loop_over(w, 0, count - 1, 1, [&](VarId i, Block& body) { step(w, variant, array, type, i, body); }));
    w.begin_full_expression(0);
    const NodeId some = at(w, array, lit(w, w.c.range<int64_t>(0, count - 1))).node();
    block.add(keep(w, Expr(w, w.b.member(some, 0)).as(type::Int)));
    return block.done();
}

} // namespace

const StatementIdiom kRecords{"records", 6, make, &kVariant};

} // namespace assay::generate::grow::idioms
