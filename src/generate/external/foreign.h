// Generators of others are foreign commands like compilers: they run in a sandbox.
#pragma once

#include "sandbox/on_demand.h"

namespace assay::generate::external {

struct Foreign {
    std::vector<std::string> argv;
    std::vector<std::string> environment = {}; // NAME=VALUE, added to the sandbox's small one
    std::chrono::milliseconds limit;
};

// In the sandbox's folder, which should be empty. Fails if it could not be started; whether it succeeded is
// up to the caller to see.
base::Result<testcase::Execution> run_foreign(sandbox::Sandbox& sandbox, const Foreign& what);

} // namespace assay::generate::external
