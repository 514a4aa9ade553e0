// Whether a text is a sentence of a grammar, with any white space between tokens, or a token of it. It knows
// nothing of how sentences are made, and is slow: for tests, and for single tokens.
#pragma once

#include "generate/derive/grammar/grammar.h"

#include <map>
#include <set>

namespace assay::generate::derive {

class Recogniser {
  public:
    Recogniser(const Grammar& grammar, const std::string& text) : grammar_(grammar), text_(from_utf8(text)) {}

    // Left recursion makes results depend on themselves: repeat until nothing is added.
    bool accepts(int rule) {
        const size_t start = grammar_.rule(rule).lexer ? 0 : skip_space(0);
        for (changed_ = true; changed_;) {
            changed_ = false;
            visited_.clear();
            ends_of_rule(rule, start);
        }
        return known_[{rule, start}].contains(text_.size());
    }

  private:
    using Ends = std::set<size_t>;
    static constexpr int kDeepest = 1'000; // what is below is not recognised

    size_t skip_space(size_t at) const {
        while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\n')) ++at;
        return at;
    }

    Ends ends_of_rule(int rule, size_t at) {
        const std::pair key{rule, at};
        if (depth_ >= kDeepest || !visited_.insert(key).second) return known_[key];
        Ends all;
        ++depth_;
        for (const Alternative& alternative : grammar_.rule(rule).alternatives)
            all.merge(ends_of(alternative, at, grammar_.rule(rule).lexer));
        --depth_;
        Ends& known = known_[key];
        const size_t before = known.size();
        known.insert(all.begin(), all.end());
        changed_ = changed_ || known.size() != before;
        return known;
    }

    Ends ends_of(const Alternative& alternative, size_t at, bool lexer) {
        Ends current{at};
        for (const Element& element : alternative.elements) {
            Ends next;
            for (size_t start : current) next.merge(repeated(element, start, lexer));
            current = std::move(next);
            if (current.empty()) break;
        }
        return current;
    }

    Ends repeated(const Element& element, size_t at, bool lexer) {
        if (element.repeat == Repeat::One) return once(element, at, lexer);
        Ends all, edge{at};
        if (element.repeat != Repeat::Plus) all.insert(at);
        while (!edge.empty()) {
            Ends found, fresh;
            for (size_t start : edge) found.merge(once(element, start, lexer));
            for (size_t end : found)
                if (all.insert(end).second) fresh.insert(end);
            if (element.repeat == Repeat::Optional) break;
            edge = std::move(fresh);
        }
        return all;
    }

    // In a parser rule the space behind a token belongs to it.
    Ends token(const Ends& ends, bool lexer) const {
        if (lexer) return ends;
        Ends result;
        for (size_t end : ends) result.insert(skip_space(end));
        return result;
    }

    Ends once(const Element& element, size_t at, bool lexer) {
        switch (element.kind) {
        case ElementKind::Literal: {
            const std::u32string wanted = from_utf8(element.text);
            if (text_.compare(at, wanted.size(), wanted) != 0) return {};
            return token({at + wanted.size()}, lexer);
        }
        case ElementKind::Set:
            if (at >= text_.size() || !element.set.contains(text_[at])) return {};
            return {at + 1};
        case ElementKind::Rule: {
            const Ends ends = ends_of_rule(element.rule, at);
            return grammar_.rule(element.rule).lexer ? token(ends, lexer) : ends;
        }
        case ElementKind::Group: {
            Ends all;
            for (const Alternative& inner : element.alternatives) all.merge(ends_of(inner, at, lexer));
            return all;
        }
        case ElementKind::Not: {
            Ends all;
            for (size_t i = 0; i < grammar_.rules.size(); ++i)
                if (grammar_.rules[i].lexer && !grammar_.rules[i].fragment)
                    all.merge(token(ends_of_rule(static_cast<int>(i), at), lexer));
            return all;
        }
        case ElementKind::Virtual:
        case ElementKind::Action:
        case ElementKind::Predicate: return {at};
        }
        return {};
    }

    const Grammar& grammar_;
    std::u32string text_;
    std::map<std::pair<int, size_t>, Ends> known_;
    std::set<std::pair<int, size_t>> visited_;
    bool changed_ = false;
    int depth_ = 0;
};

} // namespace assay::generate::derive
