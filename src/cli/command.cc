#include "cli/command.h"

#include "base/check.h"

#include <charconv>
#include <cstdio>

namespace assay::cli {

std::string Arguments::text(std::string_view name) const {
    const auto found = given.find(name);
    return found == given.end() || found->second.empty() ? std::string() : found->second.front();
}

uint64_t Arguments::number(std::string_view name) const {
    const std::string value = text(name);
    uint64_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    base::check(error == std::errc() && end == value.data() + value.size(),
                "a number option that is no number");
    return number;
}

const std::vector<std::string>& Arguments::files(std::string_view name) const {
    const auto found = given.find(name);
    base::check(found != given.end(), "files that were not asked for");
    return found->second;
}

base::Result<void> write_out(std::string_view text) {
    const bool written =
        std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (written) return {};
    return base::Error{"cannot write to standard output: is it closed, or the disk full?"};
}

} // namespace assay::cli
