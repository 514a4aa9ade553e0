// The bracketed text under saved programs: forms with the place they stand at, read from text and laid out as
// text. It knows nothing of what the forms mean.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::program {

// What is wrong and where. Thrown while reading and loading; load() turns it into a Result.
struct FormError {
    uint32_t line;
    uint32_t column;
    std::string what;
};

// An atom, or a list of forms. The text of atoms that were read belongs to the text they were read from.
struct Form {
    bool is_list = false;
    uint32_t line = 0;
    uint32_t column = 0;
    std::string_view text; // of an atom
    std::vector<Form> items;

    std::string_view head() const; // the first atom of a list; empty if there is none
    [[noreturn]] void fail(std::string what) const;
    std::string_view atom(std::string_view wanted) const; // its text, or a failure that says what was wanted
};

// Brackets nested deeper than this are refused, as reading and every later walk are recursive.
inline constexpr uint32_t kMaxNesting = 1000;

std::vector<Form> read_forms(std::string_view text);

// Text to be laid out: a list with all its parts, or an atom.
struct Doc {
    std::string text; // of an atom
    std::vector<Doc> items;
    bool is_list = false;
    bool tall = false;  // spread over lines even where it would fit in one
    uint32_t width = 0; // on one line

    static Doc atom(std::string text);
    static Doc list(std::vector<Doc> items);
    static Doc list(std::string head, std::vector<Doc> rest = {});
    void add(Doc item);
};

// One form from the start of a line, and the end of that line.
void lay_out(const Doc& doc, std::string& out);

} // namespace assay::program
