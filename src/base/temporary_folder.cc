#include "base/temporary_folder.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assay::base {

namespace fs = std::filesystem;

namespace {

// A name that nobody gives to a folder of their own, because sweep() removes what is called so.
constexpr std::string_view kStem = "assay-temporary-", kPattern = "XXXXXX";

// A lock on it that nobody else has, or -1.
int hold(const std::string& path) {
    const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0 || ::flock(folder, LOCK_EX | LOCK_NB) == 0) return folder;
    ::close(folder);
    return -1;
}

bool is_own_and_old(int folder, std::chrono::seconds least_age) {
    struct stat about {};
    if (::fstat(folder, &about) != 0 || about.st_uid != ::geteuid()) return false;
    // The clock of files may be ahead of ours: Linux since 6.13 gives them finer times than time() tells.
    const std::chrono::seconds age(std::max<std::time_t>(0, ::time(nullptr) - about.st_mtime));
    return age >= least_age;
}

bool is_named_like_ours(const std::string& name) {
    return name.starts_with(kStem) && name.size() == kStem.size() + kPattern.size();
}

} // namespace

Result<TemporaryFolder> TemporaryFolder::make() {
    std::error_code error;
    std::string path =
        (fs::temp_directory_path(error) / (std::string(kStem) + std::string(kPattern))).string();
    if (error) return Error{"there is no folder for temporary files: " + error.message()};
    if (::mkdtemp(path.data()) == nullptr)
        return Error{"cannot make a temporary folder " + path + ": " + std::strerror(errno)};
    // Somebody who sweeps may hold it for a moment. Without a lock it would be swept while it is used.
    const int held = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (held < 0 || ::flock(held, LOCK_EX) != 0) {
        const Error why{"cannot use a temporary folder " + path + ": " + std::strerror(errno)};
        if (held >= 0) ::close(held);
        ::rmdir(path.c_str());
        return why;
    }
    return TemporaryFolder(std::move(path), held);
}

void TemporaryFolder::sweep(std::chrono::seconds least_age) {
    std::error_code ignored;
    fs::directory_iterator at(fs::temp_directory_path(ignored), ignored);
    for (; at != fs::directory_iterator(); at.increment(ignored)) {
        if (!is_named_like_ours(at->path().filename().string())) continue;
        const int held = hold(at->path().string());
        if (held < 0) continue;
        std::error_code kept;
        if (is_own_and_old(held, least_age)) fs::remove_all(at->path(), kept);
        ::close(held);
    }
}

TemporaryFolder::~TemporaryFolder() {
    if (path_.empty()) return;
    std::error_code ignored; // there is nobody to tell
    fs::remove_all(path_, ignored);
    if (held_ >= 0) ::close(held_);
}

} // namespace assay::base
