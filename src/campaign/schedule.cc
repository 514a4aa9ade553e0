#include "campaign/schedule.h"

#include <algorithm>

namespace assay::campaign {
namespace {

// The first third and the last eighth of a hunt are different, but of a long one no more than this.
constexpr std::chrono::duration<double> kLongestPhase{60};

} // namespace

Schedule::Schedule(const Config& config)
    : time_(config.time), jobs_(config.jobs), triages_(config.examine), reduces_(config.reduce) {}

bool Schedule::time_is_over(const Workload& load) const { return time_ && load.elapsed >= *time_; }

bool Schedule::time_to_leave(const Workload& load) const {
    if (!time_) return false;
    Seconds grace{load.tests > 0 ? 5 : 0};
    if (load.to_sort > 0) grace = std::clamp(*time_ / 10, Seconds(5), Seconds(20));
    return load.elapsed >= *time_ + grace;
}

bool Schedule::near_the_end(const Workload& load) const {
    return time_ && *time_ - load.elapsed < std::min(*time_ / 8, kLongestPhase);
}

// Breadth first: what a short hunt can find should not wait until the first bugs are examined in every
// detail.
bool Schedule::exploring(const Workload& load) const {
    return time_ && load.more_tests && load.elapsed < std::min(*time_ / 3, kLongestPhase);
}

// They must not pile up where every test hits the same bug, and none should be left over in the end.
bool Schedule::sorting_first(const Workload& load) const {
    return tests_are_over(load) || load.to_sort > (near_the_end(load) ? 0 : 50 * jobs_);
}

// A fifth of the workers' time and a start; half if too much of it waits.
bool Schedule::may_sort(const Workload& load) const {
    if (near_the_end(load) || tests_are_over(load)) return true;
    const double share = sorting_first(load) ? 0.5 : 0.2;
    return load.sorted_for < Seconds(20) + share * static_cast<double>(jobs_) * load.elapsed;
}

// Half of the workers can be kept for tests, but a single one only for half of the time.
bool Schedule::tests_are_due(const Workload& load) const {
    return jobs_ == 1 && !tests_are_over(load) && load.examined_for > Seconds(30) + 0.5 * load.elapsed;
}

// Triage and reductions, all together: half of the workers, so that the hunt goes on.
uint64_t Schedule::spare(const Workload& load) const {
    const uint64_t most = std::max<uint64_t>(1, jobs_ / 2), busy = load.triaging + load.reducing;
    return most > busy && !tests_are_due(load) ? most - busy : 0;
}

bool Schedule::wants_sorting(const Workload& load) const {
    const uint64_t at_once = sorting_first(load) ? jobs_ : std::max<uint64_t>(1, jobs_ / 2);
    return triages_ && load.to_sort > load.sorting && load.sorting < at_once && may_sort(load);
}

// A reduction may take minutes; what is new does not wait for it.
bool Schedule::wants_triage(const Workload& load) const {
    const uint64_t at_once = std::max<uint64_t>(1, jobs_ / 4);
    return triages_ && load.more_findings && load.triaging < at_once &&
           (spare(load) > 0 || (load.triaging == 0 && !tests_are_due(load)));
}

// A little more than the workers need now, so that none waits for a transaction.
uint64_t Schedule::wanted_tests(const Workload& load) const {
    const uint64_t wanted = 2 * jobs_;
    if (!load.more_tests || load.tests_wait || load.tests >= wanted) return 0;
    if (triages_ && load.to_sort > 0 && !exploring(load) && sorting_first(load) && may_sort(load)) return 0;
    return wanted - load.tests;
}

std::optional<Schedule::Order> Schedule::next(const Workload& load) const {
    const bool explores = exploring(load);
    if (!explores && wants_sorting(load)) return Order{Work::Sort};
    if (time_is_over(load)) return std::nullopt;
    if (const uint64_t count = wanted_tests(load)) return Order{Work::Test, count};
    if (explores) return std::nullopt;
    if (wants_triage(load)) return Order{Work::Triage};
    if (reduces_ && load.more_reductions && spare(load) > 0) return Order{Work::Reduce};
    return std::nullopt;
}

} // namespace assay::campaign
