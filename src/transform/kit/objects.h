// Objects that steps make and read, as plain numbers: a type, the initial values of all its parts, and the
// path to a part.
#pragma once

#include "program/build.h"
#include "semantics/kernel.h"
#include "transform/step.h"

#include <optional>

namespace assay::transform {

// A type of integers as one number: the kind of an integer, or kRecordCode + the number of a struct or union
// that holds nothing but integers; above it, a byte each, the lengths of up to three dimensions, outermost
// first.
inline constexpr uint32_t kRecordCode = 64;
inline constexpr uint32_t kMostLeaves = 200;
UInt128 type_code(uint32_t base, uint32_t first = 0, uint32_t second = 0, uint32_t third = 0);
// No type: the number stands for none in this program.
TypeId type_of_code(Program& program, UInt128 code);
bool is_type_code(const Program& program, UInt128 code);
bool is_integer_of(const program::Platform& platform, UInt128 kind); // the number of a kind of integer
inline bool is_integer_of(const program::Platform& platform, TypeKind kind) {
    return is_integer_of(platform, static_cast<UInt128>(kind));
}

// A path: a byte for each step, the first one lowest. Members, elements: number + 1. Through a pointer: the
// offset + kHere, so that kHere is *p.
inline constexpr uint32_t kHere = 64, kLongestPath = 15;
constexpr UInt128 longer(UInt128 path, size_t length, uint32_t step) {
    return path | UInt128{step} << (8 * length);
}
size_t path_length(UInt128 path);

// A number inside an object.
struct Leaf {
    TypeId type;   // with qualifiers
    int bits = -1; // of a bit-field
    bool through_pointer = false;
};
std::optional<Leaf> leaf_at(const Program& program, TypeId type, UInt128 path);
NodeId build_path(program::Build& build, VarId var, UInt128 path);

// All numbers of an object of the type, in order; of a union its first member.
struct Part {
    UInt128 path;
    TypeId type;
    int bits;
};
void parts_of(const Program& program, TypeId type, std::vector<Part>& out);
std::optional<Part> pick_part(const Program& program, VarId var, uint64_t word); // nothing: it has none
semantics::IntShape shape_of_part(const Program& program, TypeId type, int bits);
// What part number `part` is initialised with; a word stands for all of an object's values.
UInt128 initial_value(const Program& program, uint64_t word, uint32_t part, TypeId type, int bits);
// One part may have a value of its own instead.
inline constexpr uint32_t kNoPart = UINT32_MAX;
NodeId build_initial(program::Build& build, TypeId type, uint64_t word, uint32_t own = kNoPart,
                     UInt128 own_value = 0);

// The value that a static object is initialised with there, if it is written as a constant.
std::optional<UInt128> written_initially(const Program& program, VarId var, UInt128 path);

// The type that a value read there has in an operation, if compilers agree about it.
TypeId type_in_operation(const Program& program, const Leaf& leaf);

} // namespace assay::transform
