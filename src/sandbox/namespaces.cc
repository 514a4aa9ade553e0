#include "sandbox/namespaces.h"

#include "sandbox/fd.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/utsname.h>

namespace assay::sandbox {
namespace {

bool may_administer() {
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct now[2] = {};
    return ::syscall(SYS_capget, &header, now) == 0 && (now[0].effective >> CAP_SYS_ADMIN & 1) != 0;
}

bool write_text(const char* path, const std::string& text) {
    const Fd file(::open(path, O_WRONLY | O_CLOEXEC));
    return file.is_open() &&
           ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

} // namespace

Spaces enter_namespaces(bool privileged) {
    Spaces spaces;
    spaces.user = !privileged || !may_administer();
    const uid_t user = ::geteuid();
    const gid_t group = ::getegid();
    const int by_way_of = spaces.user ? CLONE_NEWUSER : 0;
    constexpr int kProcesses = CLONE_NEWPID | CLONE_NEWIPC;
    // A call that fails changes nothing, so a smaller wish may follow.
    spaces.network = ::unshare(by_way_of | kProcesses | CLONE_NEWNET) == 0;
    spaces.processes = spaces.network || ::unshare(by_way_of | kProcesses) == 0;
    if (!spaces.network)
        spaces.missing = fmt::format("no {} namespaces: {}", spaces.processes ? "network" : "PID and network",
                                     std::strerror(errno));
    if (!spaces.processes) {
        spaces.user = false;
        return spaces;
    }
    if (spaces.user && (!write_text("/proc/self/setgroups", "deny") ||
                        !write_text("/proc/self/uid_map", fmt::format("{0} {0} 1", user)) ||
                        !write_text("/proc/self/gid_map", fmt::format("{0} {0} 1", group)))) {
        spaces.missing = fmt::format("no user namespace: {}", std::strerror(errno));
        spaces.broken = true;
    }
    return spaces;
}

bool kernel_is_at_least(int major, int minor) {
    utsname name;
    int have_major = 0, have_minor = 0;
    return ::uname(&name) == 0 && std::sscanf(name.release, "%d.%d", &have_major, &have_minor) == 2 &&
           std::pair(have_major, have_minor) >= std::pair(major, minor);
}

} // namespace assay::sandbox
