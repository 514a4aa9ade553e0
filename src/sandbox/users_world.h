// Commands of the user's own (a script that judges, the build of a project), which run where the user would
// run them: same environment, files, network and rights. They get the care of a warden all the same: nothing
// of them outlives the command or Assay, signals are as in a new session, and time is limited.
#pragma once

#include "sandbox/on_demand.h"

namespace assay::sandbox {

class UsersWorld {
  public:
    struct Job {
        std::vector<std::string> argv;
        std::string folder = {};                   // full path; empty: the current one
        std::vector<std::string> environment = {}; // NAME=VALUE, besides Assay's own and stronger
        std::chrono::milliseconds limit = std::chrono::seconds(60);
        uint64_t output = uint64_t{16} << 20; // that is kept of each stream
    };

    // Used by one thread at a time. Fails if the command could not be started.
    base::Result<testcase::Execution> run(const Job& job);

  private:
    OnDemand sandbox_{unfenced()};
};

} // namespace assay::sandbox
