// Programs closer to the edge: some array indexes are replaced by variables that nobody has shown to be in
// bounds, and what comes out is kept for wrong results only if the sanitizers and valgrind are silent.
#pragma once

#include "base/result.h"
#include "choice/choices.h"
#include "sandbox/sandbox.h"
#include "source/laboratory.h"

#include <string>

namespace assay::source::relax {

// The program, self-contained, with few of its indexes changed. The variables are such that no order of
// computing an expression can matter, which no sanitizer would see.
base::Result<std::string> with_loose_indexes(sandbox::Sandbox& sandbox, const Subject& subject,
                                             choice::Choices& choices);

// Runs a self-contained program under UBSan and ASan, MSan, and valgrind. Empty: all are silent and it prints
// what is expected; otherwise who spoke, or what is missing.
base::Result<std::string> alarm_of(sandbox::Sandbox& sandbox, const std::string& text,
                                   const Behaviour& expected);

std::vector<const choice::Site*> loose_sites();

} // namespace assay::source::relax
