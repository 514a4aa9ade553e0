#include "source/without_values.h"

#include <algorithm>
#include <cctype>

namespace assay::source {
namespace {

using Text = std::string_view;

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

size_t last_before(Text text, size_t at) {
    while (at > 0 && is_space(text[at - 1])) --at;
    return at == 0 ? text.npos : at - 1;
}

// The declarator before `=` ends in brackets, one of which is empty: the list tells how long the array is.
bool gives_length(Text text, size_t equals) {
    for (size_t at = last_before(text, equals); at != text.npos && text[at] == ']';) {
        const size_t open = text.rfind('[', at);
        if (open == text.npos) return true;
        const Text length = text.substr(open + 1, at - open - 1);
        if (std::ranges::all_of(length, is_space)) return true;
        at = last_before(text, open);
    }
    return false;
}

// Where the list that begins at `open` ends, if it is of numbers alone. A name may be a variable's whose
// address is taken, which counts where the order of reads and writes is asked for.
size_t end_of_numbers(Text text, size_t open) {
    int depth = 0;
    for (size_t at = open; at < text.size(); ++at) {
        const char c = text[at];
        const bool begins_word = is_word(c) && !is_word(text[at - 1]);
        if (begins_word && std::isdigit(static_cast<unsigned char>(c)) == 0) return text.npos;
        if (!is_word(c) && !is_space(c) && Text("{}(),.+-~").find(c) == Text::npos) return text.npos;
        if (c == '{') ++depth;
        if (c == '}' && --depth == 0) return at;
    }
    return text.npos;
}

size_t after_literal(Text text, size_t at) {
    const char quote = text[at];
    for (++at; at < text.size() && text[at] != quote; ++at)
        if (text[at] == '\\') ++at;
    return at;
}

} // namespace

std::string without_values(const std::string& program) {
    constexpr size_t kWorthIt = 16;
    std::string result = program;
    const Text text = program;
    int parentheses = 0;
    for (size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '"' || c == '\'') at = after_literal(text, at);
        if (c == '(') ++parentheses;
        if (c == ')') --parentheses;
        if (c != '=' || parentheses != 0) continue;
        const size_t open = text.find_first_not_of(" \t\r\n", at + 1);
        if (open == text.npos || text[open] != '{' || gives_length(text, at)) continue;
        const size_t end = end_of_numbers(text, open);
        if (end == text.npos || end - open < kWorthIt) continue;
        std::replace_if(
            result.begin() + static_cast<std::ptrdiff_t>(open) + 1,
            result.begin() + static_cast<std::ptrdiff_t>(end), [](char one) { return one != '\n'; }, ' ');
        result[open + 1] = '0';
        at = end;
    }
    return result;
}

} // namespace assay::source
