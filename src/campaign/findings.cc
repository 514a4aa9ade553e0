#include "campaign/findings.h"

#include "campaign/labels.h"
#include "campaign/limits.h"

#include <algorithm>
#include <fmt/format.h>

namespace assay::campaign {
namespace {

using base::Error;
using base::Result;
using triage::State;

// A bug that was triaged before learns what is new about it.
Result<void> renew(store::Store& store, const store::Bug& bug, const Examined& examined) {
    store::Bug now = described(examined.finding, *examined.triaged);
    now.id = bug.id;
    // The small program told more about the bug than the whole one can.
    if (bug.reduced && bug.reduced->done) {
        const triage::Diagnosis again = now.diagnosis;
        now.title = bug.title;
        now.diagnosis = bug.diagnosis;
        now.diagnosis.reliability = again.reliability;
        now.diagnosis.validity = again.validity;
    }
    if (bug.state == State::Ignored) now.state = State::Ignored;
    return store.update(now);
}

// What it was before follows from what is known of it.
State state_before_ignored(const store::Bug& bug) {
    if (bug.diagnosis != triage::Diagnosis{}) return bug.diagnosis.state();
    return traits(bug.kind).names_defect ? State::New : State::Waiting;
}

} // namespace

Result<ExamineTask> to_examine(store::Store& store, const store::Finding& finding, triage::Thoroughness how) {
    auto group = store.group(finding.number);
    if (!group) return group.error();
    if (finding.verdict.test >= group->size())
        return Error{fmt::format("the program of finding {} is missing", finding.id)};
    return ExamineTask{finding, std::move((*group)[finding.verdict.test]), std::move(how)};
}

Result<Examined> examine(const ExamineTask& task, sandbox::Sandbox& sandbox, const toolchain::Toolset& tools,
                         const Config& config) {
    const testcase::Verdict& verdict = task.finding.verdict;
    const auto compiler =
        std::ranges::find(tools.compilers, verdict.setup.compiler, &toolchain::Compiler::name);
    if (compiler == tools.compilers.end()) return Examined{task.finding, std::nullopt, 0, 0};
    const triage::Failure failure{&*compiler, verdict.setup, verdict.kind, verdict.title};
    const auto start = std::chrono::steady_clock::now();
    auto triaged =
        triage::examine(sandbox, failure, task.test, tools, limits_for(config, task.test), task.how);
    if (!triaged) return triaged.error();
    const uint64_t tools_us = triaged->tools_us;
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    return Examined{task.finding, std::move(*triaged), tools_us, took.count()};
}

Result<int64_t> settle(store::Store& store, const Examined& examined) {
    return store.settle(examined.finding, described(examined.finding, *examined.triaged),
                        titles_of(examined.finding, *examined.triaged));
}

Result<Examined> Triage::examine_one(const store::Finding& finding, std::optional<uint64_t> left) {
    watcher_.begins(finding.bug, left);
    auto task = to_examine(store_, finding);
    if (!task) return task.error();
    return examine(*task, sandbox_, tools_, config_);
}

Result<Triage::Done> Triage::all_that_wait() {
    Done done;
    std::vector<int64_t> passed_over;
    while (!stop_) {
        auto finding = store_.next_to_examine(passed_over);
        if (!finding) return finding.error();
        if (!*finding) break;
        auto left = store_.left_to_examine(store::Wanted::Any);
        if (!left) return left.error();
        auto examined = examine_one(**finding, *left - std::min<uint64_t>(*left, passed_over.size()));
        if (!examined) return examined.error();
        if (!examined->triaged) {
            passed_over.push_back((*finding)->id);
            done.missing_compilers.insert((*finding)->verdict.setup.compiler);
            continue;
        }
        auto bug = settle(store_, *examined);
        if (!bug) return bug.error();
        watcher_.triaged(*bug, *examined->triaged);
        ++done.examined;
    }
    done.left = passed_over.size();
    return done;
}

Result<Triage::Done> Triage::bug(int64_t id) {
    auto bug = store_.bug(id);
    if (!bug) return bug.error();
    const bool waiting = bug->state == State::Waiting;
    auto findings = store_.findings(id, waiting ? 1000 : 1);
    if (!findings) return findings.error();
    if (findings->empty()) return Error{fmt::format("bug {} has no finding", id)};
    Done done;
    for (const store::Finding& finding : *findings) {
        if (stop_) break;
        auto examined = examine_one(finding, std::nullopt);
        if (!examined) return examined.error();
        if (!examined->triaged) {
            ++done.left;
            done.missing_compilers.insert(finding.verdict.setup.compiler);
            break;
        }
        ++done.examined;
        if (waiting || bug->state == State::New) {
            auto settled = settle(store_, *examined);
            if (!settled) return settled.error();
            watcher_.triaged(*settled, *examined->triaged);
        } else {
            if (auto renewed = renew(store_, *bug, *examined); !renewed) return renewed.error();
            watcher_.triaged(id, *examined->triaged);
        }
    }
    return done;
}

Result<void> set_ignored(store::Store& store, const std::vector<int64_t>& ids, bool ignored) {
    std::vector<store::Bug> bugs;
    for (const int64_t id : ids) {
        auto bug = store.bug(id);
        if (!bug) return bug.error();
        if (!ignored && bug->state != State::Ignored) return Error{fmt::format("bug {} is not ignored", id)};
        bug->state = ignored ? State::Ignored : state_before_ignored(*bug);
        bugs.push_back(std::move(*bug));
    }
    for (const store::Bug& bug : bugs)
        if (auto updated = store.update(bug); !updated) return updated;
    return {};
}

} // namespace assay::campaign
