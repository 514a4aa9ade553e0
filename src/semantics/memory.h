// Memory: the objects of a running program, byte by byte, with what C says about each byte beside it: which
// bits hold a stored value, whether it is part of a pointer, and (inside unions) what type was stored there.
// Reading anything that has no value in C throws Undefined.
#pragma once

#include "semantics/layout.h"
#include "semantics/ub.h"

#include <cstring>
#include <unordered_map>
#include <vector>

namespace assay::semantics {

// Thrown inside this room only; evaluate() turns it into a Meaning.
struct Undefined {
    Ub kind;
};
struct OverBudget {};

// An object, and whether it is still the one that was meant: slots are used again, with a new generation.
struct ObjectRef {
    uint32_t slot = 0; // 0: none
    uint32_t generation = 0;
    bool operator==(const ObjectRef&) const = default;
};

// [low, high): the array (or single object) that the pointer may walk over.
struct Pointer {
    ObjectRef object; // slot 0: null. generation kFunction: slot is a function's number plus one
    uint32_t offset = 0;
    uint32_t low = 0, high = 0;
    static constexpr uint32_t kFunction = UINT32_MAX;
    bool is_null() const { return object.slot == 0; }
    bool is_function() const { return object.generation == kFunction; }
    bool operator==(const Pointer&) const = default;
};

// An lvalue: a typed part of an object.
struct Place {
    ObjectRef object;
    uint32_t offset = 0;
    uint32_t low = 0, high = 0; // what a pointer to it may walk over
    uint32_t bit = 0;           // bit-fields: from the start of the object
    uint8_t bits = 0;
    bool via_union = false;   // named through a union's member
    bool via_pointer = false; // reached through a pointer
    bool in_union = false;    // via_pointer: to somewhere inside a union
    uint8_t quals = 0;        // via_pointer: the qualifiers that the object itself has there
    TypeId type;
    TypeId record; // bit-fields: whose
};

struct Object {
    uint32_t base = 0;
    uint32_t size = 0;
    uint32_t generation = 0;
    uint32_t align = 1;
    uint64_t serial = 0; // counts allocations: tells what is older
    TypeId type;
    bool alive = false;
    bool has_union = false;
    bool is_constant = false;        // declared const: reading it is no side input
    bool may_be_shared = false;      // a const literal, which need not be an object of its own
    bool padding_has_values = false; // stored as raw bytes, until a member is stored
};

class Memory {
  public:
    Memory(const program::Program& program, Layout& layout, uint64_t budget);

    // Objects come and go in the order of a stack.
    ObjectRef allocate(TypeId type, uint32_t size, bool is_constant = false);
    uint32_t mark() const { return static_cast<uint32_t>(stack_.size()); }
    void release(uint32_t mark) {
        if (stack_.size() != mark) release_from(mark);
    }
    void forget(ObjectRef object);   // its value becomes indeterminate
    void end_life(ObjectRef object); // before its turn on the stack
    void mark_shared(ObjectRef object) { objects_[object.slot].may_be_shared = true; }
    // What is allocated from now on lies on the stack of the real program, which is smaller than its memory.
    void begin_stack(uint64_t budget);
    void zero(ObjectRef object); // as static storage starts: the first member of a union is the stored one
    void zero_part(ObjectRef object, TypeId type, uint32_t offset, uint32_t union_member = 0);

    const Object& object(ObjectRef ref) const { return objects_[ref.slot]; }
    bool is_alive(ObjectRef ref) const {
        const Object& object = objects_[ref.slot];
        return object.generation == ref.generation && object.alive;
    }
    uint64_t next_serial() const { return serial_; }

    // Scalars. The place is known to lie inside a live object.
    UInt128 load_int(const Place& place);
    UInt128 load_whole(ObjectRef integer, uint32_t size, IntShape shape) const { // of what is no enum
        const UInt128 bits = load_raw(objects_[integer.slot].base, size);
        if (!shape.is_bool) return canonical(bits, shape);
        if (bits > 1) throw Undefined{Ub::EnumRange};
        return bits;
    }
    double load_float(const Place& place);
    Pointer load_pointer(const Place& place);
    void store_int(const Place& place, UInt128 bits);
    void store_float(const Place& place, double value);
    void store_pointer(const Place& place, const Pointer& pointer);

    // Whole values of aggregates and vectors.
    void copy_value(const Place& to, const Place& from);
    // memcpy and friends, on raw bytes.
    void copy_bytes(const Place& to, const Place& from, uint32_t size);
    void set_bytes(const Place& to, uint8_t byte, uint32_t size);
    bool bytes_differ(const Place& a, const Place& b, uint32_t size);
    // A member was stored, so that padding has no values any more, or (by raw bytes) may have some. Says how
    // many bytes it looked at.
    uint32_t lose_padding(ObjectRef object);
    void keep_padding(ObjectRef object) { objects_[object.slot].padding_has_values = true; }
    // A member [keep_low, keep_high) of the union [low, high) is stored: the other bytes have no value any
    // more.
    void lose_rest_of_union(ObjectRef object, uint32_t low, uint32_t high, uint32_t keep_low,
                            uint32_t keep_high);

    // Can a value be read there as it was stored, without looking at another type's bytes?
    bool holds(const Place& place);
    // May it be stored through a pointer, without changing which member of a union is the stored one?
    bool keeps_stored_member(const Place& place);
    // Is `type` a type by which the object may be accessed at `offset`? Also says what qualifiers it has
    // there, and whether it lies in a union.
    struct Found {
        uint8_t quals = 0;
        bool in_union = false;
    };
    bool has_type_at(const Object& object, uint32_t offset, TypeId type, Found& found);
    // The array (or single object) of this type at the pointer's offset: what it may walk over once it has
    // been converted.
    Pointer narrowed_to(const Pointer& pointer, TypeId pointee);

    bool big_endian() const { return big_endian_; }

  private:
    void grow();
    void release_from(uint32_t mark);
    uint8_t* data(const Place& p) { return data_.data() + objects_[p.object.slot].base + p.offset; }
    static uint64_t word_at(const uint8_t* at) {
        uint64_t word;
        std::memcpy(&word, at, sizeof word);
        return word;
    }
    uint64_t load_word(uint32_t address, uint32_t size) const {
        const uint64_t mask = ~uint64_t{0} >> (8 * (kWord - size));
        if ((word_at(&defined_[address]) & mask) != mask) throw Undefined{Ub::Uninitialised};
        if ((word_at(&tag_[address]) & mask) != 0) throw Undefined{Ub::PointerBytes};
        const uint64_t word = word_at(&data_[address]);
        return big_endian_ ? __builtin_bswap64(word) >> (8 * (kWord - size)) : word & mask;
    }
    UInt128 load_raw(uint32_t address, uint32_t size) const {
        return size <= kWord ? load_word(address, size) : load_two_words(address, size);
    }
    UInt128 load_two_words(uint32_t address, uint32_t size) const;
    void store_raw(uint32_t address, uint32_t size, UInt128 bits);
    UInt128 load_bits(const Place& place);
    void store_bits(const Place& place, UInt128 bits);
    void check_stored_type(const Place& place, uint32_t size);
    void note_stored_type(const Place& place, uint32_t size);
    uint32_t stored_type_word(const Place& place, uint32_t byte) const;
    bool type_at(TypeId whole, uint32_t offset, TypeId wanted, Found& found);
    bool range_at(TypeId whole, uint32_t start, uint32_t size, TypeId wanted, Pointer& pointer);
    bool compatible(TypeId a, TypeId b);
    bool may_access_anything(TypeKind kind) const;
    void move_bytes(const Place& to, const Place& from, uint32_t size);
    void break_pointers(uint32_t address, uint32_t size);
    void collect_pointers();

    const program::Program& p_;
    Layout& layout_;
    const uint64_t budget_;
    const bool big_endian_;
    bool any_union_ = false;
    static constexpr uint32_t kSetByte = 0xfe; // in stored_type_: by memset, which makes no object in C++
    bool check_enums_ = false;                 // do enumerations hold less than their integer?
    uint64_t serial_ = 1;
    static constexpr uint32_t kWord = 8; // scalars are read by whole words, so this much follows the top
    uint32_t top_ = 0;                   // what is in use of the vectors below
    std::vector<uint8_t> data_, defined_, tag_; // tag: 0, or 1 + which byte of a pointer it is
    std::vector<uint32_t> stored_type_; // inside unions: type << 8 | which byte; only while any_union_
    std::vector<Object> objects_;
    std::vector<uint32_t> free_slots_, stack_;
    uint64_t stack_begin_ = 0, stack_budget_ = UINT64_MAX;
    std::vector<Pointer> pointers_; // pointers in memory are numbers of these
    size_t collect_at_ = size_t{1} << 16;
    std::unordered_map<uint64_t, std::vector<uint32_t>> pointer_numbers_;
};

} // namespace assay::semantics
