// Small helpers for the texts that compilers write.
#pragma once

#include "base/words.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace assay::toolchain {

std::vector<std::string_view> lines_of(std::string_view text);
std::vector<std::string> words_of(std::string_view text); // between blanks and line ends
std::string_view trimmed(std::string_view text);
std::string_view first_line(std::string_view text);
// The part between the first `before` and the next `after` (or the end of the line); empty: not there.
std::string_view between(std::string_view text, std::string_view before, std::string_view after);
using base::joined;

inline bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

template <typename Text> bool contains(const std::vector<std::string>& all, const Text& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
}

inline void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
    to.insert(to.end(), more.begin(), more.end());
}

} // namespace assay::toolchain
