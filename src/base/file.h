// Whole files in and out, with the system's reason when it fails.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace assay::base {

// Larger than any program, configuration or record that is read whole; a file that is larger is a mistake.
inline constexpr std::size_t kLargestFile = std::size_t{256} << 20;

// Regular files of at most `limit` bytes. Pipes and devices are refused: they may never end, or never begin.
Result<std::string> read_file(const std::string& path, std::size_t limit = kLargestFile);
Result<void> write_file(const std::string& path, std::string_view content);

// Does a relative name lead to something below the folder that it is taken from? Not "", "/x", "../x" or
// "a/../../x", and nothing with a NUL or a line break in it. For names that were read and not made here.
bool stays_inside(std::string_view name);

} // namespace assay::base
