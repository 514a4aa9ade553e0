#include "cli/support/test_folder.h"

#include "base/file.h"

#include <filesystem>
#include <fmt/format.h>

namespace assay::cli {

namespace fs = std::filesystem;

base::Result<void> make_folder(const std::string& path) {
    std::error_code failed;
    fs::create_directories(path, failed);
    if (!failed) return {};
    return base::Error{fmt::format("cannot make the folder {}: {}", path, failed.message())};
}

base::Result<void> write_test(const testcase::TestCase& test, const std::string& folder) {
    if (auto made = make_folder(folder); !made) return made;
    for (const testcase::File& file : test.files) {
        const fs::path path = fs::path(folder) / file.name;
        if (auto made = make_folder(path.parent_path().string()); !made) return made;
        if (auto written = base::write_file(path.string(), file.text); !written) return written;
    }
    return base::write_file(folder + "/test.json", testcase::to_json(test));
}

} // namespace assay::cli
