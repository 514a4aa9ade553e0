#include "program/type_rules.h"

#include "program/typing.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace assay::program {
namespace {

uint64_t times(uint64_t a, uint64_t b) {
    uint64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

uint64_t plus(uint64_t a, uint64_t b) {
    uint64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

uint32_t lane_bytes(const Program& p, TypeId lane) {
    const TypeKind kind = p.types.kind(lane);
    if (kind == TypeKind::Float) return 4;
    if (kind == TypeKind::Double) return 8;
    return integer_form(kind, p.platform.target).width / 8;
}

uint64_t record_bound(const Program& p, TypeId type) {
    const Record& record = p.types.record_of(type);
    uint64_t bytes = std::max<uint64_t>(record.align, 16);
    // No alignment exceeds 128 bytes: that of a member, of the storage unit of a bit-field, of the record
    // itself.
    for (const Field& field : p.types.fields_of(type))
        bytes = plus(bytes, plus(size_bound(p, field.type), 128));
    return plus(bytes, 128);
}

std::string array_problem(const Program& p, const Type& t, TypeId id, uint32_t first_incomplete) {
    if (p.types.kind(t.base) == TypeKind::Vla) return "an array of variable-length arrays";
    if (!is_complete(p, t.base, first_incomplete)) return "an array of elements without a size";
    if (t.kind == TypeKind::Vla) return {};
    if (t.count == 0) return "an array without elements";
    if (size_bound(p, id) > kMaxObjectBytes)
        return fmt::format("an array larger than {} bytes", kMaxObjectBytes);
    return {};
}

std::string vector_problem(const Program& p, const Type& t) {
    const TypeKind lane = p.types.kind(t.base);
    if (p.types[t.base].quals != 0) return "a vector of qualified lanes";
    if (lane == TypeKind::Bool || !(is_integer(lane) || is_floating(lane)))
        return "a vector of lanes that are neither integers nor floating point";
    if (!std::has_single_bit(t.count)) return fmt::format("a vector of {} lanes: no power of two", t.count);
    const uint64_t bytes = static_cast<uint64_t>(t.count) * lane_bytes(p, t.base);
    if (bytes < 8 || bytes > 64) return fmt::format("a vector of {} bytes: 8 to 64 are possible", bytes);
    return {};
}

// gcc aligns vectors of 8 bytes inside records to 4 or 8 on i386, as its options say and whether they stand
// in a record within the record; clang aligns them to 8.
bool is_placed_by_compiler(const Program& p, TypeId type) {
    while (p.types.kind(type) == TypeKind::Array) type = p.types[type].base;
    const Type& t = p.types[type];
    return t.kind == TypeKind::Vector && p.platform.target.wide_align < 8 &&
           t.count * lane_bytes(p, t.base) == 8;
}

bool is_passable(const Program& p, TypeId type) {
    const TypeKind kind = p.types.kind(type);
    return is_scalar(kind) || is_record(kind) || kind == TypeKind::Vector;
}

std::string function_problem(const Program& p, const Type& t, TypeId id) {
    if (t.base != type::Void && !is_passable(p, t.base))
        return "a function with a result that cannot be returned";
    if (p.types[t.base].quals != 0) return "a function with a qualified result";
    for (const TypeId param : p.types.params_of(id)) {
        if (!is_passable(p, param)) return "a function with a parameter that cannot be passed";
        if (p.types[param].quals != 0) return "a function type with a qualified parameter";
    }
    return {};
}

} // namespace

uint64_t size_bound(const Program& p, TypeId id) {
    const Type& t = p.types[id];
    switch (t.kind) {
    case TypeKind::Array:
    case TypeKind::Vector: return times(size_bound(p, t.base), t.count);
    case TypeKind::Struct:
    case TypeKind::Union: return record_bound(p, id);
    case TypeKind::Void:
    case TypeKind::Bool:
    case TypeKind::Char:
    case TypeKind::SChar:
    case TypeKind::UChar: return 1;
    case TypeKind::Short:
    case TypeKind::UShort: return 2;
    case TypeKind::Int:
    case TypeKind::UInt:
    case TypeKind::Float:
    case TypeKind::Enum: return 4;
    case TypeKind::Long:
    case TypeKind::ULong:
    case TypeKind::LLong:
    case TypeKind::ULLong:
    case TypeKind::Double:
    case TypeKind::Pointer:
    case TypeKind::Vla:
    case TypeKind::Function: return 8;
    case TypeKind::Int128:
    case TypeKind::UInt128: return 16;
    }
    return UINT64_MAX;
}

bool is_complete(const Program& p, TypeId id, uint32_t first_incomplete) {
    const Type& t = p.types[id];
    if (is_record(t.kind)) return t.count < first_incomplete;
    return t.kind != TypeKind::Void && t.kind != TypeKind::Function;
}

bool holds_const(const Program& p, TypeId id) {
    if ((p.types.quals(id) & kConst) != 0) return true;
    while (is_array(p.types.kind(id))) id = p.types[id].base;
    if (!is_record(p.types.kind(id))) return false;
    return std::ranges::any_of(p.types.fields_of(id),
                               [&](const Field& field) { return holds_const(p, field.type); });
}

std::string type_problem(const Program& p, TypeId id, uint32_t first_incomplete) {
    const Type& t = p.types[id];
    if (is_wide(t.kind) && !p.platform.target.has_int128) return "a 128-bit integer, which the target lacks";
    if (is_basic(t.kind)) return {};
    switch (made_kind(t.kind)) {
    case MadeKind::Array:
    case MadeKind::Vla: return array_problem(p, t, id, first_incomplete);
    case MadeKind::Vector: return vector_problem(p, t);
    case MadeKind::Function: return function_problem(p, t, id);
    case MadeKind::Pointer:
        return p.types.kind(t.base) == TypeKind::Vla ? "a pointer to a variable-length array" : "";
    case MadeKind::Struct:
    case MadeKind::Union: return t.count < p.types.records.size() ? "" : "no record";
    case MadeKind::Enum: return t.count < p.types.enums.size() ? "" : "no enum";
    }
    return "no type";
}

std::string deep_type_problem(const Program& p, TypeId id, uint32_t first_incomplete) {
    const Type& t = p.types[id];
    if (t.kind > TypeKind::Enum && !is_record(t.kind))
        if (std::string inner = deep_type_problem(p, t.base, first_incomplete); !inner.empty()) return inner;
    if (t.kind == TypeKind::Function)
        for (const TypeId param : p.types.params_of(id))
            if (std::string inner = deep_type_problem(p, param, first_incomplete); !inner.empty())
                return inner;
    return type_problem(p, id, first_incomplete);
}

std::string field_problem(const Program& p, uint32_t record, const Field& field) {
    const TypeKind kind = p.types.kind(field.type);
    if (kind == TypeKind::Vla || !is_complete(p, field.type, record))
        return "a member of a type without a size";
    if (is_placed_by_compiler(p, field.type))
        return "a vector of 8 bytes as a member, which gcc and clang align differently on i386";
    if (!field.is_bit_field()) return field.is_named() ? "" : "an unnamed member that is no bit-field";
    if (!is_integral(kind)) return "a bit-field of a type that is no integer";
    const int width = integer_form(integer_kind(p, field.type), p.platform.target).width;
    if (field.bits > width) return fmt::format("a bit-field of {} bits in a type of {}", field.bits, width);
    if (field.bits == 0 && field.is_named()) return "a named bit-field without bits";
    return {};
}

} // namespace assay::program
