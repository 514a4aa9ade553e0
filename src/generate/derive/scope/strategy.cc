#include "generate/derive/scope/strategy.h"

#include "base/suggest.h"

#include <array>

namespace assay::generate::derive {

namespace {

constexpr std::array<std::pair<std::string_view, Strategy>, 6> kNames{{{"NIS", Strategy::New},
                                                                       {"CIS", Strategy::Closest},
                                                                       {"FIS", Strategy::Farthest},
                                                                       {"RIS", Strategy::Random},
                                                                       {"SUIS", Strategy::Uniform},
                                                                       {"SDIS", Strategy::Decreasing}}};

// Keeps the candidates of the greatest merit.
template <typename Merit> void keep_best(std::vector<int>& candidates, Merit merit) {
    size_t kept = 0;
    auto best = merit(candidates[0]);
    for (int candidate : candidates) {
        const auto own = merit(candidate);
        if (own < best) continue;
        if (best < own) {
            best = own;
            kept = 0;
        }
        candidates[kept++] = candidate;
    }
    candidates.resize(kept);
}

} // namespace

base::Result<Strategy> strategy_named(std::string_view name) {
    std::vector<std::string_view> known;
    for (const auto& [text, strategy] : kNames) {
        if (text == name) return strategy;
        known.push_back(text);
    }
    return base::Error{"unknown strategy '" + std::string(name) + "': " + base::suggest(name, known)};
}

std::string_view name_of(Strategy strategy) {
    for (const auto& [text, known] : kNames)
        if (known == strategy) return text;
    return "";
}

void keep_favourites(Strategy strategy, const ScopeTree& tree, std::vector<int>& candidates) {
    if (candidates.empty()) return;
    const auto depth = [&](int id) { return tree.scope(tree.identifier(id).scope).depth; };
    switch (strategy) {
    case Strategy::New:
    case Strategy::Random: return;
    case Strategy::Closest: return keep_best(candidates, depth);
    case Strategy::Farthest: return keep_best(candidates, [&](int id) { return -depth(id); });
    case Strategy::Uniform:
        // One use more changes ISUC by 1 / scopes_of, less 1 if the least number of uses goes up.
        return keep_best(candidates, [&](int id) {
            return std::pair{tree.raises_least(id), tree.scopes_of(id)};
        });
    case Strategy::Decreasing:
        // One use more adds 1 / 2^(uses so far in this scope) to ISSC.
        return keep_best(candidates, [&](int id) { return -tree.uses_in(id, tree.current()); });
    }
}

} // namespace assay::generate::derive
