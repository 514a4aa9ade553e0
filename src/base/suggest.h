// Help for a name that nobody knows: the closest known name, or the list of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::base {

// Insertions, deletions, replacements and swaps of neighbours that turn one text into the other.
std::size_t edit_distance(std::string_view from, std::string_view to);

// "did you mean 'loop'?" when a known name is near, else "known are: assign, if, loop".
std::string suggest(std::string_view unknown, std::vector<std::string_view> known);

} // namespace assay::base
