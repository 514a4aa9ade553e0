// A list of words as text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::base {

std::string joined(const std::vector<std::string>& words, std::string_view separator);

} // namespace assay::base
