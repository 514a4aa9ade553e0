// The warden: the process between Assay and the commands of strangers.
#pragma once

#include "sandbox/fd.h"
#include "sandbox/sandbox.h"

namespace assay::sandbox {

// Called in a process that was just forked from Assay: raises the fence, says Hello on `control`, and then
// runs the commands that come, until Assay closes its end or dies.
[[noreturn]] void serve_as_warden(Fd control, const Means& means);

} // namespace assay::sandbox
