#include "sandbox/census.h"

#include "sandbox/fd.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unordered_map>
#include <unordered_set>

namespace assay::sandbox {
namespace {

bool read_process(int proc, const char* name, Process& process) {
    const Fd file(::openat(proc, (std::string(name) + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.is_open()) return false;
    char text[1024];
    const ssize_t got = ::read(file.get(), text, sizeof text - 1);
    if (got <= 0) return false;
    text[got] = '\0';
    // The name of the program stands in parentheses and may hold anything, parentheses too.
    const char* rest = std::strrchr(text, ')');
    if (rest == nullptr) return false;
    unsigned long user = 0, system = 0, threads = 0;
    unsigned long long begun = 0;
    long children_user = 0, children_system = 0, pages = 0;
    int parent = 0;
    char state = 0;
    if (std::sscanf(rest + 1,
                    " %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld %*d %*d %lu %*d %llu %*u %ld",
                    &state, &parent, &user, &system, &children_user, &children_system, &threads, &begun,
                    &pages) != 9)
        return false;
    const auto tick_us = static_cast<uint64_t>(1'000'000 / ::sysconf(_SC_CLK_TCK));
    process.pid = static_cast<pid_t>(std::atoi(name));
    process.parent = parent;
    process.begun = begun;
    process.runs = state == 'R';
    process.blocked = state == 'D';
    process.threads = threads;
    process.resident = static_cast<uint64_t>(pages) * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
    process.cpu_us = (user + system + static_cast<unsigned long>(children_user + children_system)) * tick_us;
    return true;
}

void count(const Process& process, Census& census) {
    census.processes.push_back(process);
    census.threads += process.threads;
    census.resident += process.resident;
    census.cpu_us += process.cpu_us;
}

bool wants_cpu(const std::vector<Process>& processes) {
    std::unordered_set<pid_t> parents;
    for (const Process& process : processes) parents.insert(process.parent);
    return std::any_of(processes.begin(), processes.end(), [&](const Process& process) {
        return process.runs || (process.blocked && !parents.contains(process.pid));
    });
}

} // namespace

Census take_census(bool own_proc, uint64_t most) {
    Census census;
    char self[32] = {}; // our number in the namespace that /proc shows, which may be another than ours
    if (::readlink("/proc/self", self, sizeof self - 1) <= 0) return census;
    const pid_t me = static_cast<pid_t>(std::atoi(self));
    const std::unique_ptr<DIR, int (*)(DIR*)> proc(::opendir("/proc"), ::closedir);
    if (proc == nullptr) return census;
    std::unordered_multimap<pid_t, Process> by_parent;
    while (const dirent* entry = ::readdir(proc.get())) {
        if (census.processes.size() > most) return census;
        if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
        Process process;
        if (!read_process(::dirfd(proc.get()), entry->d_name, process) || process.pid == me) continue;
        if (own_proc)
            count(process, census);
        else
            by_parent.emplace(process.parent, process);
    }
    std::vector<pid_t> parents{me};
    while (!parents.empty()) {
        const auto [begin, end] = by_parent.equal_range(parents.back());
        parents.pop_back();
        for (auto child = begin; child != end; ++child) {
            count(child->second, census);
            parents.push_back(child->second.pid);
        }
        by_parent.erase(begin, end); // numbers are used again: a circle must not hold us
    }
    census.wants_cpu = wants_cpu(census.processes);
    return census;
}

uint64_t memory_of_files(const Census& census) {
    std::set<std::pair<dev_t, ino_t>> seen;
    uint64_t bytes = 0;
    for (const Process& process : census.processes) {
        const std::string path = "/proc/" + std::to_string(process.pid) + "/fd";
        const std::unique_ptr<DIR, int (*)(DIR*)> files(::opendir(path.c_str()), ::closedir);
        while (const dirent* entry = files != nullptr ? ::readdir(files.get()) : nullptr) {
            constexpr std::string_view kUnnamed = "/memfd:";
            char target[16] = {};
            struct stat status;
            if (::readlinkat(::dirfd(files.get()), entry->d_name, target, sizeof target) > 0 &&
                std::string_view(target, kUnnamed.size()) == kUnnamed &&
                ::fstatat(::dirfd(files.get()), entry->d_name, &status, 0) == 0 &&
                seen.emplace(status.st_dev, status.st_ino).second)
                bytes += static_cast<uint64_t>(status.st_blocks) * 512;
        }
    }
    return bytes;
}

void kill_process(const Process& process) {
    constexpr long kOpenPid = 434, kSendSignal = 424; // the same on all machines
    const Fd handle(static_cast<int>(::syscall(kOpenPid, process.pid, 0)));
    if (!handle.is_open()) {
        if (errno == ENOSYS) ::kill(process.pid, SIGKILL);
        return;
    }
    const Fd proc(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    Process now;
    if (read_process(proc.get(), std::to_string(process.pid).c_str(), now) && now.begun == process.begun)
        ::syscall(kSendSignal, handle.get(), SIGKILL, nullptr, 0);
}

} // namespace assay::sandbox
