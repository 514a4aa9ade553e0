// The part of Memory that knows by which types an object may be accessed.
#include "program/typing.h"
#include "semantics/memory.h"

#include <algorithm>

namespace assay::semantics {

// Types by which one object may be accessed: the same but for qualifiers, or signed and unsigned of one
// integer.
bool Memory::compatible(TypeId a, TypeId b) {
    const program::Type x = p_.types[a], y = p_.types[b];
    if (is_integral(x.kind) && is_integral(y.kind)) {
        // An enumeration is compatible with its underlying type in C only; keep to the same in both
        // languages.
        if (x.kind == TypeKind::Enum || y.kind == TypeKind::Enum)
            return x.kind == y.kind && x.count == y.count;
        if (x.kind == TypeKind::Bool || y.kind == TypeKind::Bool) return x.kind == y.kind;
        const auto pair_of = [](TypeKind k) {
            if (k == TypeKind::Char) return -1; // a type of its own
            if (k == TypeKind::SChar || k == TypeKind::UChar) return 0;
            return (static_cast<int>(k) - static_cast<int>(TypeKind::Short)) / 2 + 1;
        };
        return pair_of(x.kind) == pair_of(y.kind);
    }
    if (x.kind == TypeKind::Pointer && y.kind == TypeKind::Pointer)
        return p_.types.same_but_quals(x.base, y.base) && p_.types.quals(x.base) == p_.types.quals(y.base);
    return p_.types.same_but_quals(a, b);
}

// The bytes of every object are characters; in C++ not signed ones.
bool Memory::may_access_anything(TypeKind kind) const {
    if (kind == TypeKind::SChar) return !program::is_cxx(p_.platform.standard);
    return kind == TypeKind::Char || kind == TypeKind::UChar;
}

bool Memory::has_type_at(const Object& object, uint32_t offset, TypeId type, Found& found) {
    found = {};
    if (p_.types.kind(object.type) == TypeKind::Vla) {
        const TypeId element = p_.types[object.type].base;
        return type_at(element, offset % layout_.size(element), type, found);
    }
    return type_at(object.type, offset, type, found);
}

bool Memory::type_at(TypeId whole, uint32_t offset, TypeId wanted, Found& found) {
    const program::Type t = p_.types[whole];
    found.quals |= t.quals;
    if (offset == 0 && compatible(whole, wanted)) {
        found.quals |= p_.types.quals(whole);
        return true;
    }
    if (t.kind == TypeKind::Array) {
        const uint32_t step = layout_.size(t.base);
        // An array may be accessed as a shorter or longer piece only element by element.
        return type_at(t.base, offset % step, wanted, found);
    }
    const bool by_bytes = may_access_anything(p_.types.kind(wanted));
    if (!is_record(t.kind)) return by_bytes;
    const auto fields = p_.types.fields_of(whole);
    for (size_t i = 0; i < fields.size(); ++i) {
        const FieldPlace where = layout_.of(whole).fields[i];
        const uint32_t size = layout_.size(fields[i].type);
        if (where.bits != 0 || !fields[i].is_named()) continue;
        if (offset < where.offset || offset >= where.offset + size) continue;
        Found inner = found;
        inner.in_union |= t.kind == TypeKind::Union;
        if (type_at(fields[i].type, offset - where.offset, wanted, inner)) {
            found = inner;
            return true;
        }
    }
    return by_bytes;
}

Pointer Memory::narrowed_to(const Pointer& pointer, TypeId pointee) {
    const Object& object = objects_[pointer.object.slot];
    Pointer narrow = pointer;
    if (!range_at(object.type, 0, object.size, pointee, narrow)) return pointer;
    if (is_record(p_.types.kind(pointee))) return narrow; // a pointer to the first member is one to the whole
    narrow.low = std::max(narrow.low, pointer.low);
    narrow.high = std::min(narrow.high, pointer.high);
    return narrow;
}

// Looks for `wanted` at the pointer's offset inside a part of type `whole` that begins at `start`; sets the
// range.
bool Memory::range_at(TypeId whole, uint32_t start, uint32_t size, TypeId wanted, Pointer& pointer) {
    const uint32_t offset = pointer.offset;
    const auto set = [&] {
        pointer.low = start;
        pointer.high = start + size;
        return true;
    };
    if (offset == start && compatible(whole, wanted)) return set();
    const program::Type t = p_.types[whole];
    if (is_array(t.kind)) {
        const uint32_t step = layout_.size(t.base);
        const uint32_t element = start + (offset - start) / step * step;
        if (element >= start + size) return false;
        if (element == offset && compatible(t.base, wanted)) return set();
        return range_at(t.base, element, step, wanted, pointer);
    }
    if (!is_record(t.kind)) return false;
    const auto fields = p_.types.fields_of(whole);
    for (size_t i = 0; i < fields.size(); ++i) {
        const FieldPlace where = layout_.of(whole).fields[i];
        const uint32_t begin = start + where.offset, length = layout_.size(fields[i].type);
        if (where.bits != 0 || !fields[i].is_named() || offset < begin || offset >= begin + length) continue;
        if (range_at(fields[i].type, begin, length, wanted, pointer)) return true;
    }
    return false;
}

bool Memory::keeps_stored_member(const Place& place) {
    const program::Type t = p_.types[place.type];
    const auto part_keeps = [&](TypeId type, uint32_t offset) {
        Place part = place;
        part.type = type;
        part.offset = place.offset + offset;
        return keeps_stored_member(part);
    };
    if (is_record(t.kind) && place.bits == 0) {
        const auto fields = p_.types.fields_of(place.type);
        for (size_t i = 0; i < fields.size(); ++i) {
            const FieldPlace where = layout_.of(place.type).fields[i];
            if (!fields[i].is_named() || where.bits != 0) continue;
            const bool keeps = part_keeps(fields[i].type, where.offset);
            if (t.kind == TypeKind::Union && keeps) return true;
            if (t.kind == TypeKind::Struct && !keeps) return false;
        }
        return t.kind == TypeKind::Struct;
    }
    if (t.kind == TypeKind::Array || t.kind == TypeKind::Vector) {
        const uint32_t step = layout_.size(t.base);
        for (uint32_t i = 0; i < t.count; ++i)
            if (!part_keeps(t.base, i * step)) return false;
        return true;
    }
    if (may_access_anything(t.kind) || holds(place)) return true;
    // What was never stored may be stored by any type in C; C++ wants the member to be named.
    const uint32_t first =
        objects_[place.object.slot].base + (place.bits != 0 ? place.bit / 8 : place.offset);
    const uint32_t size = place.bits != 0 ? (place.bit % 8 + place.bits + 7) / 8 : layout_.size(place.type);
    const auto is_free = [](uint32_t word) { return word == 0 || word == kSetByte; };
    return !program::is_cxx(p_.platform.standard) &&
           std::all_of(stored_type_.begin() + first, stored_type_.begin() + first + size, is_free);
}

} // namespace assay::semantics
