#include "campaign/shield.h"

#include "campaign/labels.h"

#include <iterator>

namespace assay::campaign {
namespace {

constexpr uint64_t kRound = 32;

// Rounds grow up to that: 4, 8, 16, 32, 32, ... tests, so that what every program triggers is known soon.
uint64_t start_of(uint64_t round) {
    return round <= 3 ? 4 * ((uint64_t{1} << round) - 1) : 28 + (round - 3) * kRound;
}
uint64_t round_of(uint64_t number) {
    uint64_t round = 0;
    while (start_of(round + 1) <= number && round < 3) ++round;
    return round < 3 ? round : 3 + (number - 28) / kRound;
}

// How many findings are looked at closely. A hang costs its whole time limit each time.
size_t enough(testcase::Kind kind) { return traits(kind).takes_limit ? 1 : 3; }

} // namespace

void Shield::add(const testcase::Verdict& verdict, uint64_t number) {
    const std::lock_guard lock(mutex_);
    seen_[cluster_title(verdict)].insert(number);
}

bool Shield::can_cover(testcase::Kind kind) { return traits(kind).names_defect; }

bool Shield::covers(const testcase::Verdict& verdict, uint64_t number) const {
    if (!can_cover(verdict.kind)) return false;
    const uint64_t round = round_of(number);
    if (round < 2) return false;
    const uint64_t known_before = start_of(round - 1);
    const std::lock_guard lock(mutex_);
    const auto found = seen_.find(cluster_title(verdict));
    if (found == seen_.end()) return false;
    const std::multiset<uint64_t>& numbers = found->second;
    const auto known = std::distance(numbers.begin(), numbers.lower_bound(known_before));
    return static_cast<size_t>(known) >= enough(verdict.kind);
}

uint64_t Shield::first_too_early(uint64_t unfinished) { return start_of(round_of(unfinished) + 2); }

} // namespace assay::campaign
