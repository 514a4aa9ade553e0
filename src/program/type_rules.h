// Which types, records and enums exist in C and C++ for a program's platform.
#pragma once

#include "program/program.h"

#include <string>

namespace assay::program {

// No object is larger, so that sizes and offsets fit every target.
inline constexpr uint64_t kMaxObjectBytes = 64u << 20;

// At least as many bytes as the type needs on any target; UINT64_MAX stands for "very many".
uint64_t size_bound(const Program& program, TypeId type);

// Can objects have this type? Records with an index of `first_incomplete` or above have no size yet.
bool is_complete(const Program& program, TypeId type, uint32_t first_incomplete = UINT32_MAX);

// Is it const, or any member in it? Objects of such a type cannot be assigned to.
bool holds_const(const Program& program, TypeId type);

// Why the type itself cannot be ("an array without elements"), given that the types it is made of can; empty:
// it can.
std::string type_problem(const Program& program, TypeId type, uint32_t first_incomplete = UINT32_MAX);

// The same with all types it is made of.
std::string deep_type_problem(const Program& program, TypeId type, uint32_t first_incomplete = UINT32_MAX);

// Why a member cannot be in the record; what type_problem says of its type is known already.
std::string field_problem(const Program& program, uint32_t record, const Field& field);

} // namespace assay::program
