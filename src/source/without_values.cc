#include "source/without_values.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

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

// What is written between commas and braces.
enum class Item { Number, Null, Address, Other };

Item item_of(Text item) {
    constexpr Text kNull = "(void*)0";
    if (item == kNull) return Item::Null;
    const bool is_address = item.starts_with('&');
    const Text marks = is_address ? "[]." : "()+-~.";
    for (size_t at = is_address ? 1 : 0; at < item.size(); ++at) {
        const char c = item[at];
        const bool begins_name = is_word(c) && std::isdigit(static_cast<unsigned char>(c)) == 0 &&
                                 (at == 0 || !is_word(item[at - 1]));
        if (begins_name && !is_address) return Item::Other;
        if (!is_word(c) && !is_space(c) && marks.find(c) == Text::npos) return Item::Other;
    }
    return is_address ? Item::Address : Item::Number;
}

// A list of numbers alone, or of addresses alone. A variable whose address is taken counts where the order of
// reads and writes is asked for: of those that are the same, one is kept.
struct List {
    size_t end = Text::npos; // the last brace; npos: it is another list
    std::vector<Text> kept;
};

List list_at(Text text, size_t open) {
    constexpr size_t kMany = 100;
    List list;
    bool numbers = false;
    int depth = 0;
    for (size_t at = open; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '{') ++depth;
        if (c == '}' && --depth == 0) {
            if (list.kept.empty() || !numbers) list.end = at;
            return list;
        }
        if (c == '{' || c == '}' || c == ',' || is_space(c)) continue;
        const size_t end = std::min(text.find_first_of("{},;", at), text.size());
        const Text item = text.substr(at, last_before(text, end) + 1 - at);
        const Item kind = item_of(item);
        if (kind == Item::Other || list.kept.size() > kMany) return list;
        if (kind == Item::Number) numbers = true;
        if (kind == Item::Address && std::ranges::find(list.kept, item) == list.kept.end())
            list.kept.push_back(item);
        at = end - 1;
    }
    return list;
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
        const List list = list_at(text, open);
        if (list.end == text.npos || list.end - open < kWorthIt) continue;
        std::replace_if(
            result.begin() + static_cast<std::ptrdiff_t>(open) + 1,
            result.begin() + static_cast<std::ptrdiff_t>(list.end), [](char one) { return one != '\n'; },
            ' ');
        const size_t blank = result.find(' ', open);
        if (list.kept.empty() && blank < list.end) result[blank] = '0';
        for (const Text item : list.kept) {
            const auto begin = static_cast<size_t>(item.data() - text.data());
            result.replace(begin, item.size(), item);
            const size_t after = text.find_first_of(",}", begin + item.size());
            if (after < list.end) result[after] = ',';
        }
        at = list.end;
    }
    return result;
}

} // namespace assay::source
