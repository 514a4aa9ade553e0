// The words of marks and of a grammar's tables: names, numbers, 'texts' and single symbols, each with its
// place.
#pragma once

#include "generate/derive/grammar/grammar.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::generate::derive {

struct Word {
    enum class Kind { Name, Number, Text, Symbol, End };
    Kind kind = Kind::End;
    std::string text;
    int32_t number = 0;
    Place place;
};

base::Result<std::vector<Word>> split_words(const Grammar& grammar, std::string_view text, Place start);

// A cursor over words that keeps the first error.
class WordReader {
  public:
    WordReader(const Grammar& grammar, std::vector<Word> words)
        : grammar_(grammar), words_(std::move(words)) {}

    const Word& peek() const { return words_[position_]; }
    const Word& next() { return words_[at_end() ? position_ : position_++]; }
    bool at_end() const { return peek().kind == Word::Kind::End; }
    bool accept(std::string_view word); // a name or symbol
    bool expect(std::string_view word);
    std::string name(const char* what);
    int32_t number();

    bool failed() const { return !error_.message.empty(); }
    bool fail(const std::string& what);
    const base::Error& error() const { return error_; }

  private:
    const Grammar& grammar_;
    std::vector<Word> words_;
    size_t position_ = 0;
    base::Error error_;
};

} // namespace assay::generate::derive
