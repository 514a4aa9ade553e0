// Schedule: what a hunt does next. All policy about what comes first, how much of it at once and when a hunt
// ends is here. It reads no clock, starts nothing and knows no store: the answer follows from the settings
// and the work at hand.
#pragma once

#include "campaign/config.h"

namespace assay::campaign {

enum class Work : uint8_t {
    Test,
    Triage, // a finding that nobody knows yet
    Sort,   // a finding that may be a known bug: a compilation or two
    Reduce
};

// What there is to do, and what is being done.
struct Workload {
    using Seconds = std::chrono::duration<double>;
    Seconds elapsed{};
    uint64_t tests = 0, triaging = 0, sorting = 0, reducing = 0; // in progress
    // Is there more to begin, as far as anybody knows?
    bool more_tests = true, more_findings = true, more_reductions = true;
    bool tests_wait = false; // for one in progress to complete
    uint64_t to_sort = 0;    // findings to sort, with those in progress
    // Time of workers that sorting took so far, and that triage and reductions took.
    Seconds sorted_for{}, examined_for{};

    bool idle() const { return tests + triaging + sorting + reducing == 0; }
};

class Schedule {
  public:
    explicit Schedule(const Config& config);

    struct Order {
        Work what = Work::Test;
        uint64_t count = 1;
        bool operator==(const Order&) const = default;
    };
    // What to begin now. Empty: wait for what is in progress, or there is nothing left.
    std::optional<Order> next(const Workload& load) const;
    // No work starts after the time is over, but what was begun may come to its end for a moment.
    bool time_is_over(const Workload& load) const;
    bool time_to_leave(const Workload& load) const;
    // Findings that waited for the reduction of another bug are sorted without it from here on.
    bool near_the_end(const Workload& load) const;

  private:
    using Seconds = Workload::Seconds;
    std::optional<Seconds> time_;
    uint64_t jobs_;
    bool triages_, reduces_;

    bool tests_are_over(const Workload& load) const { return !load.more_tests && load.tests == 0; }
    bool exploring(const Workload& load) const;
    bool sorting_first(const Workload& load) const;
    bool may_sort(const Workload& load) const;
    bool tests_are_due(const Workload& load) const;
    uint64_t spare(const Workload& load) const;
    bool wants_sorting(const Workload& load) const;
    bool wants_triage(const Workload& load) const;
    uint64_t wanted_tests(const Workload& load) const;
};

} // namespace assay::campaign
