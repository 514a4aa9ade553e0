#include "campaign/conductor.h"

#include "campaign/findings.h"
#include "campaign/labels.h"

#include <algorithm>
#include <fmt/format.h>

namespace assay::campaign {

using base::Error;
using base::Result;

Conductor::Conductor(const Config& config, store::Store& store, Watcher& watcher, Crew& crew, Shield& shield,
                     const Roster& roster, const base::Clock& clock)
    : config_(config), store_(store), watcher_(watcher), crew_(crew), shield_(shield), roster_(roster),
      clock_(clock), schedule_(config), start_(clock.now()), cpu_at_start_(clock.own_cpu()) {}

bool Conductor::is_reducible(testcase::Kind kind) const { return config_.reduce && traits(kind).shows_alone; }

// How much work there is, as far as this thread knows.
Result<void> Conductor::look_around() {
    load_.elapsed = clock_.now() - start_;
    load_.triaging = examining_.size();
    load_.sorting = sorting_.size();
    load_.reducing = reducing_.size();
    if (!config_.examine) return {};
    auto left = store_.left_to_examine(findings_to_sort());
    if (!left) return left.error();
    load_.to_sort = *left - std::min<uint64_t>(*left, unavailable_.size());
    return {};
}

// In the end those that waited for a reduction are examined as well as it can be.
store::Wanted Conductor::findings_to_sort() const {
    return schedule_.near_the_end(load_) ? store::Wanted::MaybeKnown : store::Wanted::MaybeKnownNow;
}

Result<void> Conductor::hand_out_work() {
    load_.tests_wait = false;
    while (const auto order = schedule_.next(load_)) {
        const auto begun = [&] {
            switch (order->what) {
            case Work::Test: return begin_tests(order->count);
            case Work::Triage: return begin_triage();
            case Work::Sort: return begin_sorting();
            case Work::Reduce: return begin_reduction();
            }
            base::fail("no such work");
        }();
        if (!begun) return begun;
        load_.triaging = examining_.size();
        load_.sorting = sorting_.size();
        load_.reducing = reducing_.size();
    }
    return {};
}

Result<void> Conductor::begin_tests(uint64_t count) {
    auto unfinished = store_.first_unfinished();
    if (!unfinished) return unfinished.error();
    const uint64_t end = std::min(config_.tests, Shield::first_too_early(*unfinished));
    auto numbers = store_.claim(count, end);
    if (!numbers) return numbers.error();
    // Some may wait for the end of another one.
    load_.more_tests = !numbers->empty() || load_.tests > 0 || end < config_.tests;
    load_.tests_wait = numbers->size() < count;
    load_.tests += numbers->size();
    std::vector<Task> tasks;
    for (const uint64_t number : *numbers) tasks.emplace_back(TestTask{number});
    crew_.give(std::move(tasks));
    return {};
}

Result<void> Conductor::begin_triage() {
    auto finding = store_.next_to_examine(not_now(), store::Wanted::Unknown);
    if (!finding) return finding.error();
    load_.more_findings = finding->has_value();
    if (!load_.more_findings) return {};
    auto given = examine(**finding);
    if (!given) return given.error();
    if (*given) examining_.push_back((*finding)->id);
    return {};
}

Result<void> Conductor::begin_sorting() {
    auto finding = store_.next_to_examine(not_now(), findings_to_sort());
    if (!finding) return finding.error();
    if (!*finding) load_.to_sort = sorting_.size();
    if (!*finding) return {};
    auto given = examine(**finding);
    if (!given) return given.error();
    if (*given) sorting_.push_back((*finding)->id);
    return {};
}

std::vector<int64_t> Conductor::not_now() const {
    std::vector<int64_t> ids = examining_;
    ids.insert(ids.end(), sorting_.begin(), sorting_.end());
    ids.insert(ids.end(), unavailable_.begin(), unavailable_.end());
    return ids;
}

Result<bool> Conductor::examine(const store::Finding& finding) {
    auto task = to_examine(store_, finding);
    if (!task) { // of a campaign that somebody changed
        unavailable_.push_back(finding.id);
        return false;
    }
    auto how = thoroughness(finding, task->test);
    if (!how) return how.error();
    task->how = std::move(*how);
    triaging_[finding.id] = finding.bug;
    crew_.give({std::move(*task)});
    return true;
}

Result<triage::Thoroughness> Conductor::thoroughness(const store::Finding& finding,
                                                     const testcase::TestCase& test) {
    triage::Thoroughness how;
    // Hundreds of compilations are for the small program that a reduction leaves.
    how.all_passes = !config_.reduce;
    how.closely = !is_reducible(finding.verdict.kind) || test.origin.settings.contains("batch");
    if (traits(finding.verdict.kind).names_defect) return how;
    auto bugs = store_.bugs();
    if (!bugs) return bugs.error();
    for (const store::Bug& bug : *bugs) {
        const bool same = bug.compiler == finding.verdict.setup.compiler && !traits(bug.kind).names_defect &&
                          (bug.state == triage::State::Confirmed || bug.state == triage::State::Ignored);
        if (!same) continue;
        const auto& [culprit, needs] = std::tie(bug.diagnosis.culprit, bug.diagnosis.needs);
        how.known.push_back({bug.title, culprit.pass, culprit.workaround, needs});
        // What it was called before its pass was known, and what findings of it were called.
        auto titles = store_.titles(bug.id);
        if (!titles) return titles.error();
        const std::string prefix = wrong_code_title(bug.compiler, "");
        for (const std::string& title : *titles)
            if (title.starts_with(prefix))
                how.known.push_back({title.substr(prefix.size()), culprit.pass, {}, needs});
        // The search over all passes of GCC is dear, so only the first of a compiler's wrong outputs gets it.
        if (!culprit.pass) how.all_passes = false;
    }
    return how;
}

// Each bug once, whenever no finding waits to be examined.
Result<void> Conductor::begin_reduction() {
    auto bug = store_.claim_job("reduce");
    if (!bug) return bug.error();
    load_.more_reductions = bug->has_value();
    if (!load_.more_reductions) return {};
    auto task = reduction_of(store_, **bug);
    if (!task) return task.error();
    // Of several programs in one text the model is not at hand; a finding of one program may come.
    if (!*task || (*task)->test.origin.settings.contains("batch")) return store_.finish_job("reduce", **bug);
    reducing_.insert(**bug);
    crew_.give({std::move(**task)});
    return {};
}

Result<void> Conductor::ask_for_reduction(int64_t id) {
    auto bug = store_.bug(id);
    if (!bug) return bug.error();
    const bool wanted = is_reducible(bug->kind) && bug->state == triage::State::Confirmed &&
                        !(bug->reduced && bug->reduced->done);
    if (!wanted) return {};
    load_.more_reductions = true;
    return store_.add_job("reduce", id);
}

Result<void> Conductor::keep(const Reduced& reduced) {
    reducing_.erase(reduced.bug);
    load_.examined_for += Workload::Seconds(reduced.seconds);
    progress_.tools_us += reduced.tools_us;
    auto bug = campaign::keep(store_, reduced);
    if (!bug) return bug.error();
    if (!reduced.shrunk && !reduced.why.empty() && !leaving_) watcher_.not_reduced(*bug, reduced.why);
    // It may have been merged since; its new number wants no second reduction.
    if (*bug != reduced.bug || reduced.complete())
        if (auto done = store_.finish_job("reduce", reduced.bug); !done) return done;
    if (reduced.complete()) return store_.finish_job("reduce", *bug);
    // Cut off, it goes on next time; out of its own time or impossible, the user may.
    return leaving_ ? Result<void>() : store_.abandon_job("reduce", *bug);
}

Result<void> Conductor::account(const Tested& tested) {
    constexpr uint64_t kInVain = 5;
    const Cost& cost = tested.cost;
    if (!tested.finished.again) ++progress_.tests;
    progress_.programs += cost.programs;
    progress_.runs += cost.runs;
    progress_.judged += cost.judged;
    for (const store::Unjudged& one : tested.finished.unjudged) progress_.unjudged[one.why] += one.tests;
    progress_.tools_us += cost.tools_us;
    progress_.programs_by_method[tested.method] += cost.programs;
    for (const auto& [compiler, runs] : cost.runs_by_compiler) progress_.runs_by_compiler[compiler] += runs;
    progress_.hits += tested.finished.hits.size();
    progress_.hit_titles.insert(tested.finished.hits.begin(), tested.finished.hits.end());
    for (const store::Finding& finding : tested.finished.findings) {
        ++progress_.findings[finding.verdict.kind];
        shield_.add(finding.verdict, finding.number);
    }
    // One test that cannot be made is left out. If it is so from the start, the user should know now.
    if (!tested.failed.empty() && ++failed_ >= kInVain && progress_.judged == 0)
        return Error{fmt::format("nothing could be judged: {}", tested.failed)};
    return {};
}

Result<void> Conductor::settle(const Examined& examined) {
    std::erase(examining_, examined.finding.id);
    triaging_.erase(examined.finding.id);
    const bool sorted = std::erase(sorting_, examined.finding.id) > 0;
    (sorted ? load_.sorted_for : load_.examined_for) += Workload::Seconds(examined.seconds);
    load_.more_findings = true; // what it told may be doubted, and then others of its compiler are next
    if (!examined.triaged) {
        unavailable_.push_back(examined.finding.id);
        return {};
    }
    auto bug = campaign::settle(store_, examined);
    if (!bug) return bug.error();
    progress_.tools_us += examined.tools_us;
    return ask_for_reduction(*bug);
}

Result<void> Conductor::take_in(std::vector<Result<Outcome>> outcomes) {
    std::vector<store::Finished> finished;
    for (Result<Outcome>& outcome : outcomes) {
        if (!outcome) return outcome.error();
        if (auto* tested = std::get_if<Tested>(&*outcome)) {
            --load_.tests;
            if (auto accounted = account(*tested); !accounted) return accounted;
            finished.push_back(std::move(tested->finished));
        } else if (const auto* reduced = std::get_if<Reduced>(&*outcome)) {
            if (auto kept = keep(*reduced); !kept) return kept;
        } else if (auto settled = settle(std::get<Examined>(*outcome)); !settled) {
            return settled;
        }
    }
    if (finished.empty()) return {};
    if (auto stored = store_.finish(finished); !stored) return stored;
    for (const store::Finished& one : finished)
        for (const store::Finding& finding : one.findings) {
            load_.more_findings = true;
            watcher_.found(finding, one.group[finding.verdict.test]);
        }
    return {};
}

// A hunt without compilers would go on and judge nothing.
Result<void> Conductor::tell_who_is_out() {
    for (const auto& [compiler, why] : roster_.taken_out())
        if (progress_.taken_out.emplace(compiler, why).second) watcher_.taken_out(compiler, why);
    if (!roster_.tools()->compilers.empty()) return {};
    const auto& [compiler, why] = *progress_.taken_out.begin();
    return Error{fmt::format("no compiler works any more; {}: {}", compiler, why)};
}

Result<void> Conductor::report() {
    auto totals = store_.totals();
    if (!totals) return totals.error();
    progress_.bugs = totals->bugs;
    progress_.elapsed = clock_.now() - start_;
    if (config_.time) progress_.left = *config_.time - progress_.elapsed;
    const auto own_cpu = clock_.own_cpu() - cpu_at_start_;
    progress_.own_us = static_cast<uint64_t>(own_cpu.count()) + crew_.fence_cpu_us();
    progress_.tests_running = load_.tests;
    progress_.triaging.clear();
    for (const auto& [finding, bug] : triaging_) progress_.triaging.insert(bug);
    progress_.reducing = reducing_;
    progress_.time_is_over = schedule_.time_is_over(load_);
    progress_.stopping = leaving_;
    watcher_.progress(progress_);
    return {};
}

Result<Progress> Conductor::run(const std::atomic<bool>& stop) {
    constexpr std::chrono::milliseconds kPatience{300}, kBetweenReports{500};
    base::Clock::TimePoint next_report = start_;
    auto known = store_.bugs(); // of an earlier call that was cut off, or did not reduce
    if (!known) return known.error();
    for (const store::Bug& bug : *known)
        if (auto asked = ask_for_reduction(bug.id); !asked) return asked.error();
    while (!stop) {
        if (auto looked = look_around(); !looked) return looked.error();
        if (schedule_.time_to_leave(load_)) break;
        if (auto given = hand_out_work(); !given) return given.error();
        if (load_.idle()) break;
        if (auto taken = take_in(crew_.take(kPatience)); !taken) return taken.error();
        if (auto triaged = tell_who_is_out(); !triaged) return triaged.error();
        if (clock_.now() < next_report) continue;
        if (auto there = store_.still_there(); !there) return there.error();
        if (auto reported = report(); !reported) return reported.error();
        next_report = clock_.now() + kBetweenReports;
    }
    leaving_ = true;
    if (auto reported = report(); !reported) return reported.error();
    crew_.dismiss();
    if (auto taken = take_in(crew_.take(std::chrono::milliseconds(0))); !taken && !stop) return taken.error();
    if (auto back = store_.put_back_unfinished(); !back) return back.error();
    if (auto reported = report(); !reported) return reported.error();
    if (progress_.judged == 0 && !progress_.unjudged.empty())
        return Error{fmt::format("nothing could be judged: {}", progress_.unjudged.begin()->first)};
    return progress_;
}

} // namespace assay::campaign
