#include "base/file.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <unistd.h>

namespace assay::base {
namespace {

struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

Error failure(const std::string& path, const char* what) {
    return Error{path + ": cannot " + what + ": " + std::strerror(errno)};
}

} // namespace

Result<std::string> read_file(const std::string& path) {
    File file(std::fopen(path.c_str(), "rb"));
    if (!file) return failure(path, "read");
    std::string content;
    std::array<char, 65536> buffer;
    while (std::size_t got = std::fread(buffer.data(), 1, buffer.size(), file.get()))
        content.append(buffer.data(), got);
    if (std::ferror(file.get())) return failure(path, "read"); // a folder opens, and fails here
    return content;
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

} // namespace assay::base
