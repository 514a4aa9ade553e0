#include "campaign/shield.h"

#include "campaign/labels.h"

#include <iterator>

namespace assay::campaign {
namespace {

constexpr uint64_t kRound = 32;

// How many findings are looked at closely. A hang costs its whole time limit each time.
size_t enough(testcase::Kind kind) { return kind == testcase::Kind::Crash ? 3 : 1; }

} // namespace

void Shield::add(const testcase::Verdict& verdict, uint64_t number) {
    const std::lock_guard lock(mutex_);
    seen_[cluster_title(verdict)].insert(number);
}

bool Shield::covers(const testcase::Verdict& verdict, uint64_t number) const {
    using testcase::Kind;
    if (verdict.kind != Kind::Crash && verdict.kind != Kind::Hang && verdict.kind != Kind::Slow) return false;
    if (number < 2 * kRound) return false;
    const uint64_t known_before = (number / kRound - 1) * kRound;
    const std::lock_guard lock(mutex_);
    const auto found = seen_.find(cluster_title(verdict));
    if (found == seen_.end()) return false;
    const std::multiset<uint64_t>& numbers = found->second;
    const auto known = std::distance(numbers.begin(), numbers.lower_bound(known_before));
    return static_cast<size_t>(known) >= enough(verdict.kind);
}

uint64_t Shield::first_too_early(uint64_t unfinished) { return (unfinished / kRound + 2) * kRound; }

} // namespace assay::campaign
