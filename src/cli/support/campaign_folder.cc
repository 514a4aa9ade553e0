#include "cli/support/campaign_folder.h"

#include "cli/command.h"

#include <charconv>
#include <fmt/format.h>

namespace assay::cli {

base::Result<int64_t> bug_id(const std::string& text) {
    const std::string_view digits = std::string_view(text).substr(text.starts_with('#') ? 1 : 0);
    int64_t id = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), id);
    if (error != std::errc() || end != digits.data() + digits.size())
        return base::Error{fmt::format("'{}' is not the number of a bug: see `assay bugs`", text)};
    return id;
}

base::Result<int64_t> bug_meant(store::Store& store, const std::string& text) {
    auto number = bug_id(text);
    if (!number) return number.error();
    auto bug = store.current(*number);
    if (bug && *bug != *number) say(fmt::format("bug {} was merged into {}\n", *number, *bug));
    return bug;
}

} // namespace assay::cli
