// Layout: where the target puts things. Sizes, alignments, member offsets and bit-fields as the System V ABIs
// (and so gcc and clang) lay them out. Computed once per type and kept.
#pragma once

#include "program/program.h"
#include "semantics/kernel.h"

#include <vector>

namespace assay::semantics {

using program::TypeId;
using program::TypeKind;

struct FieldPlace {
    uint32_t offset = 0; // in bytes; for a bit-field, of the byte that holds its first bit
    uint32_t bit =
        0; // bit-fields: the first bit, counted from the start of the record in the target's own order
    uint8_t bits = 0; // 0: not a bit-field
};

struct TypeLayout {
    uint32_t size = 0; // 0: has none (void, functions, variable length)
    uint32_t align = 1;
    IntShape shape;         // of integers and enums
    bool has_union = false; // a union somewhere inside
    bool has_const = false; // a const part somewhere inside
    bool has_volatile = false;
    bool has_padding = false;
    std::vector<FieldPlace> fields; // of records
    // Of types with padding: the bits of each byte that belong to a value. That of an array is its element's,
    // again and again.
    std::vector<uint8_t> value_mask;
    uint8_t value_bits(uint32_t byte) const {
        return has_padding ? value_mask[byte % value_mask.size()] : uint8_t{0xff};
    }
};

class Layout {
  public:
    explicit Layout(const program::Program& program);

    const TypeLayout& of(TypeId type) {
        const bool known = type.index < known_.size() && known_[type.index].align != 0;
        return known ? known_[type.index] : computed(type);
    }
    uint32_t size(TypeId type) { return of(type).size; }
    uint32_t align(TypeId type) { return of(type).align; }
    IntShape shape(TypeId integral) { return of(integral).shape; } // knows enums

  private:
    const TypeLayout& computed(TypeId type);
    TypeLayout compute(TypeId type);
    TypeLayout compute_record(TypeId type);
    void add_mask(TypeLayout& whole, TypeId part, uint32_t offset);
    void add_bits(TypeLayout& whole, uint32_t bit, uint32_t bits) const;

    const program::Program& p_;
    std::vector<TypeLayout> known_; // by TypeId; size 0 and align 0: not yet
};

// In C++ an enumeration holds the values of the smallest bit-field that holds its enumerators; in C, and for
// other types, anything.
bool in_enum_range(const program::Program& program, TypeId type, Int128 value);

} // namespace assay::semantics
