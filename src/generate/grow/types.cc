// The type table: which integer types this program uses, and its structs, unions, enums, arrays and vectors.
#include "generate/grow/sites.h"
#include "generate/grow/world.h"

namespace assay::generate::grow {

using choice::Coin;
using choice::Option;
using choice::SiteOf;
using program::Field;

namespace {

constexpr SiteOf kInteger{"grow.type.integer",
                          Option{TypeKind::Bool, "bool", 2},
                          Option{TypeKind::Char, "char", 3},
                          Option{TypeKind::SChar, "schar", 4},
                          Option{TypeKind::UChar, "uchar", 5},
                          Option{TypeKind::Short, "short", 6},
                          Option{TypeKind::UShort, "ushort", 6},
                          Option{TypeKind::Int, "int", 20},
                          Option{TypeKind::UInt, "uint", 12},
                          Option{TypeKind::Long, "long", 8},
                          Option{TypeKind::ULong, "ulong", 7},
                          Option{TypeKind::LLong, "llong", 7},
                          Option{TypeKind::ULLong, "ullong", 6},
                          Option{TypeKind::Int128, "int128", 1},
                          Option{TypeKind::UInt128, "uint128", 1}};
enum class Member { Integer, BitField, Array, Nested, Float, Pointer };
constexpr SiteOf kMember{"grow.type.member",
                         Option{Member::Integer, "integer", 10},
                         Option{Member::BitField, "bit-field", 5},
                         Option{Member::Array, "array", 3},
                         Option{Member::Nested, "nested", 2},
                         Option{Member::Float, "float", 1},
                         Option{Member::Pointer, "pointer", 1}};
constexpr SiteOf kBitField{"grow.type.bit-field",
                           Option{TypeKind::Int, "int", 4},
                           Option{TypeKind::UInt, "uint", 6},
                           Option{TypeKind::Short, "short", 2},
                           Option{TypeKind::UChar, "uchar", 2},
                           Option{TypeKind::Bool, "bool", 1},
                           Option{TypeKind::ULLong, "ullong", 2},
                           Option{TypeKind::LLong, "llong", 2},
                           Option{TypeKind::Int128, "int128", 1},
                           Option{TypeKind::UInt128, "uint128", 1}};
constexpr Coin kUnion{"grow.type.union", 20};
constexpr Coin kPacked{"grow.type.packed", 6};
constexpr Coin kUnnamedBits{"grow.type.unnamed-bits", 10};
constexpr Coin kVolatileMember{"grow.type.volatile-member", 4};
constexpr SiteOf kLane{"grow.type.lane",
                       Option{TypeKind::Int, "int", 5},
                       Option{TypeKind::UInt, "uint", 4},
                       Option{TypeKind::Short, "short", 2},
                       Option{TypeKind::UChar, "uchar", 2},
                       Option{TypeKind::LLong, "llong", 2},
                       Option{TypeKind::ULLong, "ullong", 1},
                       Option{TypeKind::UShort, "ushort", 1},
                       Option{TypeKind::SChar, "schar", 1}};
constexpr Coin kVectors{"grow.type.vectors", 20};
constexpr Coin kEnums{"grow.type.enums", 50};

uint32_t lane_bytes(TypeKind kind) { return integer_form(kind, program::Target{}).width / 8u; }

Field bit_field(World& w) {
    choice::Mask allowed = kBitField.all();
    if (!w.p.platform.target.has_int128) allowed -= kBitField.only(TypeKind::Int128, TypeKind::UInt128);
    const TypeKind kind = w.c.pick(kBitField, allowed);
    const int most = kind == TypeKind::Bool ? 1 : integer_form(kind, w.p.platform.target).width;
    const int wide = w.c.percent(80) ? std::min(most, 31) : most;
    return {w.p.names.add(w.fresh("f")), program::basic(kind), static_cast<int16_t>(w.c.range(1, wide))};
}

Field member(World& w) {
    choice::Mask allowed = kMember.all();
    if (w.records.empty()) allowed -= kMember.only(Member::Nested);
    switch (w.c.pick(kMember, allowed)) {
    case Member::BitField: return bit_field(w);
    case Member::Array: {
        const TypeId element = integer_type(w);
        return {w.p.names.add(w.fresh("a")), w.p.types.array_of(element, w.c.range(2u, 5u)), -1};
    }
    case Member::Nested: return {w.p.names.add(w.fresh("s")), w.c.element(w.records), -1};
    case Member::Float:
        return {w.p.names.add(w.fresh("r")), w.c.percent(60) ? type::Double : type::Float, -1};
    case Member::Pointer: return {w.p.names.add(w.fresh("p")), w.p.types.pointer_to(integer_type(w)), -1};
    case Member::Integer: break;
    }
    const TypeId integer = integer_type(w);
    return {w.p.names.add(w.fresh("m")),
            w.c.pick(kVolatileMember) ? w.p.types.qualified(integer, program::kVolatile) : integer, -1};
}

void make_struct(World& w) {
    std::vector<Field> fields;
    program::Record record{w.p.names.add(w.fresh("S")), false, packed(w), 0, 0, 0};
    const auto count = w.c.range(2, 6);
    for (int i = 0; i < count; ++i) {
        fields.push_back(member(w));
        if (fields.back().is_bit_field() && !record.packed && w.c.pick(kUnnamedBits))
            fields.push_back({{}, type::Int, static_cast<int16_t>(w.c.below(9))});
    }
    fields.push_back({w.p.names.add(w.fresh("m")), integer_type(w), -1});
    w.records.push_back(w.p.types.struct_or_union(w.p.types.add_record(record, fields)));
}

// Integers of one size, so that every member can be read after any was stored (in C).
void make_union(World& w) {
    const bool wide = w.c.percent(50);
    std::vector<Field> fields{{w.p.names.add(w.fresh("u")), wide ? type::LLong : type::Int, -1},
                              {w.p.names.add(w.fresh("u")), wide ? type::ULLong : type::UInt, -1}};
    if (w.c.percent(50))
        fields.push_back({w.p.names.add(w.fresh("u")), w.p.types.array_of(type::UShort, wide ? 4 : 2), -1});
    w.records.push_back(w.p.types.struct_or_union(
        w.p.types.add_record({w.p.names.add(w.fresh("U")), true, false, 0, 0, 0}, fields)));
}

void make_enum(World& w) {
    std::vector<program::Enumerator> enumerators;
    int64_t value = w.c.range(-3, 3);
    const auto count = w.c.range(2, 5);
    for (int i = 0; i < count; ++i) {
        enumerators.push_back({w.p.names.add(w.fresh("E")), value});
        value += w.c.range<int64_t>(1, w.c.percent(80) ? 4 : 5000);
    }
    w.enums.push_back(w.p.types.enumeration(w.p.types.add_enum(w.p.names.add(w.fresh("e")), enumerators)));
}

} // namespace

TypeId any_integer_type(World& w) {
    choice::Mask allowed = kInteger.all();
    if (!w.p.platform.target.has_int128) allowed -= kInteger.only(TypeKind::Int128, TypeKind::UInt128);
    return program::basic(w.c.pick(kInteger, allowed));
}

bool packed(World& w) { return w.c.pick(kPacked); }

TypeId integer_type(World& w) { return w.c.element(w.integers); }

void make_types(World& w) {
    const auto integers = w.c.range(3, 8);
    for (int i = 0; i < integers; ++i) w.integers.push_back(any_integer_type(w));
    w.integers.push_back(type::Int);
    const bool tiny = w.scale == 0;
    if (w.c.pick(kEnums) && !(tiny && w.c.percent(70))) make_enum(w);
    const auto records = tiny ? w.c.below(6) / 4 : w.c.below(w.scale == 1 ? 3 : 4);
    for (uint64_t i = 0; i < records; ++i) {
        if (w.c.pick(kUnion))
            make_union(w);
        else
            make_struct(w);
    }
    if (w.c.pick(kVectors)) {
        const TypeKind lane = w.c.pick(kLane);
        w.vectors.push_back(
            w.p.types.vector_of(program::basic(lane), (16u << w.c.below(2)) / lane_bytes(lane)));
    }
    const auto arrays = w.c.range(1, 3);
    for (int i = 0; i < arrays; ++i) {
        TypeId element = !w.records.empty() && w.c.percent(15) ? w.c.element(w.records) : integer_type(w);
        const auto dimensions = w.c.percent(70) ? 1 : w.c.percent(80) ? 2 : 3;
        for (int d = 0; d < dimensions; ++d)
            element = w.p.types.array_of(element, w.c.range(2u, dimensions == 1 ? 16u : 5u));
        w.arrays.push_back(element);
    }
}

std::span<const choice::Site* const> type_sites() {
    static constexpr const choice::Site* all[]{&kInteger, &kMember,      &kBitField,       &kUnion,
                                               &kPacked,  &kUnnamedBits, &kVolatileMember, &kLane,
                                               &kVectors, &kEnums};
    return all;
}

} // namespace assay::generate::grow
