#include "generate/derive/grammar/depth.h"

#include <algorithm>

namespace assay::generate::derive {

namespace {

void collect(const Alternative& alternative, std::vector<int>& rules) {
    for (const Element& element : alternative.elements) {
        if (element.kind == ElementKind::Rule) rules.push_back(element.rule);
        for (const Alternative& inner : element.alternatives) collect(inner, rules);
    }
}

} // namespace

int Depths::element(const Element& element) const {
    if (element.repeat == Repeat::Optional || element.repeat == Repeat::Star) return 0;
    switch (element.kind) {
    case ElementKind::Set: return element.set.characters().empty() ? kNoWayOut : 0;
    case ElementKind::Rule: return rule(element.rule);
    case ElementKind::Group: {
        int least = kNoWayOut;
        for (const Alternative& inner : element.alternatives) least = std::min(least, alternative(inner));
        return least;
    }
    case ElementKind::Literal:
    case ElementKind::Virtual:
    case ElementKind::Not:
    case ElementKind::Action:
    case ElementKind::Predicate: return 0;
    }
    return 0;
}

int Depths::alternative(const Alternative& alternative) const {
    int deepest = 0;
    for (const Element& part : alternative.elements) deepest = std::max(deepest, element(part));
    return deepest;
}

bool Depths::comes_back(const Alternative& alternative, int rule) const {
    std::vector<int> rules;
    collect(alternative, rules);
    return std::any_of(rules.begin(), rules.end(),
                       [&](int used) { return used == rule || reaches(used, rule); });
}

base::Result<Depths> Depths::of(const Grammar& grammar) {
    Depths result = measure(grammar);
    for (size_t i = 0; i < grammar.rules.size(); ++i)
        if (result.rules_[i] == kNoWayOut)
            return grammar.error(grammar.rules[i].place,
                                 "rule '" + grammar.rules[i].name +
                                     "' has no way out: every alternative comes back");
    return result;
}

Depths Depths::measure(const Grammar& grammar) {
    const size_t count = grammar.rules.size();
    Depths result;
    result.rules_.assign(count, kNoWayOut);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < count; ++i) {
            int least = kNoWayOut;
            for (const Alternative& alternative : grammar.rules[i].alternatives)
                least = std::min(least, result.alternative(alternative));
            if (least < kNoWayOut && least + 1 < result.rules_[i]) {
                result.rules_[i] = least + 1;
                changed = true;
            }
        }
    }
    result.reach_.assign(count, std::vector<bool>(count, false));
    for (size_t start = 0; start < count; ++start) {
        std::vector<int> open{static_cast<int>(start)};
        while (!open.empty()) {
            const int next = open.back();
            open.pop_back();
            std::vector<int> used;
            for (const Alternative& alternative : grammar.rule(next).alternatives) collect(alternative, used);
            for (int rule : used) {
                if (result.reach_[start][static_cast<size_t>(rule)]) continue;
                result.reach_[start][static_cast<size_t>(rule)] = true;
                open.push_back(rule);
            }
        }
    }
    return result;
}

} // namespace assay::generate::derive
