#include "toolchain/text.h"

namespace assay::toolchain {

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::vector<std::string> words_of(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\n";
    std::vector<std::string> words;
    for (size_t at = text.find_first_not_of(kBlank); at != std::string_view::npos;) {
        const size_t end = std::min(text.find_first_of(kBlank, at), text.size());
        words.emplace_back(text.substr(at, end - at));
        at = text.find_first_not_of(kBlank, end);
    }
    return words;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\n";
    const size_t first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

std::string_view between(std::string_view text, std::string_view before, std::string_view after) {
    const size_t start = text.find(before);
    if (start == std::string_view::npos) return {};
    text.remove_prefix(start + before.size());
    text = first_line(text);
    return text.substr(0, text.find(after));
}

} // namespace assay::toolchain
