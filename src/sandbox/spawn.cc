#include "sandbox/spawn.h"

#include "base/path.h"
#include "sandbox/restrict.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sched.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

namespace assay::sandbox {
namespace {

struct Child {
    const Start* what;
    const char* program;
    char* const* argv;
    char* const* environment;
    rlim_t cpu_seconds;
    int reason = 0;
};

// The soft limit is the hard one, unless there is `grace` between them.
bool limit(__rlimit_resource_t what, rlim_t value, rlim_t grace = 0) {
    rlimit current;
    if (::getrlimit(what, &current) != 0) return false;
    const rlim_t hard = std::min(value + grace, current.rlim_max);
    const rlimit wanted{std::min(value, hard), hard};
    return ::setrlimit(what, &wanted) == 0;
}

bool set_limits(const Limits& limits, rlim_t cpu_seconds) {
    return limit(RLIMIT_CORE, 0) && limit(RLIMIT_MSGQUEUE, 0) && limit(RLIMIT_FSIZE, limits.file_size) &&
           limit(RLIMIT_CPU, cpu_seconds, 1) &&
           (!limits.address_space || limits.memory == 0 || limit(RLIMIT_AS, limits.memory));
}

// Not the folder that is open: from there ".." would lead out of the root.
bool enter_root(const Start& what) {
    return ::fchdir(what.root) == 0 && ::chroot(".") == 0 && ::chdir(what.folder_in_root) == 0;
}

// Runs in the warden's memory while the warden waits: nothing but plain system calls, and no return.
int become(void* argument) {
    Child& child = *static_cast<Child*>(argument);
    const Start& what = *child.what;
    const Command& command = *what.command;
    sigset_t none;
    sigemptyset(&none);
    ::setsid();
    if (what.dies_with_parent) ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (what.nice != 0) ::setpriority(PRIO_PROCESS, 0, what.nice);
    const bool enters = what.root >= 0;
    if (::dup2(what.input, 0) == 0 && ::dup2(what.output, 1) == 1 && ::dup2(what.errors, 2) == 2 &&
        (enters ? enter_root(what) : ::fchdir(what.folder) == 0) &&
        (command.folder.empty() || ::chdir(command.folder.c_str()) == 0) &&
        set_limits(command.limits, child.cpu_seconds) &&
        (what.tasks == 0 || limit(RLIMIT_NPROC, what.tasks)) &&
        (what.landlock < 0 || live_under_landlock(what.landlock)) &&
        ::sigprocmask(SIG_SETMASK, &none, nullptr) == 0)
        ::execve(child.program, child.argv, child.environment);
    child.reason = errno;
    ::_exit(127);
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
    std::vector<char*> all;
    all.reserve(texts.size() + 1);
    for (const std::string& text : texts) all.push_back(const_cast<char*>(text.c_str()));
    all.push_back(nullptr);
    return all;
}

std::string_view value_of(const std::vector<std::string>& environment, std::string_view name) {
    for (const std::string& entry : environment) {
        if (entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=')
            return std::string_view(entry).substr(name.size() + 1);
    }
    return {};
}

// In another root a link leads somewhere else than here, so it is not followed.
bool is_there(const std::string& path, int root) {
    struct stat status;
    return root < 0 ? ::access(path.c_str(), X_OK) == 0
                    : ::fstatat(root, path.c_str() + 1, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

// The program's path; empty: not on PATH.
std::string program_in(const std::string& name, const std::vector<std::string>& environment, int root) {
    if (name.find('/') != std::string::npos) return name;
    for (const std::string& folder : base::folders_of(value_of(environment, "PATH")))
        if (std::string full = folder + "/" + name; is_there(full, root)) return full;
    return {};
}

} // namespace

char* ChildStack::top() const {
    const auto end = reinterpret_cast<uintptr_t>(bytes_.get() + kSize);
    return bytes_.get() + kSize - end % 64;
}

Started start(const Start& what, const ChildStack& stack) {
    const std::string program = program_in(what.command->argv.front(), *what.environment, what.root);
    if (program.empty()) return {-1, ENOENT};
    const std::vector<char*> argv = pointers(what.command->argv);
    const std::vector<char*> environment = pointers(*what.environment);
    // The watcher sees to the limit, for the whole family of processes. This one is the kernel's, for a
    // process alone, in case the watcher comes too late. The kernel counts ticks for it, which on a busy
    // virtual machine are more than the time that was used.
    const auto seconds = static_cast<rlim_t>(2 * what.command->limits.cpu.count() / 1000 + 2);
    Child child{&what, program.c_str(), argv.data(), environment.data(), seconds};
    const int pid = ::clone(become, stack.top(), CLONE_VM | CLONE_VFORK | SIGCHLD, &child);
    if (pid < 0) return {-1, errno};
    if (child.reason != 0) {
        ::waitpid(pid, nullptr, 0);
        return {-1, child.reason};
    }
    return {pid, 0};
}

std::vector<std::string> merge_environment(const std::vector<std::string>& small,
                                           const std::vector<std::string>& added) {
    std::vector<std::string> all = added;
    for (const std::string& entry : small) {
        const std::string_view name = std::string_view(entry).substr(0, entry.find('=') + 1);
        const bool replaced = std::any_of(added.begin(), added.end(),
                                          [&](const std::string& other) { return other.starts_with(name); });
        if (!replaced) all.push_back(entry);
    }
    return all;
}

} // namespace assay::sandbox
