// Neighbouring narrow stores and loads: bytes and halves of a word, members, bit-fields of one unit.
#include "generate/grow/idioms/idiom.h"

namespace assay::generate::grow::idioms {

using choice::Option;
using choice::SiteOf;

namespace {

enum class Variant { StoreBytes, LoadBytes, Halves, Members, BitFields, BitFieldsAndCopy, ReadBack };
constexpr SiteOf kVariant{"grow.idiom.pieces",
                          Option{Variant::StoreBytes, "store-bytes", 4},
                          Option{Variant::LoadBytes, "load-bytes", 4},
                          Option{Variant::Halves, "halves", 2},
                          Option{Variant::Members, "members", 3},
                          Option{Variant::BitFields, "bit-fields", 4},
                          Option{Variant::BitFieldsAndCopy, "bit-fields-and-copy", 3},
                          Option{Variant::ReadBack, "read-back", 3}};

// b[k] = x >> 8 * k, in one of the byte orders, at some distance from the start; one piece may be off.
void store_pieces(World& w, Block& block, VarId to, const Expr& x, int pieces, int bits, int start) {
    const bool big = w.c.percent(50);
    const int odd = w.c.percent(20) ? w.c.range(0, pieces - 1) : -1;
    const TypeId element = w.type_of(to).base;
    for (int k = 0; k < pieces; ++k) {
        const int shift = bits * (big ? pieces - 1 - k : k);
        const Expr piece = k == odd ? x + k : x >> shift;
        block.add(set(at(w, to, lit(w, start + k)), piece.as(element)));
    }
}

Expr load_pieces(World& w, VarId from, int pieces, int start, TypeId word) {
    const bool big = w.c.percent(50);
    const int odd = w.c.percent(20) ? w.c.range(1, pieces - 1) : -1;
    const auto piece = [&](int k) {
        const Expr byte = at(w, from, lit(w, start + (k == odd ? k - 1 : k))).as(word);
        const int shift = 8 * (big ? pieces - 1 - k : k);
        return shift == 0 ? byte + 0 : byte << shift;
    };
    Expr all = piece(0);
    for (int k = 1; k < pieces; ++k) all = all | piece(k);
    return all;
}

NodeId bytes(World& w, Variant variant) {
    Block block(w);
    const bool wide = w.c.percent(30);
    const int pieces = variant == Variant::Halves ? 2 : wide ? 8 : w.c.element(std::vector{2, 4, 4});
    const TypeId word = wide ? type::ULLong : type::UInt;
    const int start = w.c.range(0, 3);
    const TypeId element = variant == Variant::Halves ? type::UShort : type::UChar;
    const VarId array =
        array_of(w, block, element, static_cast<uint32_t>(start + pieces) + w.c.range(0u, 4u));
    w.begin_full_expression(0);
    if (variant != Variant::LoadBytes) {
        const Expr x = ref(w, block.hidden("word", word, pure_of(w, word, 2).node()));
        store_pieces(w, block, array, x, pieces, variant == Variant::Halves ? 16 : 8, start);
    }
    if (variant == Variant::LoadBytes || variant == Variant::ReadBack)
        block.add(keep(w, load_pieces(w, array, pieces, start, word)));
    else
        block.add(keep(w, at(w, array, lit(w, start + 1))));
    return block.done();
}

// A struct of bit-fields (not on byte borders) with a smaller struct beside them.
TypeId fields_type(World& w, bool bits) {
    std::vector<program::Field> inner, fields;
    const auto name = [&](std::string_view stem) { return w.p.names.add(w.fresh(stem)); };
    for (int i = 0; i < 2; ++i) inner.push_back({name("m"), narrow_type(w), -1});
    const TypeId sub =
        w.p.types.struct_or_union(w.p.types.add_record({name("S"), false, false, 0, 0, 0}, inner));
    const auto count = w.c.range(3, 5);
    for (int i = 0; i < count; ++i) {
        const auto width = static_cast<int16_t>(w.c.range(1, 12));
        if (bits)
            fields.push_back({name("f"), w.c.percent(70) ? type::UInt : type::Int, width});
        else
            fields.push_back({name("m"), w.c.percent(60) ? narrow_type(w) : type::Int, -1});
    }
    fields.push_back({name("s"), sub, -1});
    return w.p.types.struct_or_union(w.p.types.add_record({name("S"), false, packed(w), 0, 0, 0}, fields));
}

NodeId members(World& w, Variant variant) {
    Block block(w);
    const TypeId type = fields_type(w, variant != Variant::Members);
    const auto last = static_cast<uint32_t>(w.p.types.fields_of(type).size()) - 1;
    const VarId global = new_global(w, "g", type);
    const VarId record = w.c.percent(50) ? global : block.hidden("rec", type, w.b.ref(global));
    const uint32_t from = w.c.range(0u, last - 2);
    for (uint32_t i = from; i < last; ++i) {
        w.begin_full_expression(0);
        const Expr value = w.c.percent(50) ? small_constant(w, -2, 9) : pure_number(w, 1);
        block.add(set(Expr(w, w.b.member(w.b.ref(record), i)), value));
        if (variant == Variant::BitFieldsAndCopy && i == from + 1)
            block.add(
                set(Expr(w, w.b.member(w.b.ref(record), last)), Expr(w, w.b.member(w.b.ref(global), last))));
    }
    if (record != global) block.add(set(ref(w, global), ref(w, record)));
    w.begin_full_expression(0);
    const NodeId field = w.b.member(w.b.ref(record), w.c.range(0u, last - 1));
    block.add(keep(w, Expr(w, field).as(type::Int)));
    return block.done();
}

NodeId make(World& w) {
    const Variant variant = w.c.pick(kVariant);
    switch (variant) {
    case Variant::StoreBytes:
    case Variant::LoadBytes:
    case Variant::Halves:
    case Variant::ReadBack: return bytes(w, variant);
    case Variant::Members:
    case Variant::BitFields:
    case Variant::BitFieldsAndCopy: break;
    }
    return members(w, variant);
}

} // namespace

const StatementIdiom kPieces{"pieces", 6, make, &kVariant};

} // namespace assay::generate::grow::idioms
