#include "campaign/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

namespace assay::campaign {
namespace {

using Seconds = Workload::Seconds;
using Order = Schedule::Order;

Config hunt_of(std::chrono::seconds time, unsigned jobs) {
    Config config;
    config.time = time;
    config.jobs = jobs;
    return config;
}

// A hunt without compilers: workers that take a given time for each kind of work, and a clock that jumps from
// one event to the next. Tests wait behind all other work, as in the real crew.
class Simulation {
  public:
    Simulation(const Config& config, std::map<Work, double> takes)
        : schedule_(config), takes_(std::move(takes)), jobs_(config.jobs) {
        load_.more_findings = load_.more_reductions = false;
    }

    // What a test leaves behind.
    uint64_t new_findings_in_100_tests = 0, known_in_100_tests = 0;
    uint64_t tests_to_do = UINT64_MAX;
    bool findings_lead_to_reductions = true;

    void run() {
        while (true) {
            load_.more_findings = findings_ > 0;
            load_.more_reductions = reductions_ > 0;
            load_.to_sort = known_ + load_.sorting;
            load_.tests_wait = false;
            if (schedule_.time_to_leave(load_)) return;
            for (auto order = schedule_.next(load_); order; order = schedule_.next(load_)) begin(*order);
            if (load_.idle()) return;
            finish_next();
        }
    }

    std::map<Work, uint64_t> done;
    std::map<Work, double> busy;               // seconds of workers
    std::map<Work, std::vector<double>> begun; // when
    double end = 0;
    uint64_t left_to_sort() const { return known_; }

  private:
    struct Job {
        Work what;
        double end;
    };
    const Schedule schedule_;
    std::map<Work, double> takes_;
    const unsigned jobs_;
    Workload load_;
    uint64_t findings_ = 0, known_ = 0, reductions_ = 0, tests_begun_ = 0;
    std::vector<Work> queue_;
    std::vector<Job> running_;

    uint64_t& in_progress(Work what) {
        switch (what) {
        case Work::Test: return load_.tests;
        case Work::Triage: return load_.triaging;
        case Work::Sort: return load_.sorting;
        case Work::Reduce: return load_.reducing;
        }
        base::fail("no such work");
    }

    void begin(const Order& order) {
        const uint64_t count =
            order.what == Work::Test ? std::min(order.count, tests_to_do - tests_begun_) : order.count;
        for (uint64_t i = 0; i < count; ++i) {
            queue_.insert(order.what == Work::Test ? queue_.end() : queue_.begin(), order.what);
            begun[order.what].push_back(load_.elapsed.count());
        }
        in_progress(order.what) += count;
        if (order.what == Work::Test) tests_begun_ += count;
        if (order.what == Work::Triage) load_.more_findings = --findings_ > 0;
        if (order.what == Work::Sort) --known_;
        if (order.what == Work::Reduce) load_.more_reductions = --reductions_ > 0;
        load_.more_tests = tests_begun_ < tests_to_do;
        load_.tests_wait = count < order.count;
    }

    void finish_next() {
        while (running_.size() < jobs_ && !queue_.empty()) {
            running_.push_back({queue_.front(), load_.elapsed.count() + takes_[queue_.front()]});
            queue_.erase(queue_.begin());
        }
        const auto next = std::ranges::min_element(running_, {}, &Job::end);
        const Work what = next->what;
        load_.elapsed = Seconds(end = next->end);
        running_.erase(next);
        --in_progress(what);
        ++done[what];
        busy[what] += takes_[what];
        (what == Work::Sort ? load_.sorted_for : load_.examined_for) +=
            Seconds(what == Work::Test ? 0 : takes_[what]);
        if (what == Work::Test) {
            const uint64_t n = done[what];
            findings_ += n * new_findings_in_100_tests / 100 - (n - 1) * new_findings_in_100_tests / 100;
            known_ += n * known_in_100_tests / 100 - (n - 1) * known_in_100_tests / 100;
        }
        if (what == Work::Triage && findings_lead_to_reductions) ++reductions_;
    }
};

const std::map<Work, double> kUsual{
    {Work::Test, 0.5}, {Work::Triage, 8}, {Work::Sort, 2}, {Work::Reduce, 40}};

TEST(Schedule, TestsAloneComeFirst) {
    Simulation hunt(hunt_of(std::chrono::minutes(3), 2), kUsual);
    hunt.new_findings_in_100_tests = 1;
    hunt.known_in_100_tests = 10;
    hunt.run();
    for (const Work what : {Work::Triage, Work::Sort, Work::Reduce}) {
        ASSERT_FALSE(hunt.begun[what].empty());
        EXPECT_GE(hunt.begun[what].front(), 60) << "the first third";
        EXPECT_LT(hunt.begun[what].front(), 120);
    }
}

// Where every test finds something, whatever comes of it must not stop the tests.
TEST(Schedule, ReductionsLeaveHalfOfTheWorkersToTests) {
    for (const unsigned jobs : {1U, 2U, 4U, 16U}) {
        Simulation hunt(hunt_of(std::chrono::hours(1), jobs), kUsual);
        hunt.new_findings_in_100_tests = 100;
        hunt.run();
        const double all = 3600.0 * jobs;
        EXPECT_GT(hunt.busy[Work::Test] / all, 0.45) << jobs;
        EXPECT_GT((hunt.busy[Work::Triage] + hunt.busy[Work::Reduce]) / all, 0.4) << jobs;
    }
}

TEST(Schedule, SortingTakesHalfAtMostWhereEveryTestMeetsAKnownBug) {
    for (const unsigned jobs : {1U, 2U, 8U}) {
        Simulation hunt(hunt_of(std::chrono::hours(1), jobs), kUsual);
        hunt.known_in_100_tests = 100;
        hunt.run();
        const double all = 3600.0 * jobs;
        EXPECT_LT(hunt.busy[Work::Sort] / all, 0.6) << jobs;
        EXPECT_GT(hunt.busy[Work::Test] / all, 0.3) << jobs;
        EXPECT_GT(hunt.busy[Work::Sort] / all, 0.3) << jobs << ": they must not pile up either";
    }
}

TEST(Schedule, WhatIsNewDoesNotWaitForReductions) {
    const Schedule schedule(hunt_of(std::chrono::hours(1), 4));
    Workload load;
    load.elapsed = Seconds(600);
    load.tests = 8;
    load.reducing = 2;
    load.more_reductions = true;
    EXPECT_EQ(schedule.next(load), (Order{Work::Triage}));
    load.triaging = 1;
    EXPECT_EQ(schedule.next(load), std::nullopt);
    load.reducing = 0;
    EXPECT_EQ(schedule.next(load), (Order{Work::Reduce})) << "one triage at a time, then reductions";
    load.tests = 3;
    EXPECT_EQ(schedule.next(load), (Order{Work::Test, 5})) << "no worker waits for a test";
}

TEST(Schedule, NothingIsLeftUnsortedAtTheEnd) {
    Simulation hunt(hunt_of(std::chrono::minutes(8), 2), {{Work::Test, 0.5}, {Work::Sort, 1}});
    hunt.known_in_100_tests = 50; // half a second of sorting for each test
    hunt.run();
    EXPECT_EQ(hunt.left_to_sort(), 0u);
    const auto in_the_end = [](const std::vector<double>& times) {
        return std::ranges::count_if(times, [](double time) { return time >= 420; });
    };
    EXPECT_GT(in_the_end(hunt.begun[Work::Sort]), 0);
    EXPECT_GT(in_the_end(hunt.begun[Work::Test]), 0) << "the last eighth is for tests as well";
}

TEST(Schedule, NoTestStartsAfterTheTimeIsOver) {
    Simulation hunt(hunt_of(std::chrono::minutes(2), 2), kUsual);
    hunt.new_findings_in_100_tests = 5;
    hunt.known_in_100_tests = 50;
    hunt.run();
    for (const Work what : {Work::Test, Work::Triage, Work::Reduce}) EXPECT_LT(hunt.begun[what].back(), 120);
    EXPECT_LT(hunt.end, 120 + 20);
}

// Also where a test takes longer than the hunt.
TEST(Schedule, AHuntDoesNotWaitForASlowTest) {
    const Schedule schedule(hunt_of(std::chrono::seconds(30), 2));
    Workload load;
    load.tests = 2;
    load.elapsed = Seconds(34);
    EXPECT_TRUE(schedule.time_is_over(load));
    EXPECT_FALSE(schedule.time_to_leave(load)) << "five seconds of grace";
    load.elapsed = Seconds(36);
    EXPECT_TRUE(schedule.time_to_leave(load));
}

TEST(Schedule, AHuntByNumberOfTestsBringsEverythingToItsEnd) {
    Config config;
    config.jobs = 2;
    Simulation hunt(config, kUsual);
    hunt.tests_to_do = 200;
    hunt.new_findings_in_100_tests = 4;
    hunt.known_in_100_tests = 30;
    hunt.run();
    EXPECT_EQ(hunt.done[Work::Test], 200u);
    EXPECT_EQ(hunt.done[Work::Triage], 8u);
    EXPECT_EQ(hunt.done[Work::Reduce], 8u);
    EXPECT_EQ(hunt.done[Work::Sort], 60u);
}

TEST(Schedule, SkipsWhatTheUserDoesNotWant) {
    Config config = hunt_of(std::chrono::minutes(10), 2);
    config.examine = config.reduce = false;
    Simulation hunt(config, kUsual);
    hunt.new_findings_in_100_tests = 50;
    hunt.known_in_100_tests = 50;
    hunt.run();
    EXPECT_GT(hunt.done[Work::Test], 2000u);
    EXPECT_EQ(hunt.done[Work::Triage] + hunt.done[Work::Sort] + hunt.done[Work::Reduce], 0u);
}

} // namespace
} // namespace assay::campaign
