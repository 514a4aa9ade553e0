#include "program/types.h"

#include <gtest/gtest.h>

#include <array>

namespace assay::program {
namespace {

TEST(Types, BasicTypesHaveFixedIds) {
    const TypeTable types;
    EXPECT_EQ(types.kind(type::Void), TypeKind::Void);
    EXPECT_EQ(types.kind(type::UInt128), TypeKind::UInt128);
    EXPECT_EQ(types.kind(type::Double), TypeKind::Double);
    EXPECT_EQ(types.size(), 17u);
}

TEST(Types, SameTypesHaveTheSameId) {
    TypeTable types;
    const TypeId pointer = types.pointer_to(type::Int);
    EXPECT_EQ(types.pointer_to(type::Int), pointer);
    EXPECT_NE(types.pointer_to(type::UInt), pointer);
    EXPECT_NE(types.array_of(type::Int, 3), types.array_of(type::Int, 4));
    EXPECT_NE(types.array_of(type::Int, 4), types.vector_of(type::Int, 4));
    EXPECT_EQ(types.vla_of(pointer), types.vla_of(pointer));
    const std::array two{type::Int, pointer};
    const TypeId function = types.function(type::Void, two);
    EXPECT_EQ(types.function(type::Void, two), function);
    EXPECT_NE(types.function(type::Int, two), function);
    EXPECT_NE(types.function(type::Void, std::array{type::Int}), function);
    EXPECT_EQ(types.params_of(function).size(), 2u);
    EXPECT_EQ(types.params_of(function)[1], pointer);
}

TEST(Types, QualifiersAddUp) {
    TypeTable types;
    const TypeId c = types.qualified(type::Int, kConst);
    EXPECT_NE(c, type::Int);
    EXPECT_EQ(types.qualified(c, kConst), c);
    EXPECT_EQ(types.qualified(c, kVolatile), types.qualified(types.qualified(type::Int, kVolatile), kConst));
    EXPECT_EQ(types.unqualified(types.qualified(c, kVolatile)), type::Int);
    EXPECT_EQ(types.quals(c), kConst);
    EXPECT_EQ(types.qualified(c, 0), c);
}

TEST(Types, QualifiersOfAnArrayAreItsElements) {
    TypeTable types;
    const TypeId array = types.array_of(types.array_of(type::Int, 2), 3);
    const TypeId c = types.qualified(array, kConst);
    EXPECT_EQ(c, types.array_of(types.array_of(types.qualified(type::Int, kConst), 2), 3));
    EXPECT_EQ(types[c].quals, 0);
    EXPECT_EQ(types.quals(c), kConst);
    EXPECT_EQ(types.unqualified(c), array);
}

TEST(Types, PointeesKeepTheirQualifiers) {
    TypeTable types;
    const TypeId pointer = types.pointer_to(types.qualified(type::Int, kConst));
    EXPECT_EQ(types.quals(pointer), 0);
    EXPECT_EQ(types.unqualified(types.qualified(pointer, kVolatile)), pointer);
}

TEST(Types, FunctionsHaveNoQualifiers) {
    TypeTable types;
    const TypeId function = types.function(type::Int, {});
    EXPECT_EQ(types.qualified(function, kConst), function);
}

TEST(Types, RecordsAndEnumsAreDistinctByIdentity) {
    TypeTable types;
    const std::array fields{Field{{}, type::Int, 3}, Field{NameId{5}, type::UInt, 7}};
    const RecordId a = types.add_record({.name = NameId{1}}, fields);
    const RecordId b = types.add_record({.name = NameId{2}, .is_union = true}, fields);
    EXPECT_NE(types.struct_or_union(a), types.struct_or_union(b));
    EXPECT_EQ(types.kind(types.struct_or_union(a)), TypeKind::Struct);
    EXPECT_EQ(types.kind(types.struct_or_union(b)), TypeKind::Union);
    EXPECT_EQ(types.fields_of(types.struct_or_union(b))[1].name, NameId{5});
    EXPECT_FALSE(types.fields_of(types.struct_or_union(a))[0].is_named());
    const EnumId e =
        types.add_enum(NameId{3}, std::array{Enumerator{NameId{4}, 7}, Enumerator{NameId{6}, -2}});
    EXPECT_EQ(types.enum_of(types.enumeration(e)).smallest, -2);
    EXPECT_EQ(types.enum_of(types.enumeration(e)).largest, 7);
}

TEST(Types, IntegerForms) {
    const Target lp64 = target_named("lp64").value(), ilp32 = target_named("ilp32-uchar").value();
    const auto expect = [](TypeKind kind, const Target& target, int width, bool is_signed) {
        EXPECT_EQ(integer_form(kind, target).width, width);
        EXPECT_EQ(integer_form(kind, target).is_signed, is_signed);
    };
    expect(TypeKind::Bool, lp64, 1, false);
    expect(TypeKind::Char, lp64, 8, true);
    expect(TypeKind::Char, ilp32, 8, false);
    expect(TypeKind::SChar, ilp32, 8, true);
    expect(TypeKind::Short, lp64, 16, true);
    expect(TypeKind::UInt, lp64, 32, false);
    expect(TypeKind::Long, lp64, 64, true);
    expect(TypeKind::ULong, ilp32, 32, false);
    expect(TypeKind::LLong, ilp32, 64, true);
    expect(TypeKind::UInt128, lp64, 128, false);
}

TEST(Types, CanonicalBitsCutAndExtend) {
    const base::UInt128 all = ~static_cast<base::UInt128>(0);
    EXPECT_EQ(canonical(0x1ff, {8, false}), 0xffu);
    EXPECT_EQ(canonical(0x80, {8, true}), all - 0x7f);
    EXPECT_EQ(canonical(0x7f, {8, true}), 0x7fu);
    EXPECT_EQ(canonical(all, {128, true}), all);
    EXPECT_EQ(canonical(all, {64, false}), all >> 64);
}

TEST(Targets, NamesRoundTrip) {
    for (const char* name :
         {"lp64", "ilp32", "llp64", "lp64-be", "ilp32-uchar", "ilp32-align8-uchar-be", "llp64-uchar-be"})
        EXPECT_EQ(name_of(target_named(name).value()), name);
    EXPECT_FALSE(target_named("lp65").ok());
    EXPECT_FALSE(target_named("").ok());
    for (const Standard s : all_standards()) EXPECT_EQ(standard_named(name_of(s)).value(), s);
    EXPECT_FALSE(standard_named("c++98").ok());
}

} // namespace
} // namespace assay::program
