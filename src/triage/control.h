// Control: before a failure counts as confirmed, a program that is known to be right runs under the same
// setup and runner. If it fails, the environment is at fault and not the compiler: a runner that broke after
// it was probed, a missing library, a full disk.
#pragma once

#include "triage/failure.h"

#include <string>

namespace assay::triage {

// Says why the environment is at fault; empty: it is not. An Error means that the sandbox is broken.
base::Result<std::string> environment_fault(sandbox::Sandbox& sandbox, const Failure& failure,
                                            const testcase::TestCase& test);

} // namespace assay::triage
