#include "base/file.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

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
    File file(std::fopen(path.c_str(), "wb"));
    if (!file) return failure(path, "write");
    bool written = std::fwrite(content.data(), 1, content.size(), file.get()) == content.size();
    // A full disk may show only when the buffer is flushed.
    if (std::fclose(file.release()) != 0 || !written) return failure(path, "write");
    return {};
}

} // namespace assay::base
