#include "base/toml_text.h"

#include "base/nesting.h"

#include <algorithm>
#include <string>

namespace assay::base {
namespace {

// The place behind the string that begins at `at`.
size_t behind_string(std::string_view text, size_t at) {
    const char quote = text[at];
    const std::string three(3, quote);
    const bool is_long = text.substr(at).starts_with(three);
    for (size_t i = at + (is_long ? 3 : 1); i < text.size(); ++i) {
        if (text[i] == '\\' && quote == '"')
            ++i;
        else if (is_long ? text.substr(i).starts_with(three) : text[i] == quote || text[i] == '\n')
            return i + (is_long ? 3 : 1);
    }
    return text.size();
}

// Outside of strings and comments TOML is ASCII.
bool has_foreign_letter(std::string_view text) {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    for (size_t i = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0; i < text.size();) {
        if (static_cast<unsigned char>(text[i]) >= 0x80) return true;
        if (text[i] == '#')
            i = std::min(text.find('\n', i), text.size());
        else if (text[i] == '"' || text[i] == '\'')
            i = behind_string(text, i);
        else
            ++i;
    }
    return false;
}

} // namespace

std::string_view unreadable_toml(std::string_view text) {
    for (const char c : text)
        if ((static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' && c != '\r') || c == 0x7f)
            return "a control character";
    if (has_foreign_letter(text)) return "a letter outside of ASCII that is not in quotes";
    return has_longer_path(text, kLongestTomlPath) ? "nested too deep" : "";
}

} // namespace assay::base
