#include "semantics/memory.h"

#include "base/check.h"
#include "program/typing.h"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstring>

namespace assay::semantics {
namespace {

constexpr uint32_t kBitFieldByte = 0xff; // marks, in stored_type_, a byte of a record's bit-fields
constexpr uint32_t kClaimedByte =
    0x40; // or-ed: a copied byte that C++ has read as this type, and so no other

// memcpy of what is mostly a scalar.
void copy_small(uint8_t* to, const void* from, uint32_t size) {
    switch (size) {
    case 1: std::memcpy(to, from, 1); return;
    case 2: std::memcpy(to, from, 2); return;
    case 4: std::memcpy(to, from, 4); return;
    case 8: std::memcpy(to, from, 8); return;
    default: std::memcpy(to, from, size);
    }
}

} // namespace

Memory::Memory(const program::Program& program, Layout& layout, uint64_t budget)
    : p_(program), layout_(layout), budget_(budget), big_endian_(program.platform.target.big_endian) {
    objects_.emplace_back(); // slot 0 is null
    any_union_ = std::ranges::any_of(program.types.records, &program::Record::is_union);
    check_enums_ = program::is_cxx(program.platform.standard) && !program.types.enums.empty();
}

ObjectRef Memory::allocate(TypeId type, uint32_t size, bool is_constant) {
    const TypeLayout& layout = layout_.of(type);
    const uint32_t base = top_;
    const uint64_t end = uint64_t{base} + size;
    if (end > budget_ || (end > stack_begin_ && end - stack_begin_ > stack_budget_)) throw OverBudget{};
    top_ += size;
    if (top_ + kWord > data_.size()) grow();
    std::memset(&data_[base], 0, size);
    std::memset(&defined_[base], 0, size);
    std::memset(&tag_[base], 0, size);
    if (any_union_) std::fill_n(stored_type_.begin() + base, size, 0u);
    uint32_t slot;
    if (free_slots_.empty()) {
        slot = static_cast<uint32_t>(objects_.size());
        objects_.emplace_back();
    } else {
        slot = free_slots_.back();
        free_slots_.pop_back();
    }
    Object& o = objects_[slot];
    const uint32_t generation = o.generation + 1;
    o = {};
    o.base = base;
    o.size = size;
    o.generation = generation;
    o.align = layout.align;
    o.serial = serial_++;
    o.type = type;
    o.alive = true;
    o.has_union = layout.has_union;
    o.is_constant = is_constant;
    stack_.push_back(slot);
    return {slot, o.generation};
}

void Memory::grow() {
    const size_t size = 2 * size_t{top_} + 1024;
    data_.resize(size);
    defined_.resize(size);
    tag_.resize(size);
    if (any_union_) stored_type_.resize(size);
}

void Memory::release_from(uint32_t mark) {
    top_ = objects_[stack_[mark]].base;
    for (uint32_t i = mark; i < stack_.size(); ++i) {
        objects_[stack_[i]].alive = false;
        free_slots_.push_back(stack_[i]);
    }
    stack_.resize(mark);
}

void Memory::forget(ObjectRef ref) {
    const Object& o = objects_[ref.slot];
    std::fill_n(defined_.begin() + o.base, o.size, uint8_t{0});
    if (o.has_union) std::fill_n(stored_type_.begin() + o.base, o.size, 0u);
}

void Memory::end_life(ObjectRef ref) { objects_[ref.slot].alive = false; }

void Memory::begin_stack(uint64_t budget) {
    stack_begin_ = top_;
    stack_budget_ = budget;
}

void Memory::zero(ObjectRef ref) {
    const Object& o = objects_[ref.slot];
    std::fill_n(data_.begin() + o.base, o.size, uint8_t{0});
    std::fill_n(tag_.begin() + o.base, o.size, uint8_t{0});
    // Padding has no value, so what has some is zeroed part by part.
    zero_part(ref, o.type, 0);
}

void Memory::zero_part(ObjectRef ref, TypeId type, uint32_t offset, uint32_t union_member) {
    const TypeLayout& layout = layout_.of(type);
    if (!objects_[ref.slot].has_union && !layout.has_padding) {
        const uint32_t address = objects_[ref.slot].base + offset;
        std::fill_n(data_.begin() + address, layout.size, uint8_t{0});
        std::fill_n(tag_.begin() + address, layout.size, uint8_t{0});
        std::fill_n(defined_.begin() + address, layout.size, uint8_t{0xff});
        return;
    }
    const program::Type t = p_.types[type];
    const auto place_of = [&](TypeId part, uint32_t at) {
        Place place;
        place.object = ref;
        place.offset = at;
        place.type = part;
        return place;
    };
    if (is_record(t.kind)) {
        const auto fields = p_.types.fields_of(type);
        for (size_t i = 0; i < fields.size(); ++i) {
            if (!fields[i].is_named() || (t.kind == TypeKind::Union && i < union_member)) continue;
            const FieldPlace where = layout_.of(type).fields[i];
            if (where.bits != 0) {
                Place place = place_of(fields[i].type, offset + where.offset);
                place.bit = offset * 8 + where.bit;
                place.bits = where.bits;
                place.record = type;
                store_bits(place, 0);
            } else {
                zero_part(ref, fields[i].type, offset + where.offset);
            }
            if (t.kind == TypeKind::Union) break;
        }
    } else if (t.kind == TypeKind::Array || t.kind == TypeKind::Vector) {
        const uint32_t step = layout_.size(t.base);
        for (uint32_t i = 0; i < t.count; ++i) zero_part(ref, t.base, offset + i * step);
    } else if (t.kind == TypeKind::Pointer) {
        store_pointer(place_of(type, offset), {});
    } else if (is_floating(t.kind)) {
        store_float(place_of(type, offset), 0);
    } else {
        store_int(place_of(type, offset), 0);
    }
}

UInt128 Memory::load_two_words(uint32_t address, uint32_t size) const {
    const UInt128 first = load_word(address, kWord), second = load_word(address + kWord, size - kWord);
    return big_endian_ ? first << (8 * (size - kWord)) | second : second << 64 | first;
}

void Memory::store_raw(uint32_t address, uint32_t size, UInt128 bits) {
    if (big_endian_) {
        for (uint32_t i = 0; i < size; ++i)
            data_[address + size - 1 - i] = static_cast<uint8_t>(bits >> (8 * i));
    } else {
        copy_small(&data_[address], &bits, size);
    }
    static constexpr uint64_t all[2]{~uint64_t{0}, ~uint64_t{0}}, none[2]{};
    copy_small(&defined_[address], all, size);
    copy_small(&tag_[address], none, size);
}

uint32_t Memory::stored_type_word(const Place& place, uint32_t byte) const {
    if (place.bits != 0) return p_.types[place.record].count << 8 | kBitFieldByte;
    return place.type.index << 8 | byte;
}

void Memory::note_stored_type(const Place& place, uint32_t size) {
    const uint32_t base = objects_[place.object.slot].base + place.offset;
    for (uint32_t i = 0; i < size; ++i) stored_type_[base + i] = stored_type_word(place, i);
}

// Inside unions: another type than the stored one may be read only in C, only through a union's member, only
// among integers.
void Memory::check_stored_type(const Place& place, uint32_t size) {
    const uint32_t base = objects_[place.object.slot].base + place.offset;
    const TypeKind wanted = p_.types.kind(place.type);
    const bool is_char = may_access_anything(wanted);
    for (uint32_t i = 0; i < size; ++i) {
        const uint32_t word = stored_type_[base + i];
        const uint32_t mine = stored_type_word(place, i);
        if (word == mine) continue;
        if (is_char && place.via_pointer) continue;
        // Bytes that memcpy brought may be read as any type in C, and as the first one asked for in C++.
        if (word == 0) {
            if (program::is_cxx(p_.platform.standard)) stored_type_[base + i] = mine | kClaimedByte;
            continue;
        }
        if (word == (mine | kClaimedByte) || (word == kSetByte && !program::is_cxx(p_.platform.standard)))
            continue;
        bool integers = is_integral(wanted) && wanted != TypeKind::Bool;
        if (word != 0 && (word & 0xff) != kBitFieldByte) {
            const TypeId stored{word >> 8};
            if (place.bits == 0 && (word & 0xff) == i && compatible(stored, place.type)) continue;
            integers = integers && is_integral(p_.types.kind(stored));
        }
        if (!integers || !place.via_union || program::is_cxx(p_.platform.standard))
            throw Undefined{place.via_union ? Ub::UnionMember : Ub::Aliasing};
    }
}

UInt128 Memory::load_int(const Place& place) {
    if (place.bits != 0) return load_bits(place);
    const Object& o = objects_[place.object.slot];
    const uint32_t size = layout_.size(place.type);
    if (o.has_union) check_stored_type(place, size);
    const UInt128 bits = load_raw(o.base + place.offset, size);
    const IntShape shape = layout_.shape(place.type);
    if (shape.is_bool && bits > 1) throw Undefined{Ub::EnumRange};
    if (shape.is_bool) return bits;
    const UInt128 value = canonical(bits, shape);
    if (check_enums_ && !in_enum_range(p_, place.type, static_cast<Int128>(value)))
        throw Undefined{Ub::EnumRange};
    return value;
}

void Memory::store_int(const Place& place, UInt128 bits) {
    if (place.bits != 0) return store_bits(place, bits);
    const Object& o = objects_[place.object.slot];
    const uint32_t size = layout_.size(place.type);
    store_raw(o.base + place.offset, size, bits);
    if (o.has_union) note_stored_type(place, size);
}

// Bit i of the field counts from its least significant bit; the target's order decides where that lies.
UInt128 Memory::load_bits(const Place& place) {
    const Object& o = objects_[place.object.slot];
    const uint32_t bytes = (place.bit + place.bits + 7) / 8 - place.bit / 8;
    if (o.has_union) {
        Place whole = place;
        whole.offset = place.bit / 8;
        check_stored_type(whole, bytes);
    }
    UInt128 value = 0;
    for (uint32_t i = 0; i < place.bits; ++i) {
        const uint32_t at = place.bit + (big_endian_ ? place.bits - 1 - i : i);
        const uint32_t address = o.base + at / 8;
        const auto mask = static_cast<uint8_t>(1u << (big_endian_ ? 7 - at % 8 : at % 8));
        if ((defined_[address] & mask) == 0) throw Undefined{Ub::Uninitialised};
        if (tag_[address] != 0) throw Undefined{Ub::PointerBytes};
        if ((data_[address] & mask) != 0) value |= UInt128{1} << i;
    }
    IntShape shape = layout_.shape(place.type);
    if (shape.is_bool) return value;
    shape.width = place.bits;
    return canonical(value, shape);
}

void Memory::store_bits(const Place& place, UInt128 bits) {
    const Object& o = objects_[place.object.slot];
    for (uint32_t i = 0; i < place.bits; ++i) {
        const uint32_t at = place.bit + (big_endian_ ? place.bits - 1 - i : i);
        const uint32_t address = o.base + at / 8;
        const auto mask = static_cast<uint8_t>(1u << (big_endian_ ? 7 - at % 8 : at % 8));
        const bool one = (bits >> i & 1) != 0;
        data_[address] = static_cast<uint8_t>(one ? data_[address] | mask : data_[address] & ~mask);
        defined_[address] |= mask;
        tag_[address] = 0;
    }
    if (o.has_union) {
        Place whole = place;
        whole.offset = place.bit / 8;
        note_stored_type(whole, (place.bit + place.bits + 7) / 8 - place.bit / 8);
    }
}

double Memory::load_float(const Place& place) {
    const Object& o = objects_[place.object.slot];
    const bool single = p_.types.kind(place.type) == TypeKind::Float;
    const uint32_t size = single ? 4 : 8;
    if (o.has_union) check_stored_type(place, size);
    const UInt128 bits = load_raw(o.base + place.offset, size);
    const double value = single ? static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(bits)))
                                : std::bit_cast<double>(static_cast<uint64_t>(bits));
    if (!(value - value == 0)) throw Undefined{Ub::FloatNotFinite};
    const double normal = single ? double{FLT_MIN} : DBL_MIN;
    if (std::fabs(value) < normal && value != 0) throw Undefined{Ub::FloatInexact}; // as in the kernel
    return value;
}

void Memory::store_float(const Place& place, double value) {
    const Object& o = objects_[place.object.slot];
    const bool single = p_.types.kind(place.type) == TypeKind::Float;
    const UInt128 bits = single ? UInt128{std::bit_cast<uint32_t>(static_cast<float>(value))}
                                : UInt128{std::bit_cast<uint64_t>(value)};
    store_raw(o.base + place.offset, single ? 4 : 8, bits);
    if (o.has_union) note_stored_type(place, single ? 4 : 8);
}

} // namespace assay::semantics
