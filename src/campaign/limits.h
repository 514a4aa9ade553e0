// Time and memory limits for compiling and running a test, by the size of the program.
#pragma once

#include "campaign/config.h"
#include "testcase/test_case.h"
#include "toolchain/workbench.h"

namespace assay::campaign {

// `patience` multiplies the usual limits.
toolchain::TestLimits limits_for(const Config& config, const testcase::TestCase& test, double patience = 1);

} // namespace assay::campaign
