// The part of Memory that keeps pointers. The bytes of a stored pointer are tagged 1, 2, 3 ..., and the first
// four hold its number in a table. Only whole pointers can be read back: a piece of one that was copied or
// left over is good for nothing.
#include "semantics/memory.h"

#include <algorithm>
#include <cstring>

namespace assay::semantics {
namespace {

constexpr uint8_t kBrokenPointer = 0xff;

uint64_t key_of(const Pointer& p) {
    uint64_t h = p.object.slot * 0x9e3779b97f4a7c15ULL + p.object.generation;
    h = (h ^ (h >> 29)) * 0xbf58476d1ce4e5b9ULL + p.offset;
    h = (h ^ (h >> 32)) * 0x94d049bb133111ebULL + p.low;
    return h * 31 + p.high;
}

bool all_are(const uint8_t* at, uint32_t size, uint8_t byte) {
    return std::all_of(at, at + size, [byte](uint8_t b) { return b == byte; });
}

} // namespace

Pointer Memory::load_pointer(const Place& place) {
    const Object& o = objects_[place.object.slot];
    const uint32_t size = p_.platform.target.pointer_bits / 8u;
    const uint32_t address = o.base + place.offset;
    if (o.has_union) check_stored_type(place, size);
    if (!all_are(&defined_[address], size, 0xff)) throw Undefined{Ub::Uninitialised};
    if (tag_[address] == 0) {
        if (all_are(&tag_[address], size, 0) && all_are(&data_[address], size, 0)) return {};
        throw Undefined{Ub::PointerBytes};
    }
    uint32_t number;
    std::memcpy(&number, &data_[address], sizeof number);
    for (uint32_t i = 0; i < size; ++i)
        if (tag_[address + i] != i + 1) throw Undefined{Ub::PointerBytes};
    return pointers_[number];
}

void Memory::store_pointer(const Place& place, const Pointer& pointer) {
    const Object& o = objects_[place.object.slot];
    const uint32_t size = p_.platform.target.pointer_bits / 8u;
    const uint32_t address = o.base + place.offset;
    std::memset(&defined_[address], 0xff, size);
    std::memset(&data_[address], 0, size);
    if (o.has_union) note_stored_type(place, size);
    if (pointer.is_null()) {
        std::memset(&tag_[address], 0, size);
        return;
    }
    if (pointers_.size() >= collect_at_) collect_pointers();
    std::vector<uint32_t>& same_key = pointer_numbers_[key_of(pointer)];
    const auto found = std::ranges::find_if(same_key, [&](uint32_t n) { return pointers_[n] == pointer; });
    uint32_t number;
    if (found != same_key.end()) {
        number = *found;
    } else {
        number = static_cast<uint32_t>(pointers_.size());
        pointers_.push_back(pointer);
        same_key.push_back(number);
    }
    std::memcpy(&data_[address], &number, sizeof number);
    for (uint32_t i = 0; i < size; ++i) tag_[address + i] = static_cast<uint8_t>(i + 1);
}

// The bytes at `address` were copied from elsewhere: pointers that the copy cut at its ends are broken.
void Memory::break_pointers(uint32_t address, uint32_t size) {
    const uint32_t end = address + size, pointer_size = p_.platform.target.pointer_bits / 8u;
    for (uint32_t i = address; i < end && tag_[i] > 1; ++i) tag_[i] = kBrokenPointer;
    if (size == 0 || tag_[end - 1] == 0 || tag_[end - 1] >= pointer_size) return;
    for (uint32_t i = end; i > address && tag_[i - 1] != 0; --i) {
        const bool head = tag_[i - 1] == 1;
        tag_[i - 1] = kBrokenPointer;
        if (head) return;
    }
}

// Drops the pointers that no memory holds any more: a loop may store ever new ones.
void Memory::collect_pointers() {
    const uint32_t size = p_.platform.target.pointer_bits / 8u;
    std::vector<Pointer> kept;
    std::vector<uint32_t> new_number(pointers_.size(), UINT32_MAX);
    pointer_numbers_.clear();
    for (uint32_t address = 0; address + size <= top_; ++address) {
        bool whole = tag_[address] == 1;
        for (uint32_t i = 1; whole && i < size; ++i) whole = tag_[address + i] == i + 1;
        if (!whole) continue;
        uint32_t number;
        std::memcpy(&number, &data_[address], sizeof number);
        uint32_t& changed = new_number[number];
        if (changed == UINT32_MAX) {
            changed = static_cast<uint32_t>(kept.size());
            kept.push_back(pointers_[number]);
            pointer_numbers_[key_of(kept.back())].push_back(changed);
        }
        std::memcpy(&data_[address], &changed, sizeof changed);
    }
    pointers_ = std::move(kept);
    collect_at_ = std::max(size_t{1} << 16, 2 * pointers_.size());
}

} // namespace assay::semantics
