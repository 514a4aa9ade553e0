#include "reduce/text/tokens.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace assay::reduce::text {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }
bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

class Cutter {
  public:
    explicit Cutter(std::string_view text) : text_(text) {}

    std::vector<Token> run() {
        while (at_ < text_.size()) next();
        match();
        return std::move(tokens_);
    }

  private:
    bool starts(std::string_view what) const { return text_.substr(at_, what.size()) == what; }

    size_t end_while(bool (*belongs)(char)) const {
        size_t end = at_;
        while (end < text_.size() && belongs(text_[end])) ++end;
        return end;
    }

    void add(TokenKind kind, size_t end) {
        tokens_.push_back({kind, static_cast<uint32_t>(at_), static_cast<uint32_t>(end)});
        at_ = end;
    }

    void next() {
        const char c = text_[at_];
        if (is_space(c)) return add(TokenKind::Space, end_while(is_space));
        if (std::isdigit(static_cast<unsigned char>(c)) != 0)
            return add(TokenKind::Number, end_while(is_word));
        if (is_word(c)) return add(TokenKind::Word, end_while(is_word));
        if (starts("//")) return add(TokenKind::Comment, std::min(text_.find('\n', at_), text_.size()));
        if (starts("/*")) {
            const size_t end = text_.find("*/", at_ + 2);
            return add(TokenKind::Comment, end == text_.npos ? text_.size() : end + 2);
        }
        if (c == '"' || c == '\'') {
            const size_t end = end_of_string(c);
            return add(end == at_ + 1 ? TokenKind::Mark : TokenKind::String, end);
        }
        if (std::string_view("([{").find(c) != std::string_view::npos) return add(TokenKind::Open, at_ + 1);
        if (std::string_view(")]}").find(c) != std::string_view::npos) return add(TokenKind::Close, at_ + 1);
        add(TokenKind::Mark, at_ + mark_size());
    }

    // A string ends with its line at the latest: an apostrophe may be part of a text.
    size_t end_of_string(char quote) const {
        for (size_t i = at_ + 1; i < text_.size() && text_[i] != '\n'; ++i) {
            if (text_[i] == '\\')
                ++i;
            else if (text_[i] == quote)
                return i + 1;
        }
        return at_ + 1;
    }

    size_t mark_size() const {
        static constexpr std::array<std::string_view, 23> kMarks{
            "<<=", ">>=", "...", "->", "::", "<<", ">>", "<=", ">=", "==", "!=", "&&",
            "||",  "++",  "--",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
        for (const std::string_view mark : kMarks)
            if (starts(mark)) return mark.size();
        return 1;
    }

    void match() {
        std::vector<uint32_t> open;
        for (uint32_t i = 0; i < tokens_.size(); ++i) {
            Token& token = tokens_[i];
            if (token.kind == TokenKind::Close && !open.empty() && pairs(tokens_[open.back()], token)) {
                token.partner = open.back();
                tokens_[open.back()].partner = i;
                open.pop_back();
            }
            token.depth = static_cast<uint32_t>(open.size());
            if (token.kind == TokenKind::Open) open.push_back(i);
        }
        for (Token& token : tokens_)
            if ((token.kind == TokenKind::Open || token.kind == TokenKind::Close) &&
                token.partner == UINT32_MAX)
                token.kind = TokenKind::Mark;
    }

    bool pairs(const Token& open, const Token& close) const {
        const char a = text_[open.from], b = text_[close.from];
        return (a == '(' && b == ')') || (a == '[' && b == ']') || (a == '{' && b == '}');
    }

    const std::string_view text_;
    size_t at_ = 0;
    std::vector<Token> tokens_;
};

} // namespace

std::vector<Token> tokens_of(std::string_view text) { return Cutter(text).run(); }

} // namespace assay::reduce::text
