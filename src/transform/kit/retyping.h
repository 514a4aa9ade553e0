// Other types for variables, members, functions and constants, in the whole program at once, so that pointers
// and what they point to still fit.
#pragma once

#include "transform/view.h"

#include <functional>

namespace assay::transform {

// Maps the types that are no arrays, pointers or functions, with their qualifiers; what is made of them
// follows. False: nothing is another type than before. Types of expressions are not yet derived anew.
bool map_types(Program& program, const std::function<TypeId(Program&, TypeId)>& leaf);

// A variable gets another type. References by name follow.
void set_type(Program& program, VarId var, TypeId type);

bool is_part(const Program& program, VarId var); // a global or parameter that is in its table, or any local
bool is_held(const View& view, VarId var);       // of locals only those that are declared somewhere

} // namespace assay::transform
