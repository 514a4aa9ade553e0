// Lists of words: as text, and one behind the other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::base {

template <typename... More>
std::vector<std::string> concat(std::vector<std::string> first, const More&... more) {
    (first.insert(first.end(), more.begin(), more.end()), ...);
    return first;
}

std::string joined(const std::vector<std::string>& words, std::string_view separator);

} // namespace assay::base
