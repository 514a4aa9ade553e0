#include "reduce/text/passes.h"

#include "reduce/text/text_state.h"
#include "reduce/text/tokens.h"

#include <algorithm>
#include <array>
#include <map>

namespace assay::reduce::text {
namespace {

struct Source {
    const std::string& text;
    const std::vector<Token>& tokens;
};
// Adds the edits of a level; false: there is no such level.
using Offer = bool (*)(const Source& source, uint32_t level, std::vector<Edit>& out);

class TextPass final : public Pass {
  public:
    TextPass(std::string_view name, Offer offer) : name_(name), offer_(offer) {}
    std::string_view name() const override { return name_; }
    std::unique_ptr<Proposal> propose(const State& state, uint32_t level) const override {
        const auto& text_state = static_cast<const TextState&>(state);
        const std::vector<Token> tokens = tokens_of(text_state.text());
        std::vector<Edit> edits;
        if (!offer_({text_state.text(), tokens}, level, edits)) return nullptr;
        return std::make_unique<TextEdits>(text_state, std::move(edits));
    }

  private:
    const std::string_view name_;
    const Offer offer_;
};

bool offer_comments(const Source& source, uint32_t level, std::vector<Edit>& out) {
    if (level > 0) return false;
    for (const Token& token : source.tokens)
        if (token.kind == TokenKind::Comment) out.push_back({{token.from, token.to, " "}});
    return true;
}

bool offer_lines(const Source& source, uint32_t level, std::vector<Edit>& out) {
    if (level > 0) return false;
    for (size_t from = 0; from < source.text.size();) {
        const size_t end = std::min(source.text.find('\n', from), source.text.size() - 1) + 1;
        out.push_back({{static_cast<uint32_t>(from), static_cast<uint32_t>(end)}});
        from = end;
    }
    return true;
}

bool is_mark(const Source& source, const Token& token, std::string_view mark) {
    return token.in(source.text) == mark;
}

uint32_t deepest(const Source& source) {
    uint32_t deepest = 0;
    for (const Token& token : source.tokens) deepest = std::max(deepest, token.depth);
    return deepest;
}

// What stands between semicolons and braces at one depth: statements, functions, members; at the end of a
// list, and between commas, its elements.
bool offer_statements(const Source& source, uint32_t level, std::vector<Edit>& out) {
    if (level > deepest(source)) return false;
    uint32_t from = UINT32_MAX;
    const auto end = [&](uint32_t to) {
        if (from != UINT32_MAX && from < to) out.push_back({{from, to}});
        from = UINT32_MAX;
    };
    for (const Token& token : source.tokens) {
        if (token.depth < level) {
            end(token.from); // the bracket that closes
            continue;
        }
        if (token.depth > level || token.kind == TokenKind::Space) continue;
        if (from == UINT32_MAX) from = token.from;
        if (is_mark(source, token, ";") || is_mark(source, token, ",") || is_mark(source, token, "}"))
            end(token.to);
    }
    end(static_cast<uint32_t>(source.text.size()));
    std::ranges::reverse(out); // uses before definitions
    return true;
}

// Brackets with what is in them, what is in them alone, and the brackets alone.
bool offer_brackets(const Source& source, uint32_t level, std::vector<Edit>& out) {
    if (level > 2) return false;
    for (const Token& open : source.tokens) {
        if (open.kind != TokenKind::Open) continue;
        const Token& close = source.tokens[open.partner];
        if (level == 0) out.push_back({{open.from, close.to}});
        if (level == 1 && open.to < close.from) out.push_back({{open.to, close.from}});
        if (level == 2) out.push_back({{open.from, open.to}, {close.from, close.to}});
    }
    return true;
}

bool offer_tokens(const Source& source, uint32_t level, std::vector<Edit>& out) {
    if (level > 0) return false;
    for (const Token& token : source.tokens)
        if (token.kind != TokenKind::Space) out.push_back({{token.from, token.to}});
    std::ranges::reverse(out);
    return true;
}

bool offer_numbers(const Source& source, uint32_t level, std::vector<Edit>& out) {
    if (level > 1) return false;
    const std::string plain = level == 0 ? "0" : "1";
    for (const Token& token : source.tokens)
        if (token.kind == TokenKind::Number && token.in(source.text) != "0" && token.in(source.text) != "1")
            out.push_back({{token.from, token.to, plain}});
    return true;
}

std::string short_name(size_t number) {
    std::string name(1, static_cast<char>('a' + number % 26));
    return number < 26 ? name : name + std::to_string(number / 26);
}

// Words that occur several times or are long get short names; what may not be renamed shows in the test.
bool offer_words(const Source& source, uint32_t level, std::vector<Edit>& out) {
    if (level > 0) return false;
    std::map<std::string_view, Edit> uses;
    for (const Token& token : source.tokens)
        if (token.kind == TokenKind::Word) uses[token.in(source.text)].push_back({token.from, token.to});
    size_t number = 0;
    for (auto& [word, edit] : uses) {
        std::string name = short_name(number);
        while (uses.contains(name)) name = short_name(++number);
        if (name.size() >= word.size()) continue;
        ++number;
        for (Change& change : edit) change.with = name;
        out.push_back(std::move(edit));
    }
    return true;
}

bool offer_space(const Source& source, uint32_t level, std::vector<Edit>& out) {
    if (level > 0) return false;
    for (const Token& token : source.tokens) {
        if (token.kind != TokenKind::Space) continue;
        const std::string_view space = token.in(source.text);
        const bool at_edge = token.from == 0;
        const std::string_view less = space.find('\n') == space.npos ? " " : "\n";
        // Indentation stays: some languages need it, and people like it.
        const size_t indent = space.rfind('\n') == space.npos ? 0 : space.size() - space.rfind('\n') - 1;
        std::string with = at_edge ? "" : std::string(less);
        if (less == "\n") with += space.substr(space.size() - indent);
        if (with.size() < space.size()) out.push_back({{token.from, token.to, with}});
    }
    return true;
}

} // namespace

#define ASSAY_TEXT_PASS(name)                                                                                \
    const Pass& name() {                                                                                     \
        static const TextPass pass(#name, offer_##name);                                                     \
        return pass;                                                                                         \
    }
ASSAY_TEXT_PASS(comments)
ASSAY_TEXT_PASS(lines)
ASSAY_TEXT_PASS(statements)
ASSAY_TEXT_PASS(brackets)
ASSAY_TEXT_PASS(tokens)
ASSAY_TEXT_PASS(numbers)
ASSAY_TEXT_PASS(words)
ASSAY_TEXT_PASS(space)
#undef ASSAY_TEXT_PASS

std::span<const Pass* const> all_passes() {
    static const std::array kTable{
#define X(name) &name(),
        ASSAY_TEXT_PASSES(X)
#undef X
    };
    return kTable;
}

} // namespace assay::reduce::text
