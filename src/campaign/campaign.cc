#include "campaign/campaign.h"

#include "campaign/crew.h"
#include "campaign/labels.h"
#include "campaign/plan.h"
#include "campaign/record.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <sys/resource.h>

namespace assay::campaign {
namespace {

using base::Error;
using base::Result;
using Clock = std::chrono::steady_clock;
constexpr std::chrono::duration<double> kSecond{1};

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
    Conductor(const Config& config, store::Store& store, Watcher& watcher, Crew& crew, Shield& shield,
              const Roster& roster)
        : config_(config), store_(store), watcher_(watcher), crew_(crew), shield_(shield), roster_(roster),
          start_(Clock::now()), cpu_at_start_(own_cpu_us()) {}

    Result<Progress> run(const std::atomic<bool>& stop);

  private:
    const Config& config_;
    store::Store& store_;
    Watcher& watcher_;
    Crew& crew_;
    Shield& shield_;
    const Roster& roster_;
    const Clock::time_point start_;
    const uint64_t cpu_at_start_;
    Progress progress_;
    uint64_t tests_in_flight_ = 0;
    std::vector<int64_t> examining_;      // ids of findings
    std::vector<int64_t> sorting_;        // ids of findings that may be a known bug once more
    std::map<int64_t, int64_t> triaging_; // ids of the findings above, and of their bugs
    uint64_t to_sort_ = 0;                // how many of those wait
    std::vector<int64_t> unavailable_;    // ids of findings whose compiler is not here any more
    double sorting_seconds_ = 0;          // of workers
    std::set<int64_t> reducing_;          // bugs
    bool more_reductions_ = true;         // there may be some to claim
    bool more_tests_ = true;              // there may be some to claim
    bool more_findings_ = true;           // there may be some to examine
    bool leaving_ = false;                // what comes now was cut off

    bool time_is_over() const { return config_.time && Clock::now() - start_ >= *config_.time; }
    // Tests that were begun may come to their end for a moment, and what they found is sorted; what is cut
    // off is done again next time.
    bool time_to_leave() const {
        if (!config_.time) return false;
        std::chrono::duration<double> grace{tests_in_flight_ > 0 ? 5 : 0};
        if (to_sort_ > 0) grace = std::clamp(*config_.time / 10.0, 5.0 * kSecond, 20.0 * kSecond);
        return Clock::now() - start_ >= *config_.time + grace;
    }
    bool idle() const {
        return tests_in_flight_ == 0 && examining_.empty() && sorting_.empty() && reducing_.empty();
    }
    // Breadth first: what a short hunt can find should not wait until the first bugs are told in every
    // detail.
    bool in_exploration_phase() const {
        constexpr std::chrono::duration<double> kMost{60};
        return config_.time && more_tests_ && Clock::now() - start_ < std::min(*config_.time / 3.0, kMost);
    }
    bool near_the_end() const {
        constexpr std::chrono::duration<double> kMost{60};
        const std::chrono::duration<double> elapsed = Clock::now() - start_;
        return config_.time && *config_.time - elapsed < std::min(*config_.time / 8.0, kMost);
    }
    // Findings that may be known cost a compilation or two each. They must not pile up where every test hits
    // the same bug, and none should be left over in the end.
    bool sorting_first() const {
        if (!more_tests_ && tests_in_flight_ == 0) return true;
        return to_sort_ > (near_the_end() ? 0 : 50 * uint64_t{config_.jobs});
    }
    // A fifth of the workers' time and a start, for all that may be known; half if too much of it waits.
    bool may_sort() const {
        if (near_the_end() || (!more_tests_ && tests_in_flight_ == 0)) return true;
        const double share = sorting_first() ? 0.5 : 0.2;
        const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
        return sorting_seconds_ < 20 + share * config_.jobs * elapsed;
    }
    // Examinations and reductions, all together: half of the workers, so that the hunt goes on.
    size_t spare() const {
        const size_t most = std::max(1U, config_.jobs / 2), busy = examining_.size() + reducing_.size();
        return most > busy ? most - busy : 0;
    }
    Result<void> hand_out_work();
    Result<void> hand_out_tests();
    Result<void> hand_out_findings();
    Result<void> hand_out_sorting();
    Result<void> hand_out_reductions();
    Result<void> examine(const store::Finding& finding);
    std::vector<int64_t> not_now() const; // ids of findings
    Result<triage::Thoroughness> thoroughness(const store::Finding& finding, const testcase::TestCase& test);
    bool is_reducible(testcase::Kind kind) const { return config_.reduce && kind != testcase::Kind::Slow; }
    Result<void> take_in(std::vector<Result<Outcome>> outcomes);
    void account(const Tested& tested);
    Result<void> settle(const Examined& examined);
    Result<void> keep(const Reduced& reduced);
    Result<void> ask_for_reduction(int64_t bug);
    Result<void> report();
    Result<void> tell_who_is_out();
};

// A little more than the workers need now, so that none waits for a transaction.
Result<void> Conductor::hand_out_tests() {
    const uint64_t wanted = 2 * uint64_t{config_.jobs};
    if (!more_tests_ || tests_in_flight_ >= wanted) return {};
    if (to_sort_ > 0 && sorting_first() && may_sort()) return {};
    auto unfinished = store_.first_unfinished();
    if (!unfinished) return unfinished.error();
    const uint64_t end = std::min(config_.tests, Shield::first_too_early(*unfinished));
    auto numbers = store_.claim(wanted - tests_in_flight_, end);
    if (!numbers) return numbers.error();
    // Some may wait for the end of another one.
    more_tests_ = !numbers->empty() || tests_in_flight_ > 0 || end < config_.tests;
    tests_in_flight_ += numbers->size();
    std::vector<Task> tasks;
    for (const uint64_t number : *numbers) tasks.emplace_back(TestTask{number});
    crew_.give(std::move(tasks));
    return {};
}

// New bugs first, and never so many that the hunt itself stands still.
Result<void> Conductor::hand_out_findings() {
    const size_t at_once = std::max(1U, config_.jobs / 4);
    // A reduction may take minutes; what is new does not wait for it.
    while (config_.examine && more_findings_ && examining_.size() < at_once &&
           (spare() > 0 || examining_.empty())) {
        auto finding = store_.next_to_examine(not_now(), store::Wanted::Unknown);
        if (!finding) return finding.error();
        more_findings_ = finding->has_value();
        if (!more_findings_) return {};
        if (auto given = examine(**finding); !given) return given;
        examining_.push_back((*finding)->id);
    }
    return {};
}

Result<void> Conductor::hand_out_sorting() {
    if (!config_.examine) return {};
    // In the end those that waited for a reduction are told as well as it can be.
    const store::Wanted wanted = near_the_end() ? store::Wanted::MaybeKnown : store::Wanted::MaybeKnownNow;
    auto left = store_.left_to_examine(wanted);
    if (!left) return left.error();
    to_sort_ = *left - std::min<uint64_t>(*left, unavailable_.size());
    const size_t at_once = sorting_first() ? config_.jobs : std::max(1U, config_.jobs / 2);
    while (to_sort_ > sorting_.size() && sorting_.size() < at_once && may_sort()) {
        auto finding = store_.next_to_examine(not_now(), wanted);
        if (!finding) return finding.error();
        if (!*finding) return {};
        if (auto given = examine(**finding); !given) return given;
        sorting_.push_back((*finding)->id);
    }
    return {};
}

std::vector<int64_t> Conductor::not_now() const {
    std::vector<int64_t> ids = examining_;
    ids.insert(ids.end(), sorting_.begin(), sorting_.end());
    ids.insert(ids.end(), unavailable_.begin(), unavailable_.end());
    return ids;
}

Result<void> Conductor::examine(const store::Finding& finding) {
    auto group = store_.group(finding.number);
    if (!group) return group.error();
    const testcase::TestCase& test = group->at(finding.verdict.test);
    auto how = thoroughness(finding, test);
    if (!how) return how.error();
    triaging_[finding.id] = finding.bug;
    crew_.give({ExamineTask{finding, test, std::move(*how)}});
    return {};
}

Result<triage::Thoroughness> Conductor::thoroughness(const store::Finding& finding,
                                                     const testcase::TestCase& test) {
    triage::Thoroughness how;
    // Hundreds of compilations are for the small program that a reduction leaves.
    how.all_passes = !config_.reduce;
    how.closely = !is_reducible(finding.verdict.kind) || test.origin.settings.contains("batch");
    if (is_telling(finding.verdict.kind)) return how;
    auto bugs = store_.bugs();
    if (!bugs) return bugs.error();
    for (const store::Bug& bug : *bugs) {
        const bool same = bug.compiler == finding.verdict.setup.compiler && !is_telling(bug.kind) &&
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

Result<void> Conductor::hand_out_work() {
    if (auto given = hand_out_tests(); !given) return given;
    if (in_exploration_phase()) return {};
    if (auto given = hand_out_findings(); !given) return given;
    return hand_out_reductions();
}

// Each bug once, whenever no finding waits to be examined.
Result<void> Conductor::hand_out_reductions() {
    while (config_.reduce && more_reductions_ && spare() > 0) {
        auto bug = store_.claim_job("reduce");
        if (!bug) return bug.error();
        more_reductions_ = bug->has_value();
        if (!more_reductions_) return {};
        auto task = reduction_of(store_, **bug);
        if (!task) return task.error();
        // Of several programs in one text the model is not at hand; a finding of one program may come.
        if (!*task || (*task)->test.origin.settings.contains("batch")) {
            if (auto done = store_.finish_job("reduce", **bug); !done) return done;
            continue;
        }
        reducing_.insert(**bug);
        crew_.give({std::move(**task)});
    }
    return {};
}

Result<void> Conductor::ask_for_reduction(int64_t id) {
    auto bug = store_.bug(id);
    if (!bug) return bug.error();
    const bool wanted = is_reducible(bug->kind) && bug->state == triage::State::Confirmed &&
                        !(bug->reduced && bug->reduced->done);
    if (!wanted) return {};
    more_reductions_ = true;
    return store_.add_job("reduce", id);
}

Result<void> Conductor::keep(const Reduced& reduced) {
    reducing_.erase(reduced.bug);
    progress_.tools_us += reduced.tools_us;
    auto bug = campaign::keep(store_, reduced);
    if (!bug) return bug.error();
    // It may have been merged since; its new number wants no second reduction.
    if (*bug != reduced.bug || reduced.complete())
        if (auto done = store_.finish_job("reduce", reduced.bug); !done) return done;
    if (reduced.complete()) return store_.finish_job("reduce", *bug);
    // Cut off, it goes on next time; out of its own time or impossible, the user may.
    return leaving_ ? Result<void>() : store_.abandon_job("reduce", *bug);
}

void Conductor::account(const Tested& tested) {
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
}

Result<void> Conductor::settle(const Examined& examined) {
    std::erase(examining_, examined.finding.id);
    triaging_.erase(examined.finding.id);
    if (std::erase(sorting_, examined.finding.id) > 0) sorting_seconds_ += examined.seconds;
    more_findings_ = true; // what it told may be doubted, and then others of its compiler are next
    if (!examined.triaged) {
        unavailable_.push_back(examined.finding.id);
        return {};
    }
    auto bug = store_.settle(examined.finding, described(examined.finding, *examined.triaged),
                             titles_of(examined.finding, *examined.triaged));
    if (!bug) return bug.error();
    progress_.tools_us += examined.tools_us;
    return ask_for_reduction(*bug);
}

Result<void> Conductor::take_in(std::vector<Result<Outcome>> outcomes) {
    std::vector<store::Finished> finished;
    for (Result<Outcome>& outcome : outcomes) {
        if (!outcome) return outcome.error();
        if (auto* tested = std::get_if<Tested>(&*outcome)) {
            --tests_in_flight_;
            account(*tested);
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
            more_findings_ = true;
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
    progress_.elapsed = Clock::now() - start_;
    if (config_.time) progress_.left = *config_.time - progress_.elapsed;
    progress_.own_us = own_cpu_us() - cpu_at_start_ + crew_.fence_cpu_us();
    progress_.tests_running = tests_in_flight_;
    progress_.triaging.clear();
    for (const auto& [finding, bug] : triaging_) progress_.triaging.insert(bug);
    progress_.reducing = reducing_;
    progress_.time_is_over = time_is_over();
    progress_.stopping = leaving_;
    watcher_.progress(progress_);
    return {};
}

Result<Progress> Conductor::run(const std::atomic<bool>& stop) {
    constexpr std::chrono::milliseconds kPatience{300}, kBetweenReports{500};
    Clock::time_point next_report = start_;
    auto known = store_.bugs(); // of an earlier call that was cut off, or did not reduce
    if (!known) return known.error();
    for (const store::Bug& bug : *known)
        if (auto asked = ask_for_reduction(bug.id); !asked) return asked.error();
    while (!stop && !time_to_leave()) {
        if (!in_exploration_phase())
            if (auto given = hand_out_sorting(); !given) return given.error();
        if (!time_is_over())
            if (auto given = hand_out_work(); !given) return given.error();
        if (idle()) break;
        if (auto taken = take_in(crew_.take(kPatience)); !taken) return taken.error();
        if (auto triaged = tell_who_is_out(); !triaged) return triaged.error();
        if (Clock::now() < next_report) continue;
        if (auto there = store_.still_there(); !there) return there.error();
        if (auto reported = report(); !reported) return reported.error();
        next_report = Clock::now() + kBetweenReports;
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

Result<Progress> run(const Config& config, const toolchain::Toolset& tools, store::Store& store,
                     Watcher& watcher, const std::atomic<bool>& stop) {
    if (auto work = every_method_has_work(config, tools.compilers); !work) return work.error();
    Shield shield;
    auto findings = store.all_findings();
    if (!findings) return findings.error();
    for (const store::Finding& finding : *findings) shield.add(finding.verdict, finding.number);
    if (auto noted = note_compilers(store, tools.compilers, config); !noted) return noted.error();
    if (auto saved = save_record(store, record_of(config, tools.compilers)); !saved) return saved.error();
    Roster roster(tools);
    auto crew = Crew::hire(config, roster, shield);
    if (!crew) return crew.error();
    return Conductor(config, store, watcher, **crew, shield, roster).run(stop);
}

} // namespace assay::campaign
