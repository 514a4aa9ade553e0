#include "sandbox/mounts.h"

#include "base/path.h"
#include "sandbox/namespaces.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <sched.h>
#include <string_view>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>

namespace assay::sandbox {
namespace {

// The C library's header has these only since 2.36; the numbers are the same on all machines.
constexpr long kOpenTree = 428, kMoveMount = 429, kMountSetattr = 442;
constexpr unsigned kClone = 1, kCloseOnExec = O_CLOEXEC, kRecursive = 0x8000, kFromFd = 4;
constexpr uint64_t kReadOnly = 1, kNoDevices = 4;

struct MountAttributes {
    uint64_t set = 0, clear = 0, propagation = 0, user_namespace = 0;
};

constexpr const char* kDevices[] = {"null", "zero", "full", "random", "urandom"};
constexpr const char* kFolder = "assay-sandbox";
constexpr size_t kMostVisible = 512;
constexpr const char* kMostNumbers = "1300"; // of processes and threads; the first 300 are used only once

// A copy of what is mounted at a place, to be put elsewhere.
Fd copy_mount(int at, const char* path) {
    constexpr unsigned kFlags = kClone | kCloseOnExec | kRecursive;
    return Fd(static_cast<int>(::syscall(kOpenTree, at, path, kFlags)));
}

bool put_mount(const Fd& mount, const std::string& path, int at = AT_FDCWD) {
    return mount.is_open() && ::syscall(kMoveMount, mount.get(), "", at, path.c_str(), kFromFd) == 0;
}

bool restrict_mount(const char* path, uint64_t what, unsigned flags) {
    const MountAttributes attributes{what, 0, 0, 0};
    return ::syscall(kMountSetattr, AT_FDCWD, path, flags, &attributes, sizeof attributes) == 0;
}

bool make_file(const std::string& path) {
    return Fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644)).is_open();
}

void write_setting(const char* path, std::string_view value) {
    const Fd file(::open(path, O_WRONLY | O_CLOEXEC));
    if (file.is_open()) [[maybe_unused]]
        const ssize_t ignored = ::write(file.get(), value.data(), value.size());
}

// Without the machine's processes.
bool mount_proc() {
    if (::mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) != 0) return false;
    // The kernel's own brake for fork bombs. Older kernels have one setting for the whole machine.
    if (kernel_is_at_least(6, 14)) write_setting("/proc/sys/kernel/pid_max", kMostNumbers);
    return restrict_mount("/proc", kReadOnly, 0);
}

bool mount_devices(const std::vector<Fd>& devices) {
    if (::mount("tmpfs", "/dev", "tmpfs", MS_NOSUID | MS_NOEXEC, "mode=755,size=64k") != 0) return false;
    size_t next = 0;
    for (const char* name : kDevices) {
        const std::string path = std::string("/dev/") + name;
        if (!make_file(path) || !put_mount(devices[next++], path)) return false;
    }
    const bool linked =
        ::symlink("/proc/self/fd", "/dev/fd") == 0 && ::symlink("/proc/self/fd/0", "/dev/stdin") == 0 &&
        ::symlink("/proc/self/fd/1", "/dev/stdout") == 0 &&
        ::symlink("/proc/self/fd/2", "/dev/stderr") == 0 && ::symlink("/tmp", "/dev/shm") == 0;
    return linked && restrict_mount("/dev", kReadOnly, 0);
}

// What was in /tmp and could hold a compiler, PATH's first.
std::vector<std::string> entries_of(int folder) {
    std::vector<std::string> names;
    Fd copy(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!copy.is_open()) return names;
    const std::unique_ptr<DIR, int (*)(DIR*)> entries(::fdopendir(copy.release()), ::closedir);
    while (const dirent* entry = entries != nullptr ? ::readdir(entries.get()) : nullptr) {
        const std::string_view name = entry->d_name;
        // Java writes to a folder of a fixed name; an old one must not be in its way.
        if (name != "." && name != ".." && !name.starts_with(kFolder) && !name.starts_with("hsperfdata_"))
            names.emplace_back(name);
    }
    const std::string searched = base::search_path() + ":";
    std::stable_partition(names.begin(), names.end(), [&](const std::string& name) {
        return searched.find("/tmp/" + name + "/") != std::string::npos ||
               searched.find("/tmp/" + name + ":") != std::string::npos;
    });
    if (names.size() > kMostVisible) names.resize(kMostVisible);
    return names;
}

// One entry of the old /tmp into the new one, read-only as its mount is by now. Folders and programs: other
// files would only stand in the way of names that commands want to use.
bool keep_visible(int old, const std::string& name) {
    struct stat status;
    if (::fstatat(old, name.c_str(), &status, 0) != 0) return false;
    const std::string path = "/tmp/" + name;
    const bool tool = S_ISREG(status.st_mode) && (status.st_mode & S_IXUSR) != 0;
    if (S_ISDIR(status.st_mode) ? ::mkdir(path.c_str(), 0755) != 0 : !tool || !make_file(path)) return false;
    if (put_mount(copy_mount(old, name.c_str()), path)) return true;
    ::unlink(path.c_str());
    ::rmdir(path.c_str());
    return false;
}

// Before anything covers them: a root may be below /tmp.
void open_roots(const std::vector<std::string>& paths, View& view) {
    for (const std::string& path : paths) {
        Fd root(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        if (root.is_open())
            view.roots.emplace(path, std::move(root));
        else
            view.lacking.emplace(path, std::strerror(errno));
    }
}

// They get this view's /tmp, /dev and /proc. A link in their place must not lead out of them.
void furnish_roots(View& view) {
    for (auto at = view.roots.begin(); at != view.roots.end();) {
        std::string reason;
        for (const char* name : {"tmp", "dev", "proc"}) {
            struct stat status;
            if (::fstatat(at->second.get(), name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
                !S_ISDIR(status.st_mode))
                reason = fmt::format("it has no folder /{}", name);
            else if (!put_mount(copy_mount(AT_FDCWD, (std::string("/") + name).c_str()), name,
                                at->second.get()))
                reason = fmt::format("/{}: {}", name, std::strerror(errno));
            if (!reason.empty()) break;
        }
        if (reason.empty()) {
            ++at;
            continue;
        }
        view.lacking.emplace(at->first, reason);
        at = view.roots.erase(at);
    }
}

bool mount_temporary(const Fd& old, const Fd& folder, uint64_t room, View& view) {
    const std::string options = fmt::format("mode=1777,size={},nr_inodes=200000", room);
    if (::mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, options.c_str()) != 0) return false;
    view.folder_path = std::string("/tmp/") + kFolder;
    view.kept.emplace_back(kFolder);
    if (::mkdir(view.folder_path.c_str(), 0755) != 0) return false;
    // A mount, also where it comes from the same memory: so no command can move or remove it.
    const Fd same = folder.is_open() ? Fd() : copy_mount(AT_FDCWD, view.folder_path.c_str());
    if (!put_mount(folder.is_open() ? folder : same, view.folder_path)) return false;
    furnish_roots(view); // none of them needs the entries below
    for (const std::string& name : entries_of(old.get())) {
        if (keep_visible(old.get(), name)) view.kept.push_back(name);
    }
    constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
    view.temporary = Fd(::open("/tmp", kFlags));
    view.folder = Fd(::open(view.folder_path.c_str(), kFlags));
    return view.temporary.is_open() && view.folder.is_open();
}

} // namespace

View make_view(const std::string& folder_source, uint64_t room, bool own_pids,
               const std::vector<std::string>& roots) {
    View view;
    const auto failed = [&](const char* what) {
        view.failure = fmt::format("{}: {}", what, std::strerror(errno));
        return std::move(view);
    };
    if (::unshare(CLONE_NEWNS) != 0) return failed("no mount namespace");
    if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return failed("no private mounts");
    open_roots(roots, view);
    const Fd old(::open("/tmp", O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!old.is_open()) return failed("no /tmp");
    std::vector<Fd> devices;
    for (const char* name : kDevices) {
        devices.push_back(copy_mount(AT_FDCWD, (std::string("/dev/") + name).c_str()));
        if (!devices.back().is_open()) return failed("no device of our own");
    }
    const Fd folder = folder_source.empty() ? Fd() : copy_mount(AT_FDCWD, folder_source.c_str());
    if (!folder_source.empty() && !folder.is_open()) return failed("no folder of our own");
    if (!restrict_mount("/", kReadOnly | kNoDevices, kRecursive)) return failed("no read-only view");
    view.own_proc = own_pids && mount_proc();
    if (!mount_devices(devices)) return failed("no /dev of our own");
    if (!mount_temporary(old, folder, room, view)) return failed("no /tmp of our own");
    if (::chdir("/") != 0) return failed("no root");
    return view;
}

} // namespace assay::sandbox
