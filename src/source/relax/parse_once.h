// Parsing a self-contained program to find its wrappers, quickly: of the headers of the C library, which take
// longer than most programs, a program of Csmith needs a few types and functions, and of its own initial
// values none.
#pragma once

#include "source/parse.h"

namespace assay::source::relax {

// First with a few declarations instead of the headers; if the program needs more, as it is. Places are those
// in `text`, but what stands there is to be read from `text` itself.
base::Result<Parser> parse_once(const std::string& text, const std::vector<std::string>& options);

} // namespace assay::source::relax
