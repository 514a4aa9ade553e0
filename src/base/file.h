// Whole files in and out, with the system's reason when it fails.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

namespace assay::base {

Result<std::string> read_file(const std::string& path);
Result<void> write_file(const std::string& path, std::string_view content);

} // namespace assay::base
