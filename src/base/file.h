// Whole files in and out, with the system's reason when it fails.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::base {

// Larger than any program, configuration or record that is read whole; a file that is larger is a mistake.
inline constexpr std::size_t kLargestFile = std::size_t{256} << 20;

// Regular files of at most `limit` bytes. Pipes and devices are refused: they may never end, or never begin.
Result<std::string> read_file(const std::string& path, std::size_t limit = kLargestFile);
Result<void> write_file(const std::string& path, std::string_view content);

// What a path leads to, without exceptions: where it cannot be asked (no permission, a name that is too long,
// a link to itself), there is nothing.
bool is_there(const std::string& path);
bool is_folder(const std::string& path);
// From the root, without "." and ".."; the path itself if the working folder was deleted.
std::string absolute_path(const std::string& path);

// Regular files in a folder and below it, in order; links to folders are not followed, and folders that may
// not be read are left out. An Error: the folder itself cannot be read.
Result<std::vector<std::string>> files_below(const std::string& folder);

// Does a relative name lead to something below the folder that it is taken from? Not "", "/x", "../x" or
// "a/../../x", and nothing with a NUL or a line break in it. For names that were read and not made here.
bool stays_inside(std::string_view name);

} // namespace assay::base
