// The stored evidence for a bug, for reporting it.
#pragma once

#include "report/case.h"

namespace assay::report {

base::Result<Evidence> evidence_of(store::Store& store, int64_t bug);

} // namespace assay::report
