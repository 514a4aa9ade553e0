// A program as one text without headers of its own: macros are expanded, what the program includes is put in,
// and only the headers of the C library are still included. So wrappers inside macros are calls like others,
// and the result compiles by itself.
#pragma once

#include <string>

namespace assay::source::relax {

// From what a compiler prints with -E -dI.
std::string self_contained(const std::string& preprocessed);

// Csmith's headers define some seventy wrappers, of which a program calls a few. Each that is left costs
// every compiler time.
std::string without_unused_wrappers(const std::string& program);

} // namespace assay::source::relax
