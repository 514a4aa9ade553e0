// Words in a sentence: "a, b and c".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::base {

std::string listed(const std::vector<std::string>& words, std::string_view before_last = "and");

} // namespace assay::base
