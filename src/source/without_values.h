// Half of the time that it takes to parse a program of Csmith goes into the numbers that its arrays and
// structs begin with. Nothing that is asked about wrappers depends on them, nor whether a program compiles.
#pragma once

#include <string>

namespace assay::source {

// `= {1, {2, -3}}` becomes `= {0       }`: all places stay where they are. Lists of anything but numbers, and
// those that say how long their array is, stay as they are.
std::string without_values(const std::string& program);

} // namespace assay::source
