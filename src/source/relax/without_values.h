// Half of the time that it takes to parse a program of Csmith goes into the values that its arrays and
// structs begin with, and nothing that is asked about wrappers depends on them.
#pragma once

#include <string>

namespace assay::source::relax {

// `= {1, {2, &g_3}}` becomes `= {0          }`: all places stay where they are. Lists with calls, casts or
// texts, and those that say how long their array is, stay as well.
std::string without_values(const std::string& program);

} // namespace assay::source::relax
