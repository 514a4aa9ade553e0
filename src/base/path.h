// PATH: where programs are looked for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::base {

inline constexpr std::string_view kUsualPath = "/usr/local/bin:/usr/bin:/bin";

// The value of PATH, or the usual one if it is not set.
std::string search_path();
// The folders that a value of PATH names, in order; empty ones, which stand for the current folder, left out.
std::vector<std::string> folders_of(std::string_view path);

// The full path of a program on PATH, or the name itself if it is a path; empty: there is no such program.
std::string find_program(const std::string& name);

} // namespace assay::base
