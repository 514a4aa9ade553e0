// How long a compiler and a program may take, by the size of the program.
#pragma once

#include "testcase/test_case.h"
#include "toolchain/workbench.h"

namespace assay::campaign {

toolchain::TestLimits limits_for(const testcase::TestCase& test);

} // namespace assay::campaign
