#include "cli/command.h"

#include "base/check.h"
#include "base/printable.h"

#include <charconv>
#include <cstdio>
#include <fmt/format.h>
#include <optional>

namespace assay::cli {
namespace {

std::optional<uint64_t> as_number(const std::string& text) {
    uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

} // namespace

std::string Arguments::text(std::string_view name) const {
    const auto found = given.find(name);
    return found == given.end() || found->second.empty() ? std::string() : found->second.front();
}

uint64_t Arguments::number(std::string_view name) const {
    const std::optional<uint64_t> number = as_number(text(name));
    base::check(number.has_value(), "a number option that was not checked");
    return *number;
}

base::Result<void> check_numbers(const Command& command, const Arguments& arguments) {
    for (const Option& option : command.options) {
        if (option.kind != OptionKind::Number) continue;
        for (const std::string& value : arguments.files(option.name)) {
            const std::optional<uint64_t> number = as_number(value);
            if (number && *number >= option.range.least && *number <= option.range.most) continue;
            return base::Error{fmt::format("{}: '{}' is not a number from {} to {}", option.name, value,
                                           option.range.least, option.range.most)};
        }
    }
    return {};
}

const std::vector<std::string>& Arguments::files(std::string_view name) const {
    const auto found = given.find(name);
    base::check(found != given.end(), "files that were not asked for");
    return found->second;
}

base::Result<void> write_out(std::string_view text) { return write_json(base::for_terminal(text)); }

void say(std::string_view text) {
    const std::string shown = base::for_terminal(text);
    std::fwrite(shown.data(), 1, shown.size(), stderr);
}

base::Result<void> write_json(std::string_view text) {
    const bool written =
        std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (written) return {};
    return base::Error{"cannot write to standard output: is it closed, or the disk full?"};
}

} // namespace assay::cli
