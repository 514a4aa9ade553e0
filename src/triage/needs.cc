#include "triage/needs.h"

#include "base/json_text.h"
#include "reduce/text/tokens.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace assay::triage {
namespace {

using reduce::text::Token;
using reduce::text::TokenKind;
using Names = std::set<std::string>;

const std::set<std::string_view> kStrongWords{
    "char",   "short",        "float",    "double",     "_Bool",    "bool",        "__int128", "union",
    "switch", "goto",         "volatile", "setjmp",     "longjmp",  "_Complex",    "_BitInt",  "try",
    "catch",  "throw",        "virtual",  "lambda",     "yield",    "memcpy",      "memset",   "memmove",
    "memcmp", "synchronized", "restrict", "instanceof", "__vector", "vector_size", "asm"};
const std::set<std::string_view> kWeakWords{"long",   "unsigned", "signed", "for",      "while",      "do",
                                            "struct", "enum",     "break",  "continue", "static_cast"};
// What tests and assignments of every harness have.
const std::set<std::string_view> kPlainMarks{"=", ";", ",", ".", "!=", "->", "...", "#", ":", "@", "\\"};

class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text), tokens_(reduce::text::tokens_of(text)) {
        std::erase_if(tokens_, [](const Token& token) {
            return token.kind == TokenKind::Space || token.kind == TokenKind::Comment;
        });
    }

    void read(Needs& needs) {
        for (at_ = 0; at_ < tokens_.size(); ++at_) {
            const Token& token = tokens_[at_];
            if (token.kind == TokenKind::Word) word(needs);
            if (token.kind == TokenKind::Mark) mark(needs);
            if (token.kind == TokenKind::Open && word_at(at_) == "[") needs.weak.insert("array");
        }
    }

  private:
    std::string_view text_;
    std::vector<Token> tokens_;
    size_t at_ = 0;

    std::string_view word_at(size_t at) const { return tokens_[at].in(text_); }

    void word(Needs& needs) {
        const std::string word(word_at(at_));
        if (kStrongWords.contains(word)) needs.strong.insert(word);
        if (kWeakWords.contains(word)) needs.weak.insert(word);
        const bool builtin = word.starts_with("__builtin_") && word != "__builtin_abort" &&
                             word != "__builtin_printf" && word != "__builtin_exit";
        if (builtin) needs.strong.insert(word);
        if (word == "for") skip_brackets(); // the counting itself is in every loop
    }

    // To the end of the brackets that follow.
    void skip_brackets() {
        int depth = 0;
        while (at_ + 1 < tokens_.size()) {
            const std::string_view next = word_at(at_ + 1);
            depth += next == "(" ? 1 : next == ")" ? -1 : 0;
            ++at_;
            if (depth == 0) return;
        }
    }

    bool follows_operand() const {
        if (at_ == 0) return false;
        const Token& before = tokens_[at_ - 1];
        if (before.kind == TokenKind::Number || before.kind == TokenKind::Close) return true;
        if (before.kind != TokenKind::Word) return false;
        const std::string_view name = word_at(at_ - 1);
        return !kStrongWords.contains(name) && !kWeakWords.contains(name) && name != "int" &&
               name != "void" && name != "return" && name != "const";
    }

    void mark(Needs& needs) {
        std::string mark(word_at(at_));
        if (kPlainMarks.contains(mark)) return;
        // "a += b" needs an addition; "&a" and "*p" are places, not operations.
        const bool compares = mark == "==" || mark == "<=" || mark == ">=";
        if (mark.size() > 1 && mark.back() == '=' && !compares) mark.pop_back();
        if (mark == "++") mark = "+";
        if (mark == "--") mark = "-";
        const bool place = (mark == "&" || mark == "*") && !follows_operand();
        (place ? needs.weak : needs.strong).insert(place ? "pointer" : mark);
    }
};

Names shared(const Names& a, const Names& b) {
    Names both;
    std::ranges::set_intersection(a, b, std::inserter(both, both.end()));
    return both;
}

bool fails_unoptimised(const Needs& needs) {
    return std::ranges::find(needs.levels, "-O0") != needs.levels.end();
}

} // namespace

Needs needs_of(const testcase::TestCase& small) {
    Needs needs;
    for (const testcase::File& file : small.files) Reader(file.text).read(needs);
    return needs;
}

std::string to_text(const Needs& needs) { return fmt::format("{}", fmt::join(needs.strong, ", ")); }

std::string to_json(const Needs& needs) {
    const nlohmann::ordered_json json{{"strong", needs.strong},
                                      {"weak", needs.weak},
                                      {"levels", needs.levels},
                                      {"versions", nlohmann::ordered_json::parse(to_json(needs.versions))}};
    return base::json_text(json);
}

Needs needs_from_json(const std::string& text) {
    const auto json = base::parsed_json(text);
    Needs needs;
    if (!json.is_object()) return needs;
    try {
        needs.strong = json.value("strong", Names());
        needs.weak = json.value("weak", Names());
        needs.levels = json.value("levels", std::vector<std::string>());
        if (json.contains("versions")) needs.versions = versions_from_json(json["versions"].dump());
    } catch (const nlohmann::json::exception&) {
        return {};
    }
    return needs;
}

Likeness likeness(const Needs& one, const Needs& other) {
    for (const auto& [compiler, answer] : one.versions) {
        const auto found = other.versions.find(compiler);
        if (found == other.versions.end() || found->second == answer) continue;
        if (answer != Behaviour::CannotTell && found->second != Behaviour::CannotTell)
            return {false, 0, fmt::format("{} fails on one and is right on the other", compiler)};
    }
    const bool levels_known = !one.levels.empty() && !other.levels.empty();
    if (levels_known && fails_unoptimised(one) != fails_unoptimised(other))
        return {false, 0, "one fails at -O0, the other does not"};
    const Names both = shared(one.strong, other.strong);
    if (!both.empty()) return {true, both.size(), fmt::format("both need {}", fmt::join(both, ", "))};
    if (!one.strong.empty() && !other.strong.empty())
        return {false, 0,
                fmt::format("one needs {}, the other {}", fmt::join(one.strong, ", "),
                            fmt::join(other.strong, ", "))};
    return {true, 0, "nothing tells them apart"};
}

// A need that only one of them has is not the bug's, unless nothing else is left of it.
Needs common(const Needs& one, const Needs& other) {
    Needs both{shared(one.strong, other.strong), shared(one.weak, other.weak)};
    if (both.strong.empty()) both.strong = one.strong.empty() ? other.strong : one.strong;
    for (const std::string& level : one.levels)
        if (std::ranges::find(other.levels, level) != other.levels.end()) both.levels.push_back(level);
    for (const auto& [compiler, answer] : one.versions)
        if (const auto found = other.versions.find(compiler);
            found != other.versions.end() && found->second == answer)
            both.versions[compiler] = answer;
    return both;
}

} // namespace assay::triage
