// The checker: a program that passes it is sound as a data structure, and its text compiles in the program's
// standard, for its target. Everything that changes programs can be tried against it.
#pragma once

#include "base/result.h"
#include "program/program.h"

namespace assay::program {

// The error says where: "function 'f': Assign (node 17): the target is no writable lvalue".
base::Result<void> check_program(const Program& program);

} // namespace assay::program
