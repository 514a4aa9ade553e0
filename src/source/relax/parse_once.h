// Parsing a self-contained program to find its wrappers, quickly: of the headers of the C library, which take
// longer than most programs, a program of Csmith needs a few types and functions.
#pragma once

#include "source/parse.h"

namespace assay::source::relax {

// First with a few declarations instead of the headers; if the program needs more, with the headers.
base::Result<Parser> parse_once(const std::string& text, const std::vector<std::string>& options);

} // namespace assay::source::relax
