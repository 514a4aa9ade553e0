#include "generate/derive/grammar/scanner.h"

namespace assay::generate::derive {

namespace {
bool digit(char c) { return c >= '0' && c <= '9'; }
} // namespace

bool name_character(char c) {
    return digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80) != 0;
}

char Scanner::take() {
    const char c = text_[position_++];
    if (c == '\n') {
        ++place_.line;
        place_.column = 1;
    } else if ((c & 0xC0) != 0x80) {
        ++place_.column;
    }
    return c;
}

bool Scanner::skip_comment() {
    if (looking_at("//")) {
        while (!at_end() && peek() != '\n') take();
        return true;
    }
    if (looking_at("/*")) {
        take();
        take();
        while (!at_end() && !looking_at("*/")) take();
        for (int i = 0; i < 2 && !at_end(); ++i) take();
        return true;
    }
    return false;
}

void Scanner::skip_space() {
    while (!at_end()) {
        const char c = peek();
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f')
            take();
        else if (!skip_comment())
            return;
    }
}

bool Scanner::at_name() const { return name_character(peek()) && !digit(peek()); }

bool Scanner::accept(std::string_view symbol) {
    if (!looking_at(symbol)) return false;
    for (size_t i = 0; i < symbol.size(); ++i) take();
    skip_space();
    return true;
}

bool Scanner::accept_word(std::string_view word) {
    if (!looking_at(word) || name_character(peek(word.size()))) return false;
    return accept(word);
}

std::string Scanner::name() {
    std::string result;
    if (!at_name()) return result;
    while (!at_end() && name_character(peek())) result += take();
    skip_space();
    return result;
}

void Scanner::skip_quoted(char quote) {
    take();
    while (!at_end() && peek() != quote && peek() != '\n') {
        if (peek() == '\\') take();
        if (!at_end()) take();
    }
    if (!at_end()) take();
}

bool Scanner::block(char open, char close, std::string& inside) {
    const size_t start = position_;
    int depth = 0;
    while (!at_end()) {
        const char c = peek();
        if (c == '"' || c == '\'') {
            skip_quoted(c);
            continue;
        }
        if (skip_comment()) continue;
        take();
        if (c == '\\' && !at_end()) take();
        if (c == open) ++depth;
        if (c == close && --depth == 0) {
            inside = std::string(text_.substr(start + 1, position_ - start - 2));
            skip_space();
            return true;
        }
    }
    return false;
}

} // namespace assay::generate::derive
