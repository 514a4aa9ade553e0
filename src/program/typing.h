// The typing rules of C and C++ as the model follows them: what type an expression has, given its children's.
// Implicit conversions are not nodes: an operator converts its operands as the language says.
#pragma once

#include "program/program.h"

#include <string>

namespace assay::program {

// The type that a derived node must have, or why there is none. For a Given node it checks the children.
base::Result<TypeId> derive_type(Program& program, const Node& node);

// Derives the types of all nodes anew for a platform (bottom up); fails on the first that does not type.
base::Result<void> retype(Program& program, const Platform& platform);

// An lvalue may stand left of = (if not const) and under &.
bool is_lvalue(const Program& program, NodeId expr);
bool is_bit_field(const Program& program, NodeId expr); // a Member that names one
const Field& field_of(const Program& program, const Node& member);

// The type of the value that an expression of type `type` yields: no qualifiers, arrays and functions as
// pointers.
TypeId decayed(Program& program, TypeId type);
TypeId value_type(Program& program, NodeId expr);

// Integer promotion of an expression's value; knows enums and bit-fields.
TypeId promoted(const Program& program, NodeId expr);
TypeId promoted_type(const Program& program, TypeId type);
TypeId common_type(const Program& program, TypeId a,
                   TypeId b); // usual arithmetic conversions, of promoted types
TypeId operand_type(const Program& program, const Node& binary); // what a comparison converts its operands to

TypeKind underlying_kind(const Program& program,
                         TypeId enumeration); // UInt, Int, ULong or Long, as gcc and clang choose
TypeKind integer_kind(const Program& program,
                      TypeId integral); // the kind itself, or an enum's underlying one
TypeId size_type(const Platform& platform);
TypeId difference_type(const Platform& platform);

// Can a value of type `from` be assigned to `to` without a cast, in C and C++ alike?
bool assignable(Program& program, TypeId to, NodeId value);
bool initialises(Program& program, TypeId wanted, NodeId value); // and as an initialiser, which may be a list
bool is_null_constant(const Program& program, NodeId expr);

// How gcc and clang differ on bit-fields wider than int (gcc C computes in the field's own width): such a
// value, and that of an assignment to any bit-field, may only be converted at once. False if `expr` is such a
// value.
bool has_settled_type(const Program& program, NodeId expr);

} // namespace assay::program
