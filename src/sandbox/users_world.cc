#include "sandbox/users_world.h"

#include "sandbox/spawn.h"

#include <filesystem>
#include <unistd.h>

namespace assay::sandbox {
namespace {

Limits only_time(const UsersWorld::Job& job) {
    Limits limits;
    limits.wall = job.limit;
    limits.cpu = std::chrono::hours(24 * 365); // of all its processes together
    limits.memory = 0;
    limits.address_space = false;
    limits.file_size = ~uint64_t{0};
    limits.processes = uint64_t{1} << 20;
    limits.output = job.output;
    return limits;
}

} // namespace

base::Result<testcase::Execution> UsersWorld::run(const Job& job) {
    auto sandbox = sandbox_.get();
    if (!sandbox) return sandbox.error();
    std::vector<std::string> own;
    for (char** entry = ::environ; entry != nullptr && *entry != nullptr; ++entry) own.emplace_back(*entry);
    Command command;
    command.argv = job.argv;
    command.environment = merge_environment(own, job.environment);
    std::error_code failed;
    command.folder = job.folder.empty() ? std::filesystem::current_path(failed).string() : job.folder;
    if (failed) return base::Error{"the current folder is gone: " + failed.message()};
    command.limits = only_time(job);
    auto execution = (*sandbox)->run(command);
    if (execution && execution->ending == testcase::Ending::NotStarted) return base::Error{execution->err};
    return execution;
}

} // namespace assay::sandbox
