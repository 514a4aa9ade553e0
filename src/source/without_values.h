// Half of the time that it takes to parse a program of Csmith goes into the numbers and addresses that its
// arrays and structs begin with. Nothing that is asked about wrappers depends on them (but on what has its
// address taken), nor whether a program compiles.
#pragma once

#include <string>

namespace assay::source {

// `= {1, {2, -3}}` becomes `= {0       }`, and `= {{&a, &b}, {&a, &b}}` becomes `= { &a, &b,          }`: all
// places stay where they are. Lists of anything else, and those that say how long their array is, stay as
// they are.
std::string without_values(const std::string& program);

} // namespace assay::source
