// A set of Unicode code points, as the lexer rules of a grammar name them: [a-z\u00e9], ~["\\], \p{Lu}.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::generate::derive {

class CharSet {
  public:
    struct Range {
        char32_t first;
        char32_t last;
        bool operator==(const Range&) const = default;
    };

    void add(char32_t first, char32_t last);
    void add(const CharSet& other);
    CharSet negated() const; // within 0 .. 10FFFF

    bool contains(char32_t point) const;
    // Those that a text can hold: surrogates are code points but no characters.
    CharSet characters() const;
    CharSet within(char32_t first, char32_t last) const;

    bool empty() const { return ranges_.empty(); }
    uint64_t count() const;
    char32_t at(uint64_t index) const; // in the order of code points
    bool operator==(const CharSet&) const = default;

  private:
    std::vector<Range> ranges_; // in order, apart from each other
};

// \p{name}: a selection of its characters that is enough to make texts of, not all of Unicode. Empty: no such
// property is known.
std::optional<CharSet> property_named(std::string_view name);

void append_utf8(std::string& text, char32_t point);
std::u32string from_utf8(std::string_view text);

} // namespace assay::generate::derive
