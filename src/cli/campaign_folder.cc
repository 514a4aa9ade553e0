#include "cli/campaign_folder.h"

#include <charconv>
#include <fmt/format.h>

namespace assay::cli {

base::Result<int64_t> bug_id(const std::string& text) {
    const std::string_view digits = std::string_view(text).substr(text.starts_with('#') ? 1 : 0);
    int64_t id = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), id);
    if (error != std::errc() || end != digits.data() + digits.size())
        return base::Error{fmt::format("'{}' is no bug: give its number, as in `assay bugs`", text)};
    return id;
}

} // namespace assay::cli
