#include "campaign/campaign.h"

#include "campaign/crew.h"
#include "campaign/labels.h"
#include "campaign/plan.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <sys/resource.h>

namespace assay::campaign {
namespace {

using base::Error;
using base::Result;
using Clock = std::chrono::steady_clock;

uint64_t own_cpu_us() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto us = [](const timeval& t) {
        return static_cast<uint64_t>(t.tv_sec) * 1'000'000 + static_cast<uint64_t>(t.tv_usec);
    };
    return us(usage.ru_utime) + us(usage.ru_stime);
}

// The campaign's own thread: hands out tasks, stores results, and tells how it goes.
class Conductor {
  public:
    Conductor(const Config& config, store::Store& store, Watcher& watcher, Crew& crew, Shield& shield)
        : config_(config), store_(store), watcher_(watcher), crew_(crew), shield_(shield),
          start_(Clock::now()), cpu_at_start_(own_cpu_us()) {}

    Result<Progress> run(const std::atomic<bool>& stop);

  private:
    const Config& config_;
    store::Store& store_;
    Watcher& watcher_;
    Crew& crew_;
    Shield& shield_;
    const Clock::time_point start_;
    const uint64_t cpu_at_start_;
    Progress progress_;
    uint64_t tests_in_flight_ = 0;
    std::vector<int64_t> examining_; // ids of findings
    double examining_seconds_ = 0;   // of workers
    bool more_tests_ = true;         // there may be some to claim
    bool more_findings_ = true;      // there may be some to examine

    bool time_is_over() const { return config_.time && Clock::now() - start_ >= *config_.time; }
    // Tests that were begun may come to their end for a moment; what is cut off is done again next time.
    bool time_to_leave() const {
        constexpr std::chrono::seconds kGrace{5};
        return config_.time && Clock::now() - start_ >=
                                   *config_.time + (tests_in_flight_ > 0 ? kGrace : std::chrono::seconds(0));
    }
    bool idle() const { return tests_in_flight_ == 0 && examining_.empty(); }
    Result<void> hand_out_tests();
    Result<void> hand_out_findings();
    Result<void> take_in(std::vector<Result<Outcome>> outcomes);
    void account(const Tested& tested);
    Result<void> settle(const Examined& examined);
    Result<void> report();
};

// A little more than the workers need now, so that none waits for a transaction.
Result<void> Conductor::hand_out_tests() {
    const uint64_t wanted = 2 * uint64_t{config_.jobs};
    if (!more_tests_ || tests_in_flight_ >= wanted) return {};
    auto unfinished = store_.first_unfinished();
    if (!unfinished) return unfinished.error();
    const uint64_t end = std::min(config_.tests, Shield::first_too_early(*unfinished));
    auto numbers = store_.claim(wanted - tests_in_flight_, end);
    if (!numbers) return numbers.error();
    more_tests_ = !numbers->empty() || end < config_.tests;
    tests_in_flight_ += numbers->size();
    std::vector<Task> tasks;
    for (const uint64_t number : *numbers) tasks.emplace_back(TestTask{number});
    crew_.give(std::move(tasks));
    return {};
}

// New bugs first, and never so many that the hunt itself stands still.
Result<void> Conductor::hand_out_findings() {
    const size_t at_once = std::max(1U, config_.jobs / 4);
    // A fifth of the workers' time, and a start, so that the first bugs are told at once.
    const double allowed =
        20 + 0.2 * config_.jobs * std::chrono::duration<double>(Clock::now() - start_).count();
    while (config_.examine && more_findings_ && examining_.size() < at_once && examining_seconds_ < allowed) {
        auto finding = store_.next_to_examine(examining_);
        if (!finding) return finding.error();
        more_findings_ = finding->has_value();
        if (!more_findings_) return {};
        auto group = store_.group((*finding)->number);
        if (!group) return group.error();
        // The search over all passes of GCC is dear, so only the first of a compiler's wrong outputs gets it.
        auto unattributed = store_.bug_titled(told_title(**finding, "wrong code: unattributed"));
        if (!unattributed) return unattributed.error();
        triage::Thoroughness how;
        how.all_passes = !unattributed->has_value();
        examining_.push_back((*finding)->id);
        crew_.give({ExamineTask{**finding, group->at((*finding)->verdict.test), how}});
    }
    return {};
}

void Conductor::account(const Tested& tested) {
    const Cost& cost = tested.cost;
    ++progress_.tests;
    progress_.programs += cost.programs;
    progress_.runs += cost.runs;
    progress_.tools_us += cost.tools_us;
    progress_.programs_by_method[tested.method] += cost.programs;
    for (const auto& [compiler, runs] : cost.runs_by_compiler) progress_.runs_by_compiler[compiler] += runs;
    progress_.hits += tested.finished.hits.size();
    for (const store::Finding& finding : tested.finished.findings) {
        ++progress_.findings[finding.verdict.kind];
        shield_.add(finding.verdict, finding.number);
    }
}

Result<void> Conductor::settle(const Examined& examined) {
    std::erase(examining_, examined.finding.id);
    if (!examined.told) return {};
    auto bug = store_.settle(examined.finding, described(examined.finding, *examined.told),
                             {told_title(examined.finding, examined.told->title)});
    if (!bug) return bug.error();
    progress_.tools_us += examined.tools_us;
    examining_seconds_ += examined.seconds;
    return {};
}

Result<void> Conductor::take_in(std::vector<Result<Outcome>> outcomes) {
    std::vector<store::Finished> finished;
    for (Result<Outcome>& outcome : outcomes) {
        if (!outcome) return outcome.error();
        if (auto* tested = std::get_if<Tested>(&*outcome)) {
            --tests_in_flight_;
            account(*tested);
            finished.push_back(std::move(tested->finished));
        } else if (auto settled = settle(std::get<Examined>(*outcome)); !settled) {
            return settled;
        }
    }
    if (finished.empty()) return {};
    if (auto stored = store_.finish(finished); !stored) return stored;
    for (const store::Finished& one : finished)
        for (const store::Finding& finding : one.findings) {
            more_findings_ = true;
            watcher_.found(finding, one.group[finding.verdict.test]);
        }
    return {};
}

Result<void> Conductor::report() {
    auto totals = store_.totals();
    if (!totals) return totals.error();
    progress_.bugs = totals->bugs;
    progress_.elapsed = Clock::now() - start_;
    if (config_.time) progress_.left = *config_.time - progress_.elapsed;
    progress_.own_us = own_cpu_us() - cpu_at_start_ + crew_.fence_cpu_us();
    watcher_.progress(progress_);
    return {};
}

Result<Progress> Conductor::run(const std::atomic<bool>& stop) {
    constexpr std::chrono::milliseconds kPatience{300}, kBetweenReports{500};
    Clock::time_point next_report = start_;
    while (!stop && !time_to_leave()) {
        if (!time_is_over()) {
            if (auto given = hand_out_tests(); !given) return given.error();
            if (auto given = hand_out_findings(); !given) return given.error();
        }
        if (idle()) break;
        if (auto taken = take_in(crew_.take(kPatience)); !taken) return taken.error();
        if (Clock::now() < next_report) continue;
        if (auto reported = report(); !reported) return reported.error();
        next_report = Clock::now() + kBetweenReports;
    }
    // What still runs after a stop stays marked as running and is done again next time.
    crew_.dismiss();
    if (auto taken = take_in(crew_.take(std::chrono::milliseconds(0))); !taken && !stop) return taken.error();
    if (auto reported = report(); !reported) return reported.error();
    return progress_;
}

Result<void> every_method_has_work(const Config& config, const std::vector<toolchain::Compiler>& compilers) {
    for (const MethodShare& share : config.methods) {
        const auto method = method_named(config, share.name);
        if (!method) return Error{unknown_method(config, share.name)};
        if (share.weight > 0 && common_languages(*method, compilers).empty())
            return Error{fmt::format("no compiler here compiles what {} makes: {}", share.name,
                                     fmt::join(method->languages(), ", "))};
    }
    return {};
}

} // namespace

Result<Progress> run(const Config& config, const std::vector<toolchain::Compiler>& compilers,
                     store::Store& store, Watcher& watcher, const std::atomic<bool>& stop) {
    if (auto work = every_method_has_work(config, compilers); !work) return work.error();
    Shield shield;
    auto findings = store.all_findings();
    if (!findings) return findings.error();
    for (const store::Finding& finding : *findings) shield.add(finding.verdict, finding.number);
    auto crew = Crew::hire(config, compilers, shield);
    if (!crew) return crew.error();
    return Conductor(config, store, watcher, **crew, shield).run(stop);
}

} // namespace assay::campaign
