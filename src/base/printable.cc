#include "base/printable.h"

#include <algorithm>

namespace assay::base {
namespace {

// The length of the character that begins here; 0: it is not UTF-8.
std::size_t character_at(std::string_view text) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xc0) != 0x80) return 0;
    // Too long for what they say, halves of pairs, and what is above the last character.
    const unsigned second = byte(1);
    const bool wrong = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                       (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
    return wrong ? 0 : length;
}

// C0 and DEL; C1, which terminals also obey, in UTF-8.
bool is_control(std::string_view character) {
    const auto first = static_cast<unsigned char>(character[0]);
    if (character.size() == 1) return (first < 0x20 && first != '\n' && first != '\t') || first == 0x7f;
    return first == 0xc2 && static_cast<unsigned char>(character[1]) < 0xa0;
}

void escape(std::string& into, std::string_view bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        into += "\\x";
        into += kDigits[byte >> 4];
        into += kDigits[byte & 15];
    }
}

template <typename MustGo> std::string escaped(std::string_view bytes, MustGo must_go) {
    std::string text;
    text.reserve(bytes.size());
    while (!bytes.empty()) {
        const std::size_t length = character_at(bytes);
        const std::string_view now = bytes.substr(0, std::max<std::size_t>(length, 1));
        if (bytes.starts_with("\r\n"))
            text += now; // a line of files from elsewhere
        else if (length == 0 || must_go(now))
            escape(text, now);
        else
            text += now;
        bytes.remove_prefix(now.size());
    }
    return text;
}

} // namespace

std::string as_utf8(std::string_view bytes) {
    return escaped(bytes, [](std::string_view) { return false; });
}

bool is_utf8(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::size_t length = character_at(bytes);
        if (length == 0) return false;
        bytes.remove_prefix(length);
    }
    return true;
}

std::string for_terminal(std::string_view bytes) { return escaped(bytes, is_control); }

} // namespace assay::base
