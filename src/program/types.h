// Types: interned rows of one table, so that two types are the same exactly if their ids are. The basic types
// have fixed ids. Qualifiers are part of a type; those of an array are its element's, as in C.
#pragma once

#include "base/int128.h"
#include "program/ids.h"
#include "program/target.h"

#include <span>
#include <vector>

namespace assay::program {

enum class TypeKind : uint8_t {
    Void,
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LLong,
    ULLong,
    Int128,
    UInt128,
    Float,
    Double, // up to here: ids equal the kind
    Enum,
    Pointer,
    Array,
    Vla,
    Struct,
    Union,
    Vector,
    Function,
};

enum : uint8_t { kConst = 1, kVolatile = 2 };

struct Type {
    TypeKind kind = TypeKind::Void;
    uint8_t quals = 0;
    TypeId base; // pointee, element, result
    uint32_t count =
        0; // Array: elements; Vector: lanes; Struct, Union: record; Enum: enum; Function: parameters
    uint32_t first = 0; // Function: its first parameter in TypeTable::params
    bool operator==(const Type&) const = default;
};

constexpr TypeId basic(TypeKind kind) { return TypeId{static_cast<uint32_t>(kind)}; }

namespace type {
inline constexpr TypeId Void = basic(TypeKind::Void), Bool = basic(TypeKind::Bool),
                        Char = basic(TypeKind::Char), SChar = basic(TypeKind::SChar),
                        UChar = basic(TypeKind::UChar), Short = basic(TypeKind::Short),
                        UShort = basic(TypeKind::UShort), Int = basic(TypeKind::Int),
                        UInt = basic(TypeKind::UInt), Long = basic(TypeKind::Long),
                        ULong = basic(TypeKind::ULong), LLong = basic(TypeKind::LLong),
                        ULLong = basic(TypeKind::ULLong), Int128 = basic(TypeKind::Int128),
                        UInt128 = basic(TypeKind::UInt128), Float = basic(TypeKind::Float),
                        Double = basic(TypeKind::Double);
}

struct Field {
    NameId name; // invalid: unnamed bit-field
    TypeId type;
    int16_t bits = -1; // -1: not a bit-field; 0: zero width
    bool is_bit_field() const { return bits >= 0; }
    bool is_named() const { return name.valid(); }
};

struct Record {
    NameId name;
    bool is_union = false;
    bool packed = false;
    uint8_t align = 0; // 0: natural; else bytes of __attribute__((aligned))
    uint32_t first_field = 0;
    uint32_t field_count = 0;
};

struct Enumerator {
    NameId name;
    int64_t value = 0;
};

struct Enum {
    NameId name;
    uint32_t first = 0;
    uint32_t count = 0;
    int64_t smallest = 0; // of the enumerators
    int64_t largest = 0;
};

class TypeTable {
  public:
    TypeTable();

    const Type& operator[](TypeId id) const { return types_[id.index]; }
    uint32_t size() const { return static_cast<uint32_t>(types_.size()); }

    TypeId pointer_to(TypeId pointee) { return intern({TypeKind::Pointer, 0, pointee, 0, 0}); }
    TypeId array_of(TypeId element, uint32_t count) {
        return intern({TypeKind::Array, 0, element, count, 0});
    }
    TypeId vla_of(TypeId element) { return intern({TypeKind::Vla, 0, element, 0, 0}); }
    TypeId vector_of(TypeId element, uint32_t lanes) {
        return intern({TypeKind::Vector, 0, element, lanes, 0});
    }
    TypeId function(TypeId result, std::span<const TypeId> params);
    TypeId struct_or_union(RecordId record);
    TypeId enumeration(EnumId id) { return intern({TypeKind::Enum, 0, {}, id.index, 0}); }
    TypeId qualified(TypeId type, uint8_t quals); // adds quals
    TypeId unqualified(TypeId type);
    bool same_but_quals(TypeId a, TypeId b) const; // do they differ in their own qualifiers at most?

    std::span<const TypeId> params_of(TypeId function) const;
    TypeKind kind(TypeId id) const { return types_[id.index].kind; }
    uint8_t quals(TypeId id) const; // of an array: its element's

    RecordId add_record(Record record, std::span<const Field> fields);
    EnumId add_enum(NameId name, std::span<const Enumerator> enumerators);
    const Record& record(RecordId id) const { return records[id.index]; }
    const Record& record_of(TypeId struct_or_union) const {
        return records[types_[struct_or_union.index].count];
    }
    std::span<const Field> fields_of(TypeId struct_or_union) const;
    const Enum& enum_of(TypeId type) const { return enums[types_[type.index].count]; }

    std::vector<Record> records;
    std::vector<Field> fields;
    std::vector<Enum> enums;
    std::vector<Enumerator> enumerators;
    std::vector<TypeId> params;

  private:
    TypeId intern(const Type& type);
    std::vector<Type> types_;
};

// Has it a keyword of its own? The others are made by a program.
constexpr bool is_basic(TypeKind k) { return k <= TypeKind::Double; }
// The kinds that are made, for a switch over them alone.
enum class MadeKind : uint8_t {
    Enum = static_cast<uint8_t>(TypeKind::Enum),
    Pointer,
    Array,
    Vla,
    Struct,
    Union,
    Vector,
    Function,
};
static_assert(static_cast<uint8_t>(MadeKind::Function) == static_cast<uint8_t>(TypeKind::Function));
constexpr MadeKind made_kind(TypeKind k) { return static_cast<MadeKind>(k); }

constexpr bool is_integer(TypeKind k) {
    return k >= TypeKind::Bool && k <= TypeKind::UInt128;
} // without enums
constexpr bool is_wide(TypeKind k) { return k == TypeKind::Int128 || k == TypeKind::UInt128; }
constexpr bool is_floating(TypeKind k) { return k == TypeKind::Float || k == TypeKind::Double; }
constexpr bool is_arithmetic(TypeKind k) {
    return (k >= TypeKind::Bool && k <= TypeKind::Double) || k == TypeKind::Enum;
}
constexpr bool is_integral(TypeKind k) { return is_integer(k) || k == TypeKind::Enum; }
constexpr bool is_record(TypeKind k) { return k == TypeKind::Struct || k == TypeKind::Union; }
constexpr bool is_scalar(TypeKind k) { return is_arithmetic(k) || k == TypeKind::Pointer; }
constexpr bool is_array(TypeKind k) { return k == TypeKind::Array || k == TypeKind::Vla; }

// Width in bits and sign of an integer kind (not Enum) on a target.
struct IntegerForm {
    uint8_t width;
    bool is_signed;
};
IntegerForm integer_form(TypeKind kind, const Target& target);
// The bits of a value as IntConst holds them: cut to the width, then extended by the sign.
base::UInt128 canonical(base::UInt128 value, IntegerForm form);

} // namespace assay::program
