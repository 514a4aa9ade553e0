#include "generate/derive/grammar/depth.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <set>

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
    for (size_t i = 0; i < grammar.rules.size(); ++i) {
        const Rule& rule = grammar.rules[i];
        if (result.rules_[i] == kNoWayOut)
            return grammar.error(rule.place,
                                 "rule '" + rule.name + "' has no way out: every alternative comes back");
        if (result.rules_[i] > kDeepest)
            return grammar.error(rule.place, fmt::format("rule '{}' is {} rules deep; {} is the most",
                                                         rule.name, result.rules_[i], kDeepest));
    }
    return result;
}

Depths Depths::measure(const Grammar& grammar) {
    const size_t count = grammar.rules.size();
    std::vector<std::vector<int>> uses(count), users(count);
    for (size_t i = 0; i < count; ++i) {
        for (const Alternative& alternative : grammar.rules[i].alternatives) collect(alternative, uses[i]);
        std::sort(uses[i].begin(), uses[i].end());
        uses[i].erase(std::unique(uses[i].begin(), uses[i].end()), uses[i].end());
        for (const int used : uses[i]) users[static_cast<size_t>(used)].push_back(static_cast<int>(i));
    }
    Depths result;
    result.find_ways_out(grammar, users);
    result.find_reach(uses);
    return result;
}

// Round by round: what is found in one is at the depth of its number, so it never becomes less.
void Depths::find_ways_out(const Grammar& grammar, const std::vector<std::vector<int>>& users) {
    rules_.assign(grammar.rules.size(), kNoWayOut);
    std::vector<int> open(grammar.rules.size());
    std::iota(open.begin(), open.end(), 0);
    while (!open.empty()) {
        std::vector<std::pair<int, int>> found;
        for (const int rule : open) {
            int least = kNoWayOut;
            for (const Alternative& one : grammar.rule(rule).alternatives)
                least = std::min(least, alternative(one));
            if (least < kNoWayOut && least + 1 < this->rule(rule)) found.emplace_back(rule, least + 1);
        }
        std::set<int> next;
        for (const auto& [rule, depth] : found) {
            rules_[static_cast<size_t>(rule)] = depth;
            next.insert(users[static_cast<size_t>(rule)].begin(), users[static_cast<size_t>(rule)].end());
        }
        open.assign(next.begin(), next.end());
    }
}

void Depths::find_reach(const std::vector<std::vector<int>>& uses) {
    reach_.assign(uses.size(), std::vector<bool>(uses.size(), false));
    for (size_t start = 0; start < uses.size(); ++start) {
        std::vector<int> open{static_cast<int>(start)};
        while (!open.empty()) {
            const auto next = static_cast<size_t>(open.back());
            open.pop_back();
            for (const int rule : uses[next]) {
                if (reach_[start][static_cast<size_t>(rule)]) continue;
                reach_[start][static_cast<size_t>(rule)] = true;
                open.push_back(rule);
            }
        }
    }
}

} // namespace assay::generate::derive
