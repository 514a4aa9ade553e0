// What a campaign tested, and what it could not judge and why. Computes only sums.
#pragma once

#include "store/store.h"

namespace assay::report {

struct Counts {
    std::vector<store::Count> judged;
    std::vector<store::Unjudged> unjudged;
};
base::Result<Counts> counts_of(store::Store& store);

// Runs without a verdict, by reason: the same setups differ in little else.
std::map<std::string, uint64_t> unjudged_by_reason(const std::vector<store::Unjudged>& unjudged);

// "not judged: 3 (programs under a setup that say nothing)" and a line for each reason; empty: all was
// judged.
std::string unjudged_text(const std::map<std::string, uint64_t>& by_reason);

// Tables for people, and {"judged": [...], "unjudged": [...]} for machines.
std::string counts_text(const Counts& counts);
std::string counts_json(const Counts& counts);

} // namespace assay::report
