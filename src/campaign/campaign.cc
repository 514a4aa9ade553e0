#include "campaign/campaign.h"

#include "campaign/crew.h"

#include <fmt/format.h>
#include <sys/resource.h>

namespace assay::campaign {
namespace {

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

// The campaign's own thread: hands out tests, stores results, and tells how it goes.
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
    uint64_t in_flight_ = 0;
    bool more_ = true; // there may be tests to claim

    bool time_is_over() const { return config_.time && Clock::now() - start_ >= *config_.time; }
    Result<void> hand_out();
    Result<void> take_in(std::vector<Result<Performed>> results);
    void account(const Performed& performed);
    Result<void> report();
};

// A little more than the workers need now, so that none waits for a transaction.
Result<void> Conductor::hand_out() {
    const uint64_t wanted = 2 * uint64_t{config_.jobs};
    if (!more_ || in_flight_ >= wanted) return {};
    auto numbers = store_.claim(wanted - in_flight_, config_.tests);
    if (!numbers) return numbers.error();
    more_ = !numbers->empty();
    in_flight_ += numbers->size();
    crew_.give(*numbers);
    return {};
}

void Conductor::account(const Performed& performed) {
    const Cost& cost = performed.cost;
    ++progress_.tests;
    progress_.programs += cost.programs;
    progress_.runs += cost.runs;
    progress_.tools_us += cost.tools_us;
    progress_.programs_by_method[performed.method] += cost.programs;
    for (const auto& [compiler, runs] : cost.runs_by_compiler) progress_.runs_by_compiler[compiler] += runs;
    progress_.hits += performed.finished.hits.size();
    for (const store::Finding& finding : performed.finished.findings) {
        ++progress_.findings[finding.verdict.kind];
        for (const std::string& title : finding.titles) shield_.add(title, 1);
    }
}

Result<void> Conductor::take_in(std::vector<Result<Performed>> results) {
    std::vector<store::Finished> finished;
    for (Result<Performed>& result : results) {
        if (!result) return result.error();
        --in_flight_;
        account(*result);
        finished.push_back(std::move(result->finished));
    }
    if (finished.empty()) return {};
    if (auto stored = store_.finish(finished); !stored) return stored;
    for (const store::Finished& one : finished)
        for (const store::Finding& finding : one.findings)
            watcher_.found(finding, one.group[finding.verdict.test]);
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
    while (!stop) {
        if (!time_is_over())
            if (auto given = hand_out(); !given) return given.error();
        if (in_flight_ == 0) break;
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

} // namespace

Result<Progress> run(const Config& config, const std::vector<toolchain::Compiler>& compilers,
                     store::Store& store, Watcher& watcher, const std::atomic<bool>& stop) {
    Shield shield;
    auto bugs = store.bugs();
    if (!bugs) return bugs.error();
    for (const store::Bug& bug : *bugs) {
        auto titles = store.titles(bug.id);
        if (!titles) return titles.error();
        for (const std::string& title : *titles) shield.add(title, bug.hits);
    }
    auto crew = Crew::hire(config, compilers, shield);
    if (!crew) return crew.error();
    return Conductor(config, store, watcher, **crew, shield).run(stop);
}

} // namespace assay::campaign
