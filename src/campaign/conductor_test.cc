#include "campaign/conductor.h"

#include "base/temporary_folder.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>

namespace assay::campaign {
namespace {

class FakeClock final : public base::Clock {
  public:
    TimePoint now() const override { return TimePoint(elapsed); }
    std::chrono::microseconds own_cpu() const override { return std::chrono::microseconds(0); }

    std::chrono::milliseconds elapsed{};
};

// One worker, for whom a test takes 100 ms and a triage 2 s. Every tenth test finds a crash.
class FakeCrew final : public Crew {
  public:
    explicit FakeCrew(FakeClock& clock) : clock_(clock) {}

    void give(std::vector<Task> tasks) override {
        for (Task& task : tasks) to_do_.push_back(std::move(task));
    }
    std::vector<base::Result<Outcome>> take(std::chrono::milliseconds patience) override {
        if (dismissed || to_do_.empty()) {
            clock_.elapsed += patience;
            return {};
        }
        const Task task = std::move(to_do_.front());
        to_do_.pop_front();
        std::vector<base::Result<Outcome>> done;
        if (const auto* test = std::get_if<TestTask>(&task)) done.emplace_back(tested(test->number));
        if (const auto* triage = std::get_if<ExamineTask>(&task)) done.emplace_back(examined(*triage));
        if (const auto* reduction = std::get_if<ReduceTask>(&task)) {
            Reduced failed;
            failed.bug = reduction->bug;
            failed.finding = reduction->finding;
            failed.why = "what is left fails 0 of 10 times";
            done.emplace_back(std::move(failed));
        }
        return done;
    }
    void dismiss() override { dismissed = true; }
    uint64_t fence_cpu_us() const override { return 0; }

    uint64_t tests = 0, triaged = 0;
    bool dismissed = false;
    bool broken = false; // nothing can be judged
    std::atomic<bool>* stop = nullptr;
    uint64_t stop_after = UINT64_MAX;

  private:
    FakeClock& clock_;
    std::deque<Task> to_do_;

    Outcome tested(uint64_t number) {
        clock_.elapsed += std::chrono::milliseconds(100);
        if (++tests == stop_after) *stop = true;
        Tested done;
        done.method = "grow";
        done.cost = {
            .programs = 1, .runs = 1, .judged = broken ? 0U : 1U, .tools_us = 0, .runs_by_compiler = {}};
        done.finished.number = number;
        if (!broken) done.finished.counts = {{"grow", "gcc-12 -O2", 1, 1000}};
        if (broken) {
            done.finished.unjudged = {{"gcc-12 -O2", "the disk is full", 1}};
        } else if (number % 10 == 9) {
            store::Finding finding;
            finding.number = number;
            finding.method = "grow";
            const std::string title = "crash of test " + std::to_string(number);
            finding.verdict = {testcase::Kind::Crash, {"gcc-12", {"-O2"}, "lp64"}, 0, title, ""};
            finding.titles = {title};
            testcase::TestCase program;
            program.files = {{"a.c", "int main(void) { return 0; }\n"}};
            program.sources = {"a.c"};
            done.finished.findings = {finding};
            done.finished.group = {program};
        }
        return done;
    }

    Outcome examined(const ExamineTask& task) {
        clock_.elapsed += std::chrono::seconds(2);
        ++triaged;
        triage::Diagnosis diagnosis;
        diagnosis.reliability = {10, 10};
        diagnosis.validity = triage::Validity::Certified;
        diagnosis.title = task.finding.verdict.title;
        return Examined{.finding = task.finding, .triaged = diagnosis, .seconds = 2};
    }
};

class Notes final : public Watcher {
  public:
    void progress(const Progress& progress) override {
        ++reports;
        last = progress;
    }
    void found(const store::Finding&, const testcase::TestCase&) override { ++findings; }
    void taken_out(const std::string& compiler, const std::string&) override { gone = compiler; }
    void not_reduced(int64_t, const std::string& why) override { why_not_reduced = why; }

    uint64_t reports = 0, findings = 0;
    Progress last;
    std::string gone, why_not_reduced;
};

class ConductorTest : public ::testing::Test {
  protected:
    ConductorTest()
        : folder_(made_folder()), store_(opened(folder_.path() + "/campaign")), roster_({{compiler()}, {}}) {
        config_.reduce = false;
    }

    base::Result<Progress> run() { return run(crew_); }
    base::Result<Progress> run(FakeCrew& crew) {
        return Conductor(config_, store_, notes_, crew, shield_, roster_, clock_).run(stop_);
    }
    uint64_t stored_tests() { return store_.totals()->tests; }
    uint64_t confirmed() {
        const auto bugs = store_.bugs();
        return static_cast<uint64_t>(std::ranges::count(*bugs, triage::State::Confirmed, &store::Bug::state));
    }

    base::TemporaryFolder folder_;
    store::Store store_;
    Config config_;
    FakeClock clock_;
    FakeCrew crew_{clock_};
    Notes notes_;
    Shield shield_;
    Roster roster_;
    std::atomic<bool> stop_ = false;

  private:
    static base::TemporaryFolder made_folder() {
        auto folder = base::TemporaryFolder::make();
        base::check(folder.ok(), "a temporary folder");
        return std::move(*folder);
    }
    static store::Store opened(const std::string& folder) {
        auto store = store::Store::open_for_writing(folder);
        base::check(store.ok(), "a store for writing");
        return std::move(*store);
    }
    static toolchain::Compiler compiler() {
        toolchain::Compiler compiler;
        compiler.name = "gcc-12";
        compiler.path = "/bin/sh";
        return compiler;
    }
};

TEST_F(ConductorTest, AHuntByTestsStoresAllAndTriagesAll) {
    config_.tests = 50;
    const auto done = run();
    ASSERT_TRUE(done.ok());
    EXPECT_EQ(done->tests, 50u);
    EXPECT_EQ(stored_tests(), 50u);
    EXPECT_EQ(notes_.findings, 5u);
    EXPECT_EQ(crew_.triaged, 5u);
    EXPECT_EQ(confirmed(), 5u);
    EXPECT_TRUE(crew_.dismissed);
}

TEST_F(ConductorTest, AHuntByTimeEndsWithItsTimeAndReportsTwiceASecond) {
    config_.time = std::chrono::minutes(3);
    ASSERT_TRUE(run().ok());
    EXPECT_GE(clock_.elapsed, std::chrono::seconds(180));
    EXPECT_LE(clock_.elapsed, std::chrono::seconds(205));
    EXPECT_TRUE(notes_.last.time_is_over);
    EXPECT_GT(notes_.reports, 150u) << "a triage takes 2 s, and this crew does nothing beside it";
    EXPECT_GT(crew_.triaged, 0u);
    EXPECT_EQ(stored_tests(), crew_.tests);
}

TEST_F(ConductorTest, WhatIsStoppedGoesOnWithTheSameTests) {
    config_.tests = 40;
    crew_.stop = &stop_;
    crew_.stop_after = 13;
    ASSERT_TRUE(run().ok());
    EXPECT_EQ(stored_tests(), 13u);
    stop_ = false;
    FakeCrew next(clock_);
    ASSERT_TRUE(run(next).ok());
    EXPECT_EQ(next.tests, 27u);
    EXPECT_EQ(stored_tests(), 40u);
    EXPECT_EQ(confirmed(), 4u);
}

// A reduction that came to nothing looked like one that had not begun.
TEST_F(ConductorTest, SaysWhyABugIsNotReduced) {
    config_.tests = 10;
    config_.reduce = true;
    ASSERT_TRUE(run().ok());
    EXPECT_EQ(notes_.why_not_reduced, "what is left fails 0 of 10 times");
    EXPECT_EQ(confirmed(), 1u);
}

TEST_F(ConductorTest, AHuntThatCanJudgeNothingFails) {
    config_.tests = 10;
    crew_.broken = true;
    const auto done = run();
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().message, "nothing could be judged: the disk is full");
}

TEST_F(ConductorTest, AHuntWithoutCompilersEnds) {
    roster_.take_out("gcc-12", "it refuses everything");
    const auto done = run();
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().message, "no compiler works any more; gcc-12: it refuses everything");
    EXPECT_EQ(notes_.gone, "gcc-12");
}

} // namespace
} // namespace assay::campaign
