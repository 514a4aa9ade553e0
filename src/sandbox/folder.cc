#include "sandbox/folder.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <sys/stat.h>
#include <vector>

namespace assay::sandbox {
namespace {

using base::Error;
using base::Result;

constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

Error failure(const char* what, const std::string& name, int reason) {
    return Error{fmt::format("cannot {} {} in the sandbox: {}", what, name, std::strerror(reason))};
}

// a/b/c -> {a, b, c}. Empty: the name leads nowhere or outside.
std::vector<std::string> components(const std::string& name) {
    std::vector<std::string> parts;
    if (name.empty() || name.front() == '/' || name.find('\0') != std::string::npos) return {};
    for (size_t begin = 0; begin <= name.size();) {
        const size_t end = std::min(name.find('/', begin), name.size());
        std::string part = name.substr(begin, end - begin);
        if (part == "..") return {};
        if (!part.empty() && part != ".") parts.push_back(std::move(part));
        begin = end + 1;
    }
    return parts;
}

// A stranger's folder may forbid its owner to look into it or to move it.
void permit(int at, const char* name) {
    struct stat status;
    // fchmodat follows links
    if (::fstatat(at, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode))
        ::fchmodat(at, name, 0700, 0);
}

Fd open_folder(int at, const char* name) {
    Fd fd(::openat(at, name, kFolderFlags));
    if (fd.is_open() || errno != EACCES) return fd;
    permit(at, name);
    return Fd(::openat(at, name, kFolderFlags));
}

struct Place {
    Fd folder; // that holds the last component
    std::string name;
    int at(int top) const { return folder.is_open() ? folder.get() : top; }
};

// The folder of the last component, without following links. Sets errno if there is none.
bool find_place(int top, const std::string& path, bool make, Place& place) {
    std::vector<std::string> parts = components(path);
    if (parts.empty()) {
        errno = EINVAL;
        return false;
    }
    place.name = parts.back();
    parts.pop_back();
    for (const std::string& part : parts) {
        const int here = place.at(top);
        Fd next = open_folder(here, part.c_str());
        if (!next.is_open() && make) {
            // A link or a file in the way of a folder that is wanted goes.
            if (errno == ENOTDIR || errno == ELOOP) ::unlinkat(here, part.c_str(), 0);
            if (::mkdirat(here, part.c_str(), 0755) == 0 || errno == EEXIST)
                next = open_folder(here, part.c_str());
        }
        if (!next.is_open()) return false;
        place.folder = std::move(next);
    }
    return true;
}

template <typename Visit> void for_each_entry(int folder, Visit visit) {
    Fd copy(::openat(folder, ".", kFolderFlags)); // with an offset of its own
    if (!copy.is_open()) return;
    const std::unique_ptr<DIR, int (*)(DIR*)> entries(::fdopendir(copy.get()), ::closedir);
    if (entries == nullptr) return;
    copy.release();
    while (const dirent* entry = ::readdir(entries.get())) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..") visit(entry->d_name);
    }
}

bool gone(int at, const char* name) {
    return ::unlinkat(at, name, 0) == 0 || errno == ENOENT || ::unlinkat(at, name, AT_REMOVEDIR) == 0 ||
           errno == ENOENT;
}

// Removes all in `top`/`name`, without recursion, because strangers may nest folders deeper than a stack or
// the open files go: folders inside that are not empty are moved up into `top` and come to their turn there.
void remove_tree(int top, const std::string& name) {
    std::vector<std::string> waiting{name};
    size_t moved = 0;
    while (!waiting.empty()) {
        const std::string current = std::move(waiting.back());
        waiting.pop_back();
        if (gone(top, current.c_str())) continue;
        const Fd folder = open_folder(top, current.c_str());
        if (!folder.is_open()) continue;
        ::fchmod(folder.get(), 0700);
        for_each_entry(folder.get(), [&](const char* entry) {
            if (gone(folder.get(), entry)) return;
            permit(folder.get(), entry);
            std::string lifted;
            do lifted = fmt::format(".assay-removed-{}", moved++);
            while (::faccessat(top, lifted.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0);
            if (::renameat(folder.get(), entry, top, lifted.c_str()) == 0)
                waiting.push_back(std::move(lifted));
        });
        ::unlinkat(top, current.c_str(), AT_REMOVEDIR);
    }
}

Result<void> write_all(int fd, const std::string& name, std::string_view text) {
    while (!text.empty()) {
        const ssize_t put = ::write(fd, text.data(), text.size());
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return failure("write", name, errno);
        text.remove_prefix(static_cast<size_t>(put));
    }
    return {};
}

} // namespace

Result<void> Folder::write(const std::string& name, std::string_view text) const {
    Place place;
    if (!find_place(fd_.get(), name, true, place)) return failure("write", name, errno);
    const int at = place.at(fd_.get());
    constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    Fd file(::openat(at, place.name.c_str(), kFlags, 0644));
    if (!file.is_open() && errno == EEXIST) {
        remove_tree(at, place.name);
        file = Fd(::openat(at, place.name.c_str(), kFlags, 0644));
    }
    if (!file.is_open()) return failure("write", name, errno);
    return write_all(file.get(), name, text);
}

Result<std::string> Folder::read(const std::string& name, size_t limit) const {
    Place place;
    if (!find_place(fd_.get(), name, false, place)) return failure("read", name, errno);
    // Not blocking: it could be a pipe that nobody writes to.
    constexpr int kFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    const Fd file(::openat(place.at(fd_.get()), place.name.c_str(), kFlags));
    struct stat status;
    if (!file.is_open() || ::fstat(file.get(), &status) != 0) return failure("read", name, errno);
    if (!S_ISREG(status.st_mode)) return failure("read", name, S_ISDIR(status.st_mode) ? EISDIR : EINVAL);
    if (static_cast<uint64_t>(status.st_size) > limit) return failure("read", name, EFBIG);
    std::string text(static_cast<size_t>(status.st_size), '\0');
    size_t have = 0;
    while (have < text.size()) {
        const ssize_t got = ::read(file.get(), text.data() + have, text.size() - have);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return failure("read", name, errno);
        if (got == 0) break;
        have += static_cast<size_t>(got);
    }
    text.resize(have);
    return text;
}

bool Folder::exists(const std::string& name) const {
    Place place;
    return find_place(fd_.get(), name, false, place) &&
           ::faccessat(place.at(fd_.get()), place.name.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

Result<std::vector<std::string>> Folder::files() const {
    constexpr size_t kMostFiles = 10'000, kLongestName = 4'000;
    std::vector<std::string> found, folders{""};
    size_t seen = 0;
    while (!folders.empty()) {
        const std::string here = std::move(folders.back());
        folders.pop_back();
        Place place;
        // The place of any name in it is the folder.
        const bool known = here.empty() || find_place(fd_.get(), here + "/any", false, place);
        if (!known) return failure("read", here, errno);
        const int at = place.at(fd_.get());
        bool too_deep = false;
        for_each_entry(at, [&](const char* entry) {
            struct stat status;
            if (++seen > kMostFiles || ::fstatat(at, entry, &status, AT_SYMLINK_NOFOLLOW) != 0) return;
            std::string name = here.empty() ? entry : here + "/" + entry;
            too_deep |= name.size() > kLongestName;
            if (S_ISDIR(status.st_mode))
                folders.push_back(std::move(name));
            else if (S_ISREG(status.st_mode))
                found.push_back(std::move(name));
        });
        if (too_deep || seen > kMostFiles) return Error{"too many files, or folders nested too deep"};
    }
    std::sort(found.begin(), found.end());
    return found;
}

void Folder::remove(const std::string& name) const {
    Place place;
    if (find_place(fd_.get(), name, false, place)) remove_tree(place.at(fd_.get()), place.name);
}

void Folder::clear(const std::vector<std::string>& kept) const {
    std::vector<std::string> names;
    for_each_entry(fd_.get(), [&](const char* name) { names.emplace_back(name); });
    for (const std::string& name : names) {
        if (std::find(kept.begin(), kept.end(), name) == kept.end()) remove_tree(fd_.get(), name);
    }
}

} // namespace assay::sandbox
