// A small map from the addresses of things that are never forgotten, for lookups in a hot path. Its order
// depends on addresses, so it has no iteration: nothing about a run may depend on where objects lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace assay::choice {

template <typename Value> class PointerTable {
  public:
    PointerTable() : slots_(64) {}

    const Value* find(const void* key) const {
        for (std::size_t i = first_slot(key);; i = next_slot(i)) {
            if (slots_[i].key == key) [[likely]]
                return &slots_[i].value;
            if (slots_[i].key == nullptr) return nullptr;
        }
    }

    // The key is not in the table yet. Earlier results of find() become invalid.
    void insert(const void* key, Value value) {
        if (++used_ * 2 > slots_.size()) grow();
        place(key, std::move(value));
    }

  private:
    struct Slot {
        const void* key = nullptr;
        Value value{};
    };

    std::size_t first_slot(const void* key) const {
        std::uint64_t spread = reinterpret_cast<std::uintptr_t>(key) * 0x9e3779b97f4a7c15U;
        return static_cast<std::size_t>(spread >> 32) & (slots_.size() - 1);
    }
    std::size_t next_slot(std::size_t slot) const { return (slot + 1) & (slots_.size() - 1); }

    void place(const void* key, Value value) {
        std::size_t i = first_slot(key);
        while (slots_[i].key != nullptr) i = next_slot(i);
        slots_[i] = Slot{key, std::move(value)};
    }

    void grow() {
        std::vector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        for (Slot& slot : old)
            if (slot.key != nullptr) place(slot.key, std::move(slot.value));
    }

    std::vector<Slot> slots_; // a power of two, at most half full
    std::size_t used_ = 0;
};

} // namespace assay::choice
