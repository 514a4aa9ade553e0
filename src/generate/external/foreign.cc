#include "generate/external/foreign.h"

namespace assay::generate::external {

base::Result<testcase::Execution> run_foreign(sandbox::Sandbox& sandbox, const Foreign& what) {
    sandbox::Command command;
    command.argv = what.argv;
    command.environment = what.environment;
    command.limits.cpu = command.limits.wall = what.limit;
    command.limits.address_space = false; // virtual machines reserve far more than they use
    command.limits.output = uint64_t{16} << 20;
    auto execution = sandbox.run(command);
    if (execution && execution->ending == testcase::Ending::NotStarted) return base::Error{execution->err};
    return execution;
}

} // namespace assay::generate::external
