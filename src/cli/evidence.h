// What the store has about a bug, for those who put it before others.
#pragma once

#include "report/case.h"

namespace assay::cli {

base::Result<report::Evidence> evidence_of(store::Store& store, int64_t bug);

} // namespace assay::cli
