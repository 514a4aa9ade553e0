// Dialects: how much beyond standard C a program may use. Small compilers know few extensions; programs
// without any are what they can be tested with.
#pragma once

#include "choice/policy.h"

namespace assay::generate::grow {

// No alternative that needs an extension has a weight any more, shuffled or not.
void leave_out_extensions(choice::Policy& policy);

} // namespace assay::generate::grow
