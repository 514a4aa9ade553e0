#include "program/types.h"

#include "base/check.h"

#include <algorithm>

namespace assay::program {

TypeTable::TypeTable() {
    for (uint32_t k = 0; k <= static_cast<uint32_t>(TypeKind::Double); ++k)
        types_.push_back({static_cast<TypeKind>(k), 0, {}, 0, 0});
}

TypeId TypeTable::intern(const Type& type) {
    const auto found = std::find(types_.begin(), types_.end(), type);
    if (found != types_.end()) return {static_cast<uint32_t>(found - types_.begin())};
    types_.push_back(type);
    return {size() - 1};
}

TypeId TypeTable::function(TypeId result, std::span<const TypeId> wanted) {
    for (uint32_t i = 0; i < size(); ++i) {
        const Type& t = types_[i];
        if (t.kind == TypeKind::Function && t.base == result && std::ranges::equal(params_of({i}), wanted))
            return {i};
    }
    const auto first = static_cast<uint32_t>(params.size());
    params.insert(params.end(), wanted.begin(), wanted.end());
    types_.push_back({TypeKind::Function, 0, result, static_cast<uint32_t>(wanted.size()), first});
    return {size() - 1};
}

TypeId TypeTable::struct_or_union(RecordId id) {
    const TypeKind kind = record(id).is_union ? TypeKind::Union : TypeKind::Struct;
    return intern({kind, 0, {}, id.index, 0});
}

TypeId TypeTable::qualified(TypeId id, uint8_t quals) {
    if (quals == 0) return id;
    Type t = types_[id.index];
    if (is_array(t.kind)) {
        t.base = qualified(t.base, quals);
        return intern(t);
    }
    if (t.kind == TypeKind::Function || (t.quals | quals) == t.quals) return id;
    t.quals |= quals;
    return intern(t);
}

TypeId TypeTable::unqualified(TypeId id) {
    Type t = types_[id.index];
    if (is_array(t.kind)) {
        const TypeId element = unqualified(t.base);
        if (element == t.base) return id;
        t.base = element;
        return intern(t);
    }
    if (t.quals == 0) return id;
    if (t.kind <= TypeKind::Double) return basic(t.kind);
    t.quals = 0;
    return intern(t);
}

bool TypeTable::same_but_quals(TypeId a, TypeId b) const {
    if (a == b) return true;
    Type x = types_[a.index], y = types_[b.index];
    if (is_array(x.kind) && x.kind == y.kind && x.count == y.count) return same_but_quals(x.base, y.base);
    x.quals = y.quals = 0;
    return x == y;
}

uint8_t TypeTable::quals(TypeId id) const {
    const Type* t = &types_[id.index];
    while (is_array(t->kind)) t = &types_[t->base.index];
    return t->quals;
}

std::span<const TypeId> TypeTable::params_of(TypeId function) const {
    const Type& t = types_[function.index];
    base::check(t.kind == TypeKind::Function, "parameters of a type that is no function");
    return {params.data() + t.first, t.count};
}

RecordId TypeTable::add_record(Record record, std::span<const Field> wanted) {
    record.first_field = static_cast<uint32_t>(fields.size());
    record.field_count = static_cast<uint32_t>(wanted.size());
    fields.insert(fields.end(), wanted.begin(), wanted.end());
    records.push_back(record);
    return {static_cast<uint32_t>(records.size() - 1)};
}

EnumId TypeTable::add_enum(NameId name, std::span<const Enumerator> wanted) {
    base::check(!wanted.empty(), "an enum without enumerators");
    Enum e{name, static_cast<uint32_t>(enumerators.size()), static_cast<uint32_t>(wanted.size()), 0, 0};
    enumerators.insert(enumerators.end(), wanted.begin(), wanted.end());
    const auto [low, high] = std::ranges::minmax(wanted, {}, &Enumerator::value);
    e.smallest = low.value;
    e.largest = high.value;
    enums.push_back(e);
    return {static_cast<uint32_t>(enums.size() - 1)};
}

std::span<const Field> TypeTable::fields_of(TypeId id) const {
    const Record& r = record_of(id);
    return {fields.data() + r.first_field, r.field_count};
}

IntegerForm integer_form(TypeKind kind, const Target& target) {
    switch (kind) {
    case TypeKind::Bool: return {1, false};
    case TypeKind::Char: return {8, target.char_is_signed};
    case TypeKind::SChar: return {8, true};
    case TypeKind::UChar: return {8, false};
    case TypeKind::Short: return {16, true};
    case TypeKind::UShort: return {16, false};
    case TypeKind::Int: return {32, true};
    case TypeKind::UInt: return {32, false};
    case TypeKind::Long: return {target.long_bits, true};
    case TypeKind::ULong: return {target.long_bits, false};
    case TypeKind::LLong: return {64, true};
    case TypeKind::ULLong: return {64, false};
    case TypeKind::Int128: return {128, true};
    case TypeKind::UInt128: return {128, false};
    default: base::fail("integer form of a type that is not an integer");
    }
}

base::UInt128 canonical(base::UInt128 value, IntegerForm form) {
    const int spare = 128 - form.width;
    const base::UInt128 top = value << spare;
    return form.is_signed ? static_cast<base::UInt128>(static_cast<base::Int128>(top) >> spare)
                          : top >> spare;
}

} // namespace assay::program
