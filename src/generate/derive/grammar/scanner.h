// The characters of a grammar file, with line and column: white space and comments are skipped, code of other
// languages is taken as a whole with its braces and strings respected.
#pragma once

#include "generate/derive/grammar/grammar.h"

#include <string>
#include <string_view>

namespace assay::generate::derive {

class Scanner {
  public:
    Scanner(std::string_view text, Place start) : text_(text), place_(start) {}

    Place place() const { return place_; }
    bool at_end() const { return position_ >= text_.size(); }
    char peek(size_t ahead = 0) const {
        return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
    }
    char take();
    void skip_space(); // and comments
    bool looking_at(std::string_view word) const { return text_.substr(position_, word.size()) == word; }
    bool at_name() const;

    // Each skips the space after what it took.
    bool accept(std::string_view symbol);
    bool accept_word(std::string_view word); // a whole name
    std::string name();                      // empty: there is none here

    // The text between the bracket here and its partner, both excluded. False: the partner is missing.
    bool block(char open, char close, std::string& inside);

  private:
    void skip_quoted(char quote);
    bool skip_comment();

    std::string_view text_;
    size_t position_ = 0;
    Place place_;
};

bool name_character(char c);

} // namespace assay::generate::derive
