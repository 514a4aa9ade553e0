// The stored evidence for a bug, for reporting it.
#pragma once

#include "report/case.h"

namespace assay::cli {

base::Result<report::Evidence> evidence_of(store::Store& store, int64_t bug);

} // namespace assay::cli
