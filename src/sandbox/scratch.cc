#include "sandbox/scratch.h"

#include "sandbox/folder.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <memory>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <vector>

namespace assay::sandbox {
namespace {

constexpr std::string_view kPrefix = "assay-sandbox-";
constexpr uint64_t kRoom = uint64_t{1} << 30;
constexpr time_t kSettled = 60; // seconds: a younger one may belong to somebody who is about to lock it

Fd plain_folder(int at, const char* name) {
    return Fd(::openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool in_memory(int folder) {
    struct statfs status;
    return ::fstatfs(folder, &status) == 0 && status.f_type == TMPFS_MAGIC;
}

// Programs can be run there, and in memory only if that leaves enough for them.
bool suits(int folder, bool must_be_memory) {
    struct statvfs status;
    if (::fstatvfs(folder, &status) != 0 || (status.f_flag & (ST_NOEXEC | ST_RDONLY)) != 0) return false;
    return !must_be_memory || (in_memory(folder) && available_memory() >= 2 * kRoom &&
                               status.f_bavail * status.f_frsize >= kRoom);
}

// Empties and removes it, unless its maker lives.
void remove_if_free(int parent, const char* name) {
    Fd folder = plain_folder(parent, name);
    if (!folder.is_open() || ::flock(folder.get(), LOCK_EX | LOCK_NB) != 0) return;
    Folder(std::move(folder)).clear();
    ::unlinkat(parent, name, AT_REMOVEDIR);
}

void sweep(int parent) {
    const std::unique_ptr<DIR, int (*)(DIR*)> entries(::fdopendir(plain_folder(parent, ".").release()),
                                                      ::closedir);
    if (entries == nullptr) return;
    std::vector<std::string> stale;
    while (const dirent* entry = ::readdir(entries.get())) {
        struct stat status;
        if (std::string_view(entry->d_name).starts_with(kPrefix) &&
            ::fstatat(parent, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
            status.st_uid == ::geteuid() && std::time(nullptr) - status.st_mtime > kSettled)
            stale.emplace_back(entry->d_name);
    }
    for (const std::string& name : stale) remove_if_free(parent, name.c_str());
}

} // namespace

uint64_t available_memory() {
    const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen("/proc/meminfo", "re"), std::fclose);
    char line[256];
    unsigned long kilobytes = 0;
    while (file != nullptr && std::fgets(line, sizeof line, file.get()) != nullptr) {
        if (std::sscanf(line, "MemAvailable: %lu kB", &kilobytes) == 1) break;
    }
    return uint64_t{kilobytes} << 10;
}

namespace {

// And whether it will do only if it is in memory.
std::vector<std::pair<std::string, bool>> places() {
    std::vector<std::pair<std::string, bool>> all{{"/dev/shm", true}};
    if (const char* chosen = std::getenv("TMPDIR"); chosen != nullptr && chosen[0] == '/')
        all.emplace_back(chosen, false);
    all.emplace_back("/tmp", false);
    all.emplace_back("/var/tmp", false);
    return all;
}

} // namespace

void sweep_scratch() {
    for (const auto& [place, must_be_memory] : places()) {
        const Fd parent(::open(place.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (parent.is_open()) sweep(parent.get());
    }
}

base::Result<Scratch> make_scratch(bool prefer_memory) {
    for (const auto& [place, must_be_memory] : places()) {
        if (must_be_memory && !prefer_memory) continue;
        Fd parent(::open(place.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (!parent.is_open() || !suits(parent.get(), must_be_memory)) continue;
        std::string path = fmt::format("{}/{}XXXXXX", place, kPrefix);
        if (::mkdtemp(path.data()) == nullptr) continue;
        Scratch scratch{path, std::move(parent), Fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
                        false};
        if (!scratch.folder.is_open() || ::flock(scratch.folder.get(), LOCK_EX | LOCK_NB) != 0) {
            ::rmdir(path.c_str()); // there are no more open files to be had, say
            continue;
        }
        scratch.memory = in_memory(scratch.folder.get());
        return scratch;
    }
    return base::Error{
        fmt::format("no folder for temporary files in which programs can run: {}", std::strerror(errno))};
}

void remove_scratch(Scratch& scratch) {
    if (!scratch.folder.is_open()) return;
    const std::string name = scratch.path.substr(scratch.path.rfind('/') + 1);
    Folder(std::move(scratch.folder)).clear();
    ::unlinkat(scratch.parent.get(), name.c_str(), AT_REMOVEDIR);
}

void remove_scratch(const std::string& path) {
    const size_t slash = path.rfind('/');
    if (slash == std::string::npos) return;
    const Fd parent(::open(path.substr(0, slash).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (parent.is_open()) remove_if_free(parent.get(), path.c_str() + slash + 1);
}

} // namespace assay::sandbox
