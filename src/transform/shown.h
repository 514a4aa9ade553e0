// What `preserves` keeps of a meaning.
#pragma once

#include "semantics/meaning.h"

#include <string>

namespace assay::transform {

// Why the two runs do not show the same (the checksum, the final values, the values at each Observe in
// order); empty: they do. Runs that are not defined show nothing. Which node observes is not compared: a step
// may move it.
std::string difference_shown(const semantics::Meaning& before, const semantics::Meaning& after);

// What `extends` keeps of a program: why not everything that it showed is still shown in this order; empty:
// it is.
std::string missing_in(const program::Program& before, const program::Program& after, uint64_t budget);

} // namespace assay::transform
