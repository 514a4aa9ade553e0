#include "base/suggest.h"

#include <algorithm>

namespace assay::base {

std::size_t edit_distance(std::string_view from, std::string_view to) {
    std::size_t width = to.size() + 1;
    std::vector<std::size_t> cost((from.size() + 1) * width);
    for (std::size_t i = 0; i <= from.size(); ++i) {
        for (std::size_t j = 0; j <= to.size(); ++j) {
            std::size_t& here = cost[i * width + j];
            if (i == 0 || j == 0) {
                here = i + j;
                continue;
            }
            std::size_t replaced = cost[(i - 1) * width + j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
            here = std::min({replaced, cost[(i - 1) * width + j] + 1, cost[i * width + j - 1] + 1});
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
                here = std::min(here, cost[(i - 2) * width + j - 2] + 1);
        }
    }
    return cost.back();
}

std::string suggest(std::string_view unknown, std::vector<std::string_view> known) {
    constexpr std::size_t kListed = 12;
    if (known.empty()) return "none is known here";
    std::sort(known.begin(), known.end());
    auto nearest = std::min_element(known.begin(), known.end(), [&](std::string_view a, std::string_view b) {
        return edit_distance(unknown, a) < edit_distance(unknown, b);
    });
    // A third of the letters wrong is still a slip of the fingers; more is another word.
    if (edit_distance(unknown, *nearest) * 3 <= std::max<std::size_t>(unknown.size(), 3))
        return "did you mean '" + std::string(*nearest) + "'?";
    std::string text = "known are: ";
    for (std::size_t i = 0; i < std::min(known.size(), kListed); ++i) {
        if (i > 0) text += ", ";
        text += known[i];
    }
    if (known.size() > kListed) text += " and " + std::to_string(known.size() - kListed) + " more";
    return text;
}

} // namespace assay::base
