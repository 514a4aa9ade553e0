// The part of Memory that works on whole objects and on types: copies, and what type an object has at an offset.
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
    copy_bytes(to, from, layout.size);
    if (!layout.has_padding) return;
    // Padding takes unspecified values whenever a struct is stored.
    const uint32_t address = objects_[to.object.slot].base + to.offset;
    for (uint32_t i = 0; i < layout.size; ++i) defined_[address + i] &= layout.value_mask[i];
}

void Memory::copy_bytes(const Place& to, const Place& from, uint32_t size) {
    const uint32_t target = objects_[to.object.slot].base + to.offset;
    const uint32_t source = objects_[from.object.slot].base + from.offset;
    std::memmove(&data_[target], &data_[source], size);
    std::memmove(&defined_[target], &defined_[source], size);
    std::memmove(&tag_[target], &tag_[source], size);
    if (!objects_[to.object.slot].has_union) return;
    if (objects_[from.object.slot].has_union)
        std::memmove(&stored_type_[target], &stored_type_[source], size * sizeof(uint32_t));
    else
        std::fill_n(stored_type_.begin() + target, size, 0u);
}

void Memory::set_bytes(const Place& to, uint8_t byte, uint32_t size) {
    const uint32_t target = objects_[to.object.slot].base + to.offset;
    std::memset(&data_[target], byte, size);
    std::memset(&defined_[target], 0xff, size);
    std::memset(&tag_[target], 0, size);
    if (objects_[to.object.slot].has_union) std::fill_n(stored_type_.begin() + target, size, 0u);
}

bool Memory::bytes_differ(const Place& a, const Place& b, uint32_t size) {
    const uint32_t left = objects_[a.object.slot].base + a.offset, right = objects_[b.object.slot].base + b.offset;
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
    const uint32_t size = place.bits != 0 ? (place.bit + place.bits + 7) / 8 - first : layout_.size(place.type);
    for (uint32_t i = 0; i < size; ++i) {
        const uint32_t word = stored_type_[o.base + first + i];
        if (word == stored_type_word(place, i)) continue;
        if (place.bits != 0 || word == 0 || (word & 0xff) != i || !compatible({word >> 8}, place.type)) return false;
    }
    return true;
}

// Types by which one object may be accessed: the same but for qualifiers, or signed and unsigned of one integer.
bool Memory::compatible(TypeId a, TypeId b) {
    const program::Type x = p_.types[a], y = p_.types[b];
    if (is_integral(x.kind) && is_integral(y.kind)) {
        // An enumeration is compatible with its underlying type in C only; keep to the same in both languages.
        if (x.kind == TypeKind::Enum || y.kind == TypeKind::Enum) return x.kind == y.kind && x.count == y.count;
        if (x.kind == TypeKind::Bool || y.kind == TypeKind::Bool) return x.kind == y.kind;
        const auto pair_of = [](TypeKind k) {
            if (k == TypeKind::Char || k == TypeKind::SChar || k == TypeKind::UChar) return 0;
            return (static_cast<int>(k) - static_cast<int>(TypeKind::Short)) / 2 + 1;
        };
        return pair_of(x.kind) == pair_of(y.kind);
    }
    if (x.kind == TypeKind::Pointer && y.kind == TypeKind::Pointer)
        return p_.types.same_but_quals(x.base, y.base) && p_.types.quals(x.base) == p_.types.quals(y.base);
    return p_.types.same_but_quals(a, b);
}

bool Memory::has_type_at(const Object& object, uint32_t offset, TypeId type, uint8_t& quals) {
    quals = 0;
    if (p_.types.kind(object.type) == TypeKind::Vla) {
        const TypeId element = p_.types[object.type].base;
        quals = p_.types.quals(element);
        return type_at(element, offset % layout_.size(element), type, quals);
    }
    return type_at(object.type, offset, type, quals);
}

bool Memory::type_at(TypeId whole, uint32_t offset, TypeId wanted, uint8_t& quals) {
    const program::Type t = p_.types[whole];
    quals |= t.quals;
    if (offset == 0 && compatible(whole, wanted)) {
        quals |= p_.types.quals(whole);
        return true;
    }
    const TypeKind wanted_kind = p_.types.kind(wanted);
    const bool is_char =
        wanted_kind == TypeKind::Char || wanted_kind == TypeKind::SChar || wanted_kind == TypeKind::UChar;
    if (t.kind == TypeKind::Array) {
        const uint32_t step = layout_.size(t.base);
        // An array may be accessed as a shorter or longer piece only element by element.
        return type_at(t.base, offset % step, wanted, quals);
    }
    if (is_record(t.kind)) {
        const auto fields = p_.types.fields_of(whole);
        for (size_t i = 0; i < fields.size(); ++i) {
            const FieldPlace where = layout_.of(whole).fields[i];
            const uint32_t size = layout_.size(fields[i].type);
            if (where.bits != 0 || !fields[i].is_named()) continue;
            if (offset < where.offset || offset >= where.offset + size) continue;
            uint8_t inner = quals;
            if (type_at(fields[i].type, offset - where.offset, wanted, inner)) {
                quals = inner;
                return true;
            }
        }
        return is_char;
    }
    return is_char;
}

} // namespace assay::semantics
