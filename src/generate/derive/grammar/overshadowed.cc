#include "generate/derive/grammar/overshadowed.h"

#include "generate/derive/grammar/recognise.h"

namespace assay::generate::derive {

namespace {

class Shortest {
  public:
    Shortest(const Grammar& grammar, const Depths& depths) : grammar_(grammar), depths_(depths) {}

    std::string of_rule(int rule) const { return of(grammar_.rule(rule).alternatives); }

  private:
    std::string of(const std::vector<Alternative>& alternatives) const {
        const Alternative* best = &alternatives[0];
        for (const Alternative& alternative : alternatives)
            if (depths_.alternative(alternative) < depths_.alternative(*best)) best = &alternative;
        std::string text;
        for (const Element& element : best->elements) text += of(element);
        return text;
    }

    std::string of(const Element& element) const {
        if (element.repeat == Repeat::Optional || element.repeat == Repeat::Star) return {};
        switch (element.kind) {
        case ElementKind::Literal: return element.text;
        case ElementKind::Set: {
            std::string text;
            append_utf8(text, element.set.characters().at(0));
            return text;
        }
        case ElementKind::Rule: return of_rule(element.rule);
        case ElementKind::Group: return of(element.alternatives);
        case ElementKind::Virtual:
        case ElementKind::Not:
        case ElementKind::Action:
        case ElementKind::Predicate: return {};
        }
        return {};
    }

    const Grammar& grammar_;
    const Depths& depths_;
};

bool literal(const Rule& rule) {
    return rule.alternatives.size() == 1 && rule.alternatives[0].elements.size() == 1 &&
           rule.alternatives[0].elements[0].kind == ElementKind::Literal;
}

std::vector<bool> overshadowed_tokens(const Grammar& grammar, const Depths& depths) {
    std::vector<bool> result(grammar.rules.size());
    const Shortest shortest(grammar, depths);
    for (size_t i = 0; i < grammar.rules.size(); ++i) {
        const Rule& rule = grammar.rules[i];
        if (!rule.lexer || rule.fragment) continue;
        const std::string text = shortest.of_rule(static_cast<int>(i));
        if (text.empty()) continue;
        for (size_t k = 0; k < i && !result[i]; ++k) {
            const Rule& earlier = grammar.rules[k];
            // A keyword takes one text of an identifier away, not all of them.
            if (!earlier.lexer || earlier.fragment || earlier.mode != rule.mode) continue;
            if (literal(earlier)) {
                result[i] = literal(rule) && earlier.alternatives[0].elements[0].text == text;
                continue;
            }
            result[i] = Recogniser(grammar, text).accepts(static_cast<int>(k));
        }
    }
    return result;
}

void bar(Alternative& alternative, const std::vector<bool>& barred) {
    for (Element& element : alternative.elements) {
        for (Alternative& inner : element.alternatives) bar(inner, barred);
        if (element.kind != ElementKind::Rule || !barred[static_cast<size_t>(element.rule)]) continue;
        element.kind = ElementKind::Set; // of no characters
        element.set = CharSet();
    }
}

} // namespace

void bar_overshadowed_tokens(Grammar& grammar, const Depths& depths) {
    const std::vector<bool> barred = overshadowed_tokens(grammar, depths);
    for (Rule& rule : grammar.rules) {
        if (rule.lexer) continue;
        for (Alternative& alternative : rule.alternatives) bar(alternative, barred);
    }
}

} // namespace assay::generate::derive
