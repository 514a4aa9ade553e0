// Conductor: the thread of a campaign that decides. Asks the schedule what comes next, hands tasks to the
// crew, stores their results and tells how it goes. Nobody else writes to the store.
#pragma once

#include "base/clock.h"
#include "campaign/campaign.h"
#include "campaign/crew.h"
#include "campaign/roster.h"
#include "campaign/schedule.h"
#include "campaign/shield.h"

namespace assay::campaign {

class Conductor {
  public:
    Conductor(const Config& config, store::Store& store, Watcher& watcher, Crew& crew, Shield& shield,
              const Roster& roster, const base::Clock& clock);

    base::Result<Progress> run(const std::atomic<bool>& stop);

  private:
    template <typename T> using Result = base::Result<T>;

    const Config& config_;
    store::Store& store_;
    Watcher& watcher_;
    Crew& crew_;
    Shield& shield_;
    const Roster& roster_;
    const base::Clock& clock_;
    const Schedule schedule_;
    const base::Clock::TimePoint start_;
    const std::chrono::microseconds cpu_at_start_;
    Progress progress_;
    Workload load_;
    std::vector<int64_t> examining_;      // ids of findings
    std::vector<int64_t> sorting_;        // ids of findings that may be a known bug
    std::map<int64_t, int64_t> triaging_; // ids of the findings above, and of their bugs
    std::vector<int64_t> unavailable_;    // ids of findings whose compiler is not here any more
    std::set<int64_t> reducing_;          // bugs
    uint64_t failed_ = 0;                 // tests that Assay could not make or judge
    bool leaving_ = false;                // what comes now was cut off

    Result<void> look_around();
    Result<void> hand_out_work();
    Result<void> begin_tests(uint64_t count);
    Result<void> begin_triage();
    Result<void> begin_sorting();
    Result<void> begin_reduction();
    Result<bool> examine(const store::Finding& finding); // false: its program is missing
    store::Wanted findings_to_sort() const;
    std::vector<int64_t> not_now() const; // ids of findings
    Result<triage::Thoroughness> thoroughness(const store::Finding& finding, const testcase::TestCase& test);
    bool is_reducible(testcase::Kind kind) const;
    Result<void> take_in(std::vector<Result<Outcome>> outcomes);
    Result<void> account(const Tested& tested);
    Result<void> settle(const Examined& examined);
    Result<void> keep(const Reduced& reduced);
    Result<void> ask_for_reduction(int64_t bug);
    Result<void> report();
    Result<void> tell_who_is_out();
};

} // namespace assay::campaign
