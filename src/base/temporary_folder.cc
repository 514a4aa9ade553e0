#include "base/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace assay::base {

Result<TemporaryFolder> TemporaryFolder::make() {
    std::error_code error;
    std::string path = (std::filesystem::temp_directory_path(error) / "assay-XXXXXX").string();
    if (error) return Error{"there is no folder for temporary files: " + error.message()};
    if (::mkdtemp(path.data()) == nullptr)
        return Error{"cannot make a temporary folder " + path + ": " + std::strerror(errno)};
    return TemporaryFolder(std::move(path));
}

TemporaryFolder::~TemporaryFolder() {
    if (path_.empty()) return;
    std::error_code ignored; // there is nobody to tell
    std::filesystem::remove_all(path_, ignored);
}

} // namespace assay::base
