// Splits a text of any language into tokens, as far as languages agree: words, numbers, strings, marks, and
// what is between them. The tokens cover the whole text.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace assay::reduce::text {

enum class TokenKind : uint8_t { Space, Word, Number, String, Comment, Open, Close, Mark };

struct Token {
    TokenKind kind;
    uint32_t from, to;
    uint32_t partner = UINT32_MAX; // of a bracket that has one: the number of the other token
    uint32_t depth = 0;            // brackets around it
    std::string_view in(std::string_view text) const { return text.substr(from, to - from); }
};

// Comments are those of C and its relatives. Brackets that do not match are marks.
std::vector<Token> tokens_of(std::string_view text);

} // namespace assay::reduce::text
