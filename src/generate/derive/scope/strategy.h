// How an identifier is selected out of those that could be used. Six strategies: a new one each time (NIS),
// the closest (CIS), the farthest (FIS), any (RIS), the one that spreads uses evenly over scopes (SUIS: the
// least ISUC afterwards), the one that ties identifiers and scopes most strongly (SDIS: the greatest ISSC
// afterwards).
#pragma once

#include "base/result.h"
#include "choice/choices.h"
#include "generate/derive/scope/scope_tree.h"

#include <string_view>

namespace assay::generate::derive {

enum class Strategy { New, Closest, Farthest, Random, Uniform, Decreasing };

base::Result<Strategy> strategy_named(std::string_view name); // "NIS", "CIS", ...
std::string_view name_of(Strategy strategy);

// The candidates among which the strategy does not distinguish; one of them is then taken at random. In one
// pass over the candidates, each judged at once. NIS makes its own and has no favourites: where it cannot,
// all are.
void keep_favourites(Strategy strategy, const ScopeTree& tree, std::vector<int>& candidates);

} // namespace assay::generate::derive
