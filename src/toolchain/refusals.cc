#include "toolchain/refusals.h"

#include "toolchain/families/failures.h"
#include "toolchain/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace assay::toolchain {
namespace {

// What a driver says after a tool of its own has complained.
constexpr std::array<std::string_view, 4> kAfterwards{"linker command failed", "ld returned",
                                                      "terminated with status", "linker exited"};

// Names and types in quotes are the program's; a comma or a bracket that is missed is the complaint itself.
std::string without_names(const std::string& message) {
    std::string text;
    for (size_t at = 0; at < message.size(); ++at) {
        const char quote = message[at];
        const size_t end = quote == '\'' || quote == '"' ? message.find(quote, at + 1) : message.npos;
        if (end == message.npos) {
            text += quote;
            continue;
        }
        const std::string inside = message.substr(at + 1, end - at - 1);
        const bool named = std::ranges::any_of(inside, [](unsigned char c) { return std::isalnum(c) != 0; });
        text += quote + (named ? "..." : inside) + quote;
        at = end;
    }
    return text;
}

bool only_marks(std::string_view line) {
    return !trimmed(line).empty() && trimmed(line).find_first_not_of('^') == std::string_view::npos;
}

// "file.c:12:3: ", "file.c, line 12: "
std::string_view without_place(std::string_view line) {
    if (const size_t at = line.find(", line "); at != line.npos)
        if (const size_t colon = line.find(": ", at); colon != line.npos) return line.substr(colon + 2);
    size_t end = line.find(": ");
    if (end == line.npos || line.substr(0, end).find(' ') != line.npos) return line;
    return line.substr(end + 2);
}

bool is_afterwards(std::string_view line) {
    return std::ranges::any_of(kAfterwards, [&](std::string_view words) { return has(line, words); });
}

std::string_view complaint_in(const std::vector<std::string_view>& lines) {
    for (const std::string_view line : lines)
        if (has(line, "undefined reference to") || has(line, "undefined symbol"))
            return "undefined reference";
    for (const std::string_view line : lines) {
        if (const size_t at = line.find("error: "); at != line.npos && !is_afterwards(line))
            return line.substr(at + 7);
    }
    for (size_t i = 0; i < lines.size(); ++i) {
        if (trimmed(lines[i]).starts_with("^ ")) return trimmed(lines[i]).substr(2);
        if (only_marks(lines[i]) && i + 1 < lines.size()) return lines[i + 1];
    }
    for (const std::string_view line : lines)
        if (!trimmed(line).empty()) return without_place(line);
    return "";
}

} // namespace

std::string refusal_in(std::string_view text) {
    return without_names(normalised(complaint_in(lines_of(text))));
}

std::string first_error(std::string_view text) {
    using Test = bool (*)(std::string_view);
    constexpr Test kBestFirst[] = {
        [](std::string_view line) { return has(line, "error: ") && !is_afterwards(line); },
        [](std::string_view line) { return has(line, "undefined reference") || has(line, "cannot find"); },
        [](std::string_view line) { return !trimmed(line).empty() && !has(line, "warning: "); },
        [](std::string_view line) { return !trimmed(line).empty(); }};
    for (const Test test : kBestFirst)
        for (const std::string_view line : lines_of(text))
            if (test(line)) return std::string(line);
    return {};
}

} // namespace assay::toolchain
