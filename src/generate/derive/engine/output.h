// The text of a program as it is derived: tokens in one or more buffers, of which some are inserted into
// others at a slot that was left for them, and layout between the tokens. Lines and spaces are settled at the
// end.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace assay::generate::derive {

class Output {
  public:
    // Spaced: one space between any two tokens, for grammars of which nothing is known.
    explicit Output(bool spaced = false) : buffers_(1), spaced_(spaced) {}

    // Texts must stay where they are until text() is called; keep() is for those that would not.
    void token(std::string_view text) { add({Token::Kind::Text, text, 0}); }
    void name(std::string_view text) { add({Token::Kind::Name, text, 0}); }
    std::string_view keep(std::string text) { return kept_.emplace_back(std::move(text)); }
    void line() { add({Token::Kind::Line, {}, 0}); }
    void indent() { add({Token::Kind::Indent, {}, 0}); }
    void dedent() { add({Token::Kind::Dedent, {}, 0}); }
    void tight() { add({Token::Kind::Tight, {}, 0}); } // no space here if that is possible

    // Leaves room here for a new buffer; returns it.
    int slot();
    // Everything goes to this buffer now; returns the one before.
    int redirect(int buffer);

    std::string text() const;

  private:
    struct Token {
        enum class Kind : uint8_t { Text, Name, Line, Indent, Dedent, Tight, Slot };
        Kind kind;
        std::string_view text;
        int buffer;
    };
    void add(Token token) { buffers_[static_cast<size_t>(current_)].push_back(token); }

    std::vector<std::vector<Token>> buffers_;
    std::deque<std::string> kept_;
    int current_ = 0;
    bool spaced_;

    friend class Printer;
};

} // namespace assay::generate::derive
