#include "base/file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace assay::base {
namespace {

class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return number_; }

  private:
    int number_;
};

Error failure(const std::string& path, const char* what) {
    return Error{path + ": cannot " + what + ": " + std::strerror(errno)};
}

const char* kind_of(mode_t mode) {
    if (S_ISFIFO(mode)) return "pipe";
    return S_ISSOCK(mode) ? "socket" : "device";
}

std::string size_in_words(std::size_t bytes) {
    constexpr std::size_t kMega = 1 << 20;
    return bytes % kMega == 0 ? std::to_string(bytes / kMega) + " MB" : std::to_string(bytes) + " bytes";
}

} // namespace

Result<std::string> read_file(const std::string& path, std::size_t limit) {
    // Without O_NONBLOCK a pipe that nobody writes to would be waited for here, before it can be refused.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct stat status {};
    if (file.number() < 0 || ::fstat(file.number(), &status) != 0) return failure(path, "read");
    if (S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        return failure(path, "read");
    }
    if (!S_ISREG(status.st_mode))
        return Error{path + ": cannot read: it is a " + kind_of(status.st_mode) + ", not a regular file"};
    std::string content;
    std::array<char, 65536> buffer;
    // The size is no guide: it is 0 for files of /proc, and others may still grow.
    while (true) {
        const ssize_t got = ::read(file.number(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return failure(path, "read");
        if (got == 0) return content;
        if (content.size() + static_cast<std::size_t>(got) > limit)
            return Error{path + ": cannot read: it is larger than " + size_in_words(limit)};
        content.append(buffer.data(), static_cast<std::size_t>(got));
    }
}

Result<void> write_file(const std::string& path, std::string_view content) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) return failure(path, "write");
    while (!content.empty()) {
        const ssize_t written = ::write(file, content.data(), content.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) break;
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    const int why = errno;
    // A full disk may show only here.
    if (::close(file) == 0 && content.empty()) return {};
    if (!content.empty()) errno = why;
    return failure(path, "write");
}

bool is_there(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0;
}

bool is_folder(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

std::string absolute_path(const std::string& path) {
    std::error_code failed;
    const std::filesystem::path whole = std::filesystem::absolute(path, failed);
    return failed ? path : whole.lexically_normal().string();
}

Result<std::vector<std::string>> files_below(const std::string& folder) {
    namespace fs = std::filesystem;
    std::vector<std::string> files;
    std::error_code failed, ignored;
    fs::directory_iterator readable(folder, failed);
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, failed);
    // A step that fails ends the walk; what was seen until then counts.
    for (; !failed && at != fs::recursive_directory_iterator(); at.increment(ignored))
        if (at->is_regular_file(ignored)) files.push_back(at->path().string());
    if (failed) return Error{folder + ": cannot read: " + failed.message()};
    std::sort(files.begin(), files.end());
    return files;
}

bool stays_inside(std::string_view name) {
    if (name.empty() || name.front() == '/') return false;
    if (name.find_first_of(std::string_view("\0\n\r", 3)) != name.npos) return false;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('/', begin), name.size());
        if (name.substr(begin, end - begin) == "..") return false;
        begin = end + 1;
    }
    return true;
}

} // namespace assay::base
