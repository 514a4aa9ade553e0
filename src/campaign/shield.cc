#include "campaign/shield.h"

#include "campaign/labels.h"

namespace assay::campaign {

void Shield::add(const std::string& title, uint64_t findings) {
    const std::lock_guard lock(mutex_);
    seen_[title] += findings;
}

bool Shield::covers(const testcase::Verdict& verdict) const {
    using testcase::Kind;
    if (verdict.kind != Kind::Crash && verdict.kind != Kind::Hang && verdict.kind != Kind::Slow) return false;
    const std::lock_guard lock(mutex_);
    const auto found = seen_.find(cluster_title(verdict));
    return found != seen_.end() && found->second >= kEnough;
}

} // namespace assay::campaign
