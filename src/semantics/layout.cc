#include "semantics/layout.h"

#include "base/check.h"
#include "program/typing.h"

#include <algorithm>

namespace assay::semantics {
namespace {

using program::Field;
using program::Type;

constexpr uint32_t round_up(uint32_t value, uint32_t to) { return (value + to - 1) / to * to; }

} // namespace

bool in_enum_range(const program::Program& program, TypeId type, Int128 value) {
    if (program.types.kind(type) != TypeKind::Enum || !program::is_cxx(program.platform.standard))
        return true;
    const program::Enum& e = program.types.enum_of(type);
    int64_t bound = 1;
    while (bound - 1 < e.largest || (e.smallest < 0 && -bound > e.smallest)) bound *= 2;
    return value < bound && value >= (e.smallest < 0 ? -bound : 0);
}

Layout::Layout(const program::Program& program) : p_(program) {}

const TypeLayout& Layout::computed(TypeId type) {
    if (type.index >= known_.size()) {
        TypeLayout unknown;
        unknown.align = 0;
        known_.resize(std::max(p_.types.size(), type.index + 1), unknown);
    }
    TypeLayout made = compute(type); // may grow known_
    return known_[type.index] = std::move(made);
}

TypeLayout Layout::compute(TypeId id) {
    const Type t = p_.types[id];
    TypeLayout made;
    made.has_const = (t.quals & program::kConst) != 0;
    made.has_volatile = (t.quals & program::kVolatile) != 0;
    if (is_integral(t.kind)) {
        const TypeKind kind = program::integer_kind(p_, id);
        const program::IntegerForm form = program::integer_form(kind, p_.platform.target);
        made.shape = {form.width, form.is_signed, kind == TypeKind::Bool};
    }
    switch (t.kind) {
    case TypeKind::Void:
    case TypeKind::Function: break;
    case TypeKind::Bool: made.size = 1; break;
    case TypeKind::Char:
    case TypeKind::SChar:
    case TypeKind::UChar:
    case TypeKind::Short:
    case TypeKind::UShort:
    case TypeKind::Int:
    case TypeKind::UInt:
    case TypeKind::Long:
    case TypeKind::ULong:
    case TypeKind::LLong:
    case TypeKind::ULLong:
    case TypeKind::Int128:
    case TypeKind::UInt128:
        made.size = made.align = integer_form(t.kind, p_.platform.target).width / 8u;
        if (t.kind == TypeKind::LLong || t.kind == TypeKind::ULLong)
            made.align = p_.platform.target.wide_align;
        break;
    case TypeKind::Float: made.size = made.align = 4; break;
    case TypeKind::Double:
        made.size = 8;
        made.align = p_.platform.target.wide_align;
        break;
    case TypeKind::Enum: made.size = made.align = 4; break;
    case TypeKind::Pointer: made.size = made.align = p_.platform.target.pointer_bits / 8u; break;
    case TypeKind::Vector: made.size = made.align = size(t.base) * t.count; break;
    case TypeKind::Array:
    case TypeKind::Vla: {
        const TypeLayout element = of(t.base);
        made.size = element.size * t.count; // a variable-length array has count 0: its object knows
        made.align = element.align;
        made.has_union = element.has_union;
        made.has_padding = element.has_padding;
        made.has_const |= element.has_const;
        made.has_volatile |= element.has_volatile;
        made.value_mask = element.value_mask;
        break;
    }
    case TypeKind::Struct:
    case TypeKind::Union: {
        TypeLayout record = compute_record(id);
        record.has_const |= made.has_const;
        record.has_volatile |= made.has_volatile;
        return record;
    }
    }
    return made;
}

void Layout::add_bits(TypeLayout& whole, uint32_t bit, uint32_t bits) const {
    for (uint32_t i = bit; i < bit + bits; ++i) {
        const uint32_t in_byte = p_.platform.target.big_endian ? 7 - i % 8 : i % 8;
        whole.value_mask[i / 8] |= static_cast<uint8_t>(1u << in_byte);
    }
}

void Layout::add_mask(TypeLayout& whole, TypeId part, uint32_t offset) {
    const TypeLayout& inner = of(part);
    for (uint32_t i = 0; i < inner.size; ++i) whole.value_mask[offset + i] |= inner.value_bits(i);
}

// The running position is in bits, so that bit-fields and other members share one rule: round up if needed,
// place, advance.
TypeLayout Layout::compute_record(TypeId id) {
    const program::Record& record = p_.types.record_of(id);
    const auto fields = p_.types.fields_of(id);
    TypeLayout made;
    uint32_t position = 0, end = 0;
    for (const Field& field : fields) {
        const TypeLayout inner = of(field.type);
        const uint32_t align = record.packed ? 1 : inner.align;
        made.has_union |= inner.has_union;
        made.has_const |= inner.has_const;
        made.has_volatile |= inner.has_volatile;
        if (record.is_union) position = 0;
        FieldPlace place;
        if (field.bits == 0) {
            position = round_up(position, inner.align * 8);
        } else if (field.is_bit_field()) {
            const auto width = static_cast<uint32_t>(field.bits);
            // A bit-field may not span more units of its type's alignment than its type does.
            const uint32_t unit = inner.align * 8;
            const bool spans = (position % unit + width + unit - 1) / unit > inner.size * 8 / unit;
            if (!record.packed && spans) position = round_up(position, unit);
            place = {position / 8, position, static_cast<uint8_t>(width)};
            position += width;
        } else {
            position = round_up(position, align * 8);
            place = {position / 8, position, 0};
            position += inner.size * 8;
        }
        if (field.is_named()) made.align = std::max(made.align, align);
        made.fields.push_back(place);
        end = std::max(end, position);
    }
    if (record.align != 0) made.align = std::max<uint32_t>(made.align, record.align);
    made.has_union |= record.is_union;
    made.size = round_up(round_up(end, 8) / 8, made.align);
    made.value_mask.assign(made.size, 0);
    for (size_t i = 0; i < fields.size(); ++i) {
        if (!fields[i].is_named()) continue;
        if (made.fields[i].bits != 0)
            add_bits(made, made.fields[i].bit, made.fields[i].bits);
        else
            add_mask(made, fields[i].type, made.fields[i].offset);
    }
    made.has_padding = std::ranges::any_of(made.value_mask, [](uint8_t mask) { return mask != 0xff; });
    if (!made.has_padding) made.value_mask.clear();
    return made;
}

} // namespace assay::semantics
