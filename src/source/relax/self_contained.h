// A program as one text without headers of its own: macros are expanded, what the program includes is put in,
// and only the headers of the C library are still included. So wrappers inside macros are calls like others,
// and the result compiles by itself.
#pragma once

#include <string>

namespace assay::source::relax {

// From what a compiler prints with -E -dI.
std::string self_contained(const std::string& preprocessed);

} // namespace assay::source::relax
