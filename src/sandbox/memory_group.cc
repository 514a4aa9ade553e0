#include "sandbox/memory_group.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <sstream>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace assay::sandbox {
namespace {

constexpr std::string_view kName = "assay-";

struct Mounted {
    std::string path; // where groups may be made
    bool second_version = false;
};

bool lists_word(const std::string& list, std::string_view word) {
    std::istringstream words(list);
    for (std::string one; std::getline(words, one, ',');)
        if (one == word) return true;
    return false;
}

// The group that the caller is in, by its path below the mount of its kind. Empty: none.
std::string own_group(bool second_version) {
    std::ifstream groups("/proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) {
        const size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string kinds = line.substr(first + 1, second - first - 1);
        if (second_version ? line.starts_with("0::") : lists_word(kinds, "memory"))
            return line.substr(second + 1);
    }
    return {};
}

// Where the groups of memory are mounted: the path, and the group that is at its root.
std::vector<Mounted> places() {
    std::vector<Mounted> all;
    std::ifstream mounts("/proc/self/mountinfo");
    for (std::string line; std::getline(mounts, line);) {
        std::istringstream fields(line);
        std::string skipped, root, mounted, word, type, options;
        fields >> skipped >> skipped >> skipped >> root >> mounted;
        while (fields >> word && word != "-") {
        }
        fields >> type >> skipped >> options;
        const bool second = type == "cgroup2";
        if (!second && (type != "cgroup" || !lists_word(options, "memory"))) continue;
        std::string group = own_group(second);
        if (group.empty()) continue;
        if (root != "/" && group.starts_with(root)) group.erase(0, root.size());
        if (group == "/") group.clear();
        all.push_back({mounted + group, second});
        // With processes in it a group of the second version has no children; beside it there may be some.
        if (second && !group.empty()) all.push_back({mounted + group.substr(0, group.rfind('/')), second});
    }
    return all;
}

// The groups of those that are dead. One with processes cannot be removed.
void sweep_groups(const std::string& folder) {
    const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(folder.c_str()), ::closedir);
    while (const dirent* entry = entries != nullptr ? ::readdir(entries.get()) : nullptr) {
        const std::string_view name = entry->d_name;
        pid_t maker = 0;
        if (!name.starts_with(kName)) continue;
        const auto [end, error] =
            std::from_chars(name.data() + kName.size(), name.data() + name.size(), maker);
        if (error == std::errc() && ::kill(maker, 0) != 0 && errno == ESRCH)
            ::rmdir((folder + "/" + entry->d_name).c_str());
    }
}

bool write_text(int fd, std::string_view text) {
    return fd >= 0 && ::pwrite(fd, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
}

bool write_to(const std::string& path, std::string_view text) {
    return write_text(Fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC)).get(), text);
}

} // namespace

bool MemoryGroup::open(const std::string& path, bool second_version) {
    const std::string limit = path + (second_version ? "/memory.max" : "/memory.limit_in_bytes"),
                      events = path + (second_version ? "/memory.events" : "/memory.oom_control");
    limit_ = Fd(::open(limit.c_str(), O_WRONLY | O_CLOEXEC));
    events_ = Fd(::open(events.c_str(), O_RDONLY | O_CLOEXEC));
    if (limit_.is_open() && events_.is_open() && write_to(path + "/cgroup.procs", "0")) return true;
    limit_.close();
    events_.close();
    return false;
}

MemoryGroup MemoryGroup::enter() {
    for (const Mounted& place : places()) {
        sweep_groups(place.path);
        MemoryGroup group;
        group.path_ = fmt::format("{}/{}{}", place.path, kName, ::getpid());
        if (::mkdir(group.path_.c_str(), 0755) != 0) continue;
        if (place.second_version && ::access((group.path_ + "/memory.max").c_str(), F_OK) != 0)
            write_to(place.path + "/cgroup.subtree_control", "+memory");
        if (group.open(group.path_, place.second_version)) {
            write_to(group.path_ + "/memory.swap.max", "0"); // where there is such a thing
            return group;
        }
        ::rmdir(group.path_.c_str());
    }
    return {};
}

// A little more than the limit that the watch sees to: it tells better what happened, and files that were
// left from before count too.
void MemoryGroup::limit(uint64_t bytes) {
    constexpr uint64_t kMost = uint64_t{1} << 50, kOurs = uint64_t{64} << 20;
    const uint64_t most = bytes == 0 || bytes > kMost ? kMost : bytes + bytes / 4 + kOurs;
    write_text(limit_.get(), std::to_string(most));
}

uint64_t MemoryGroup::kills() const {
    char text[512] = {};
    if (!events_.is_open() || ::pread(events_.get(), text, sizeof text - 1, 0) <= 0) return 0;
    constexpr std::string_view kKey = "oom_kill ";
    const std::string_view all = text;
    const size_t at = all.find(kKey);
    uint64_t count = 0;
    if (at != std::string_view::npos)
        std::from_chars(all.data() + at + kKey.size(), all.data() + all.size(), count);
    return count;
}

void remove_memory_group(const std::string& path) {
    if (!path.empty()) ::rmdir(path.c_str());
}

} // namespace assay::sandbox
