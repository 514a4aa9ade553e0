// The part of Memory that works on whole objects and on types: copies, and what type an object has at an
// offset.
#include "program/typing.h"
#include "semantics/memory.h"

#include <algorithm>
#include <cstring>

namespace assay::semantics {

void Memory::copy_value(const Place& to, const Place& from) {
    const TypeLayout& layout = layout_.of(to.type);
    const bool same = to.object == from.object;
    if (same && to.offset == from.offset) return;
    if (same && to.offset < from.offset + layout.size && from.offset < to.offset + layout.size)
        throw Undefined{Ub::OverlappingCopy};
    move_bytes(to, from, layout.size);
    if (!layout.has_padding) return;
    // Padding takes unspecified values whenever a struct is stored.
    const uint32_t address = objects_[to.object.slot].base + to.offset;
    for (uint32_t i = 0; i < layout.size; ++i) defined_[address + i] &= layout.value_bits(i);
}

void Memory::move_bytes(const Place& to, const Place& from, uint32_t size) {
    const uint32_t target = objects_[to.object.slot].base + to.offset;
    const uint32_t source = objects_[from.object.slot].base + from.offset;
    std::memmove(&data_[target], &data_[source], size);
    std::memmove(&defined_[target], &defined_[source], size);
    std::memmove(&tag_[target], &tag_[source], size);
    break_pointers(target, size);
    if (!objects_[to.object.slot].has_union) return;
    if (objects_[from.object.slot].has_union)
        std::memmove(&stored_type_[target], &stored_type_[source], size * sizeof(uint32_t));
    else
        std::fill_n(stored_type_.begin() + target, size, 0u);
}

void Memory::copy_bytes(const Place& to, const Place& from, uint32_t size) {
    move_bytes(to, from, size);
    keep_padding(to.object);
}

void Memory::set_bytes(const Place& to, uint8_t byte, uint32_t size) {
    const uint32_t target = objects_[to.object.slot].base + to.offset;
    std::memset(&data_[target], byte, size);
    std::memset(&defined_[target], 0xff, size);
    std::memset(&tag_[target], 0, size);
    if (objects_[to.object.slot].has_union) std::fill_n(stored_type_.begin() + target, size, kSetByte);
    keep_padding(to.object);
}

uint32_t Memory::lose_padding(ObjectRef ref) {
    Object& o = objects_[ref.slot];
    if (!o.padding_has_values) return 0;
    o.padding_has_values = false;
    const TypeLayout& layout = layout_.of(o.type);
    if (!layout.has_padding) return 0;
    for (uint32_t i = 0; i < o.size; ++i) defined_[o.base + i] &= layout.value_bits(i);
    return o.size;
}

void Memory::lose_rest_of_union(ObjectRef ref, uint32_t low, uint32_t high, uint32_t keep_low,
                                uint32_t keep_high) {
    const uint32_t base = objects_[ref.slot].base;
    std::fill(defined_.begin() + base + low, defined_.begin() + base + keep_low, uint8_t{0});
    std::fill(defined_.begin() + base + keep_high, defined_.begin() + base + high, uint8_t{0});
}

bool Memory::bytes_differ(const Place& a, const Place& b, uint32_t size) {
    const uint32_t left = objects_[a.object.slot].base + a.offset,
                   right = objects_[b.object.slot].base + b.offset;
    bool differ = false;
    for (uint32_t i = 0; i < size; ++i) {
        if (defined_[left + i] != 0xff || defined_[right + i] != 0xff) throw Undefined{Ub::Uninitialised};
        if (tag_[left + i] != 0 || tag_[right + i] != 0) throw Undefined{Ub::PointerBytes};
        differ |= data_[left + i] != data_[right + i];
    }
    return differ;
}

bool Memory::holds(const Place& place) {
    const Object& o = objects_[place.object.slot];
    if (!o.has_union) return true;
    const uint32_t first = place.bits != 0 ? place.bit / 8 : place.offset;
    const uint32_t size =
        place.bits != 0 ? (place.bit + place.bits + 7) / 8 - first : layout_.size(place.type);
    for (uint32_t i = 0; i < size; ++i) {
        const uint32_t word = stored_type_[o.base + first + i];
        if (word == stored_type_word(place, i)) continue;
        if (place.bits != 0 || word == 0 || (word & 0xff) != i || !compatible({word >> 8}, place.type))
            return false;
    }
    return true;
}

} // namespace assay::semantics
