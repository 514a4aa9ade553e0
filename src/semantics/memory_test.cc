#include "semantics/memory.h"

#include "program/test_texts.h"

#include <gtest/gtest.h>

namespace assay::semantics {
namespace {

const char* const kText =
    "(struct P (field c char) (field p (ptr int)) (bits a int 5) (bits b uint 11))"
    "(union U (field i int) (field f float) (field c (array uchar 4)))"
    "(global s (struct P))(global u (union U))(global n int)(global p (ptr int))(global d double)"
    "(func run void () (block))(entry run)";

class MemoryTest : public testing::Test {
  protected:
    explicit MemoryTest(const char* target = "lp64")
        : p(program::loaded(kText, program::platform_of(target, program::Standard::C11))), layout(p),
          memory(p, layout, 1 << 16) {}

    TypeId type_of(int global) const { return p[p.globals[static_cast<size_t>(global)]].type; }
    Place made(TypeId type) {
        Place place;
        place.object = memory.allocate(type, layout.size(type));
        place.high = layout.size(type);
        place.type = type;
        return place;
    }
    Place field(const Place& record, uint32_t number) {
        const FieldPlace where = layout.of(record.type).fields[number];
        Place part = record;
        part.offset = where.offset;
        part.bit = where.bit;
        part.bits = where.bits;
        part.record = record.type;
        part.type = p.types.fields_of(record.type)[number].type;
        return part;
    }
    Pointer pointer_to(const Place& place) const { return {place.object, place.offset, 0, 4}; }
    template <typename Read> Ub ub_of(Read&& read) {
        try {
            read();
        } catch (const Undefined& undefined) {
            return undefined.kind;
        }
        return Ub::None;
    }

    program::Program p;
    Layout layout;
    Memory memory;
};

class BigEndianMemoryTest : public MemoryTest {
  protected:
    BigEndianMemoryTest() : MemoryTest("lp64-be") {}
};

TEST_F(MemoryTest, KnowsWhatWasNeverStored) {
    const Place n = made(program::type::Int);
    EXPECT_EQ(ub_of([&] { memory.load_int(n); }), Ub::Uninitialised);
    memory.store_int(n, static_cast<UInt128>(Int128{-3}));
    EXPECT_EQ(static_cast<Int128>(memory.load_int(n)), -3);
    memory.forget(n.object);
    EXPECT_EQ(ub_of([&] { memory.load_int(n); }), Ub::Uninitialised);
}

TEST_F(MemoryTest, EndsObjectsInOrder) {
    const Place outer = made(program::type::Int);
    const uint32_t mark = memory.mark();
    const Place inner = made(program::type::Int);
    EXPECT_TRUE(memory.is_alive(inner.object));
    memory.release(mark);
    EXPECT_FALSE(memory.is_alive(inner.object));
    EXPECT_TRUE(memory.is_alive(outer.object));
    const Place again = made(program::type::Int); // in the same slot
    EXPECT_FALSE(memory.is_alive(inner.object));
    EXPECT_TRUE(memory.is_alive(again.object));
    EXPECT_EQ(ub_of([&] { memory.load_int(again); }), Ub::Uninitialised);
    memory.end_life(again.object);
    EXPECT_FALSE(memory.is_alive(again.object));
}

TEST_F(MemoryTest, HasABudget) {
    EXPECT_THROW(memory.allocate(program::type::Int, 1 << 17), OverBudget);
    memory.begin_stack(100);
    EXPECT_NO_THROW(memory.allocate(program::type::Int, 60));
    EXPECT_THROW(memory.allocate(program::type::Int, 60), OverBudget);
}

TEST_F(MemoryTest, PacksBitFields) {
    const Place s = made(type_of(0));
    memory.store_int(field(s, 2), static_cast<UInt128>(Int128{-9}));
    EXPECT_EQ(ub_of([&] { memory.load_int(field(s, 3)); }), Ub::Uninitialised);
    memory.store_int(field(s, 3), 2047);
    EXPECT_EQ(static_cast<Int128>(memory.load_int(field(s, 2))), -9);
    EXPECT_EQ(memory.load_int(field(s, 3)), 2047u);
}

TEST_F(BigEndianMemoryTest, PutsHighBitsFirst) {
    const Place s = made(type_of(0)), n = made(program::type::Int);
    memory.store_int(field(s, 2), static_cast<UInt128>(Int128{-16})); // 10000
    memory.store_int(field(s, 3), 1);                                 // 00000000001
    Place bytes = s;
    bytes.type = program::type::UShort;
    bytes.offset = field(s, 2).offset;
    EXPECT_EQ(memory.load_int(bytes), 0x8001u);
    memory.store_int(n, 0x01020304);
    Place first = n;
    first.type = program::type::UChar;
    EXPECT_EQ(memory.load_int(first), 1u);
}

TEST_F(MemoryTest, CopiesLeavePaddingBehind) {
    const Place a = made(type_of(0)), b = made(type_of(0));
    memory.set_bytes(a, 1, layout.size(a.type));
    Place padding = a;
    padding.offset = 1;
    padding.type = program::type::UChar;
    EXPECT_EQ(memory.load_int(padding), 1u);
    memory.copy_value(b, a);
    padding.object = b.object;
    EXPECT_EQ(ub_of([&] { memory.load_int(padding); }), Ub::Uninitialised);
    memory.copy_bytes(b, a, layout.size(a.type));
    EXPECT_EQ(memory.load_int(padding), 1u);
    memory.lose_padding(b.object);
    EXPECT_EQ(ub_of([&] { memory.load_int(padding); }), Ub::Uninitialised);
}

TEST_F(MemoryTest, KeepsWholePointersOnly) {
    const Place n = made(program::type::Int), a = made(type_of(3)), b = made(type_of(3));
    memory.store_pointer(a, pointer_to(n));
    EXPECT_EQ(memory.load_pointer(a), pointer_to(n));
    Place as_number = a;
    as_number.type = program::type::Long;
    EXPECT_EQ(ub_of([&] { memory.load_int(as_number); }), Ub::PointerBytes);
    memory.copy_bytes(b, a, 8);
    EXPECT_EQ(memory.load_pointer(b), pointer_to(n));
    // In two halves, the second of another pointer: bytes of no pointer at all.
    const Place m = made(program::type::Int), c = made(type_of(3));
    memory.store_pointer(c, pointer_to(m));
    memory.copy_bytes(b, c, 4);
    EXPECT_EQ(ub_of([&] { memory.load_pointer(b); }), Ub::PointerBytes);
    memory.set_bytes(b, 0, 8);
    EXPECT_TRUE(memory.load_pointer(b).is_null());
    memory.set_bytes(b, 1, 8);
    EXPECT_EQ(ub_of([&] { memory.load_pointer(b); }), Ub::PointerBytes);
}

// So many that those that nobody holds are dropped on the way.
TEST_F(MemoryTest, ForgetsPointersThatAreGone) {
    const Place kept = made(type_of(3)), slot = made(type_of(3)), n = made(program::type::Int);
    memory.store_pointer(kept, pointer_to(n));
    for (uint32_t i = 0; i < 200000; ++i) memory.store_pointer(slot, {{5, i}, 0, 0, 4});
    EXPECT_EQ(memory.load_pointer(kept), pointer_to(n));
    EXPECT_EQ(memory.load_pointer(slot), (Pointer{{5, 199999}, 0, 0, 4}));
}

TEST_F(MemoryTest, RemembersWhatAUnionHolds) {
    const Place u = made(type_of(1));
    Place i = field(u, 0), f = field(u, 1);
    i.via_union = f.via_union = true;
    memory.store_float(f, 1.0);
    EXPECT_TRUE(memory.holds(f));
    EXPECT_FALSE(memory.holds(i));
    EXPECT_EQ(ub_of([&] { memory.load_int(i); }), Ub::UnionMember);
    memory.lose_rest_of_union(u.object, 0, 4, 0, 1);
    EXPECT_EQ(ub_of([&] { memory.load_float(f); }), Ub::Uninitialised);
}

TEST_F(MemoryTest, KnowsTypesByPlace) {
    const Place s = made(type_of(0));
    const Object& object = memory.object(s.object);
    Memory::Found found;
    EXPECT_TRUE(memory.has_type_at(object, 0, program::type::Char, found));
    EXPECT_TRUE(memory.has_type_at(object, 3, program::type::UChar, found));
    EXPECT_FALSE(memory.has_type_at(object, 0, program::type::Int, found));
    EXPECT_TRUE(memory.has_type_at(object, 8, p.types.pointer_to(program::type::Int), found));
    EXPECT_FALSE(memory.has_type_at(object, 8, p.types.pointer_to(program::type::UInt), found));
    const Place u = made(type_of(1));
    EXPECT_TRUE(memory.has_type_at(memory.object(u.object), 0, program::type::UInt, found));
    EXPECT_TRUE(found.in_union);
}

} // namespace
} // namespace assay::semantics
