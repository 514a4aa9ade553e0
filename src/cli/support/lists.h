// Parses lists on the command line.
#pragma once

#include <string>
#include <vector>

namespace assay::cli {

// "a,b,c"; empty items do not count.
std::vector<std::string> items(const std::string& text, char separator = ',');

} // namespace assay::cli
