// assay triage: examines what was found: does it repeat, is the program valid, which pass is the culprit,
// which options are needed, which versions fail. What turns out to be the same bug is put together.
#include "base/count.h"
#include "campaign/labels.h"
#include "campaign/limits.h"
#include "cli/command.h"
#include "cli/support/campaign_compilers.h"
#include "cli/support/campaign_folder.h"
#include "cli/support/compiler_search.h"
#include "cli/support/interrupt.h"
#include "cli/support/live_line.h"
#include "report/bugs.h"
#include "triage/examine.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <set>

namespace assay::cli {
namespace {

using base::Error;
using base::Result;
using triage::State;

void set_ignored(store::Bug& bug) { bug.state = State::Ignored; }

// What it was before follows from what is known of it.
void set_wanted(store::Bug& bug) {
    const bool triaged = bug.diagnosis != triage::Diagnosis{};
    bug.state = triaged                          ? bug.diagnosis.state()
                : campaign::is_telling(bug.kind) ? State::New
                                                 : State::Waiting;
}

class Triage {
  public:
    Triage(store::Store& store, const CampaignCompilers& tools, sandbox::Sandbox& sandbox,
           const std::atomic<bool>& stop)
        : store_(store), tools_(tools), sandbox_(sandbox), stop_(stop) {}

    // Everything that waits.
    Result<void> all() {
        std::vector<int64_t> passed_over;
        std::set<std::string> unasked;
        uint64_t examined = 0;
        while (!stop_) {
            auto finding = store_.next_to_examine(passed_over);
            if (!finding) return finding.error();
            if (!*finding) line_.hide();
            if (!*finding) return summary(examined, passed_over.size(), unasked);
            if (auto shown = show_left((*finding)->bug, passed_over.size()); !shown) return shown;
            auto triaged = examine(**finding);
            if (!triaged) return triaged.error();
            if (!*triaged) {
                passed_over.push_back((*finding)->id);
                unasked.insert((*finding)->verdict.setup.compiler);
                continue;
            }
            if (auto settled = settle(**finding, **triaged); !settled) return settled;
            ++examined;
        }
        return {};
    }

    // A bug anew, by its first finding; of those that may be several bugs, every finding.
    Result<void> bug(int64_t id) {
        auto bug = store_.bug(id);
        if (!bug) return bug.error();
        const bool waiting = bug->state == State::Waiting;
        auto findings = store_.findings(id, waiting ? 1000 : 1);
        if (!findings) return findings.error();
        if (findings->empty()) return Error{fmt::format("bug {} has no finding", id)};
        for (const store::Finding& finding : *findings) {
            if (stop_) return {};
            line_.show({{fmt::format("triaging bug {}", id), 1}});
            auto triaged = examine(finding);
            if (!triaged) return triaged.error();
            if (!*triaged)
                return Error{fmt::format("bug {} needs {}: {}", id, finding.verdict.setup.compiler,
                                         tools_.why_missing(finding.verdict.setup.compiler))};
            auto done = waiting || bug->state == State::New ? settle(finding, **triaged)
                                                            : renew(*bug, finding, **triaged);
            if (!done) return done;
        }
        return {};
    }

  private:
    store::Store& store_;
    const CampaignCompilers& tools_;
    sandbox::Sandbox& sandbox_;
    const std::atomic<bool>& stop_;
    LiveLine line_;

    // Findings whose compiler is not here go on waiting, which must not look like success.
    Result<void> summary(uint64_t examined, size_t left, const std::set<std::string>& unasked) const {
        if (left == 0) {
            if (examined == 0) fmt::print(stderr, "no finding waits to be examined\n");
            return {};
        }
        const std::string text =
            fmt::format("{} {} to wait for compilers that are not here: {}", left,
                        left == 1 ? "finding has" : "findings have", fmt::join(unasked, ", "));
        if (examined == 0) return Error{"nothing could be examined: " + text};
        fmt::print(stderr, "{}\n", text);
        return {};
    }

    Result<std::optional<triage::Diagnosis>> examine(const store::Finding& finding) {
        const toolchain::Compiler* compiler = tools_.named(finding.verdict.setup.compiler);
        if (!compiler) return std::optional<triage::Diagnosis>();
        auto group = store_.group(finding.number);
        if (!group) return group.error();
        const testcase::TestCase& test = group->at(finding.verdict.test);
        auto triaged = triage::examine(
            sandbox_, {compiler, finding.verdict.setup, finding.verdict.kind, finding.verdict.title}, test,
            tools_.toolbox, campaign::limits_for(tools_.limits, test));
        if (!triaged) return triaged.error();
        return std::optional(std::move(*triaged));
    }

    Result<void> settle(const store::Finding& finding, const triage::Diagnosis& triaged) {
        auto settled = store_.settle(finding, campaign::described(finding, triaged),
                                     campaign::titles_of(finding, triaged));
        if (!settled) return settled.error();
        tell(*settled, triaged);
        return {};
    }

    Result<void> renew(const store::Bug& bug, const store::Finding& finding,
                       const triage::Diagnosis& triaged) {
        store::Bug described = campaign::described(finding, triaged);
        described.id = bug.id;
        // The small program told more about the bug than the whole one can.
        if (bug.reduced && bug.reduced->done) {
            const triage::Diagnosis again = described.diagnosis;
            described.title = bug.title;
            described.diagnosis = bug.diagnosis;
            described.diagnosis.reliability = again.reliability;
            described.diagnosis.validity = again.validity;
        }
        if (bug.state == State::Ignored) set_ignored(described);
        tell(bug.id, triaged);
        return store_.update(described);
    }

    Result<void> show_left(int64_t bug, size_t passed_over) {
        auto left = store_.left_to_examine(store::Wanted::Any);
        if (!left) return left.error();
        line_.show({{fmt::format("triaging bug {}", bug), 2},
                    {base::counted(*left - std::min<uint64_t>(*left, passed_over), "finding") + " left", 1}});
        return {};
    }

    void tell(int64_t bug, const triage::Diagnosis& triaged) {
        line_.print_above(fmt::format("bug {}: {}, fails {} of {} times, validity {}", bug, triaged.title,
                                      triaged.reliability.failed, triaged.reliability.tried,
                                      to_text(triaged.validity)));
    }
};

Result<std::vector<int64_t>> bugs_named(const Arguments& arguments, store::Store& store) {
    std::vector<int64_t> ids;
    for (const std::string& name : arguments.files("BUG")) {
        auto id = bug_meant(store, name);
        if (!id) return id.error();
        ids.push_back(*id);
    }
    return ids;
}

// All of them or none.
Result<void> mark(store::Store& store, const std::vector<int64_t>& ids, bool ignored) {
    std::vector<store::Bug> bugs;
    for (const int64_t id : ids) {
        auto bug = store.bug(id);
        if (!bug) return bug.error();
        if (!ignored && bug->state != State::Ignored) return Error{fmt::format("bug {} is not ignored", id)};
        ignored ? set_ignored(*bug) : set_wanted(*bug);
        bugs.push_back(std::move(*bug));
    }
    for (const store::Bug& bug : bugs)
        if (auto updated = store.update(bug); !updated) return updated;
    return {};
}

Result<void> examine(const Arguments& arguments, store::Store& store, const std::vector<int64_t>& ids) {
    Interrupt interrupt;
    auto tools = campaign_compilers(arguments, store, Also::AllOfThisMachine);
    if (!tools) return tools.error();
    auto sandbox = sandbox::Sandbox::open(means_for(tools->toolbox));
    if (!sandbox) return sandbox.error();
    Triage triage(store, *tools, *sandbox, interrupt.asked());
    if (ids.empty()) return triage.all();
    for (const int64_t id : ids) {
        if (interrupt.asked()) break;
        // One that was examined before may have turned out to be this one.
        auto current = store.current(id);
        if (!current) return current.error();
        if (auto done = triage.bug(*current); !done) return done;
    }
    return {};
}

Result<Status> run(const Arguments& arguments) {
    const bool ignore = arguments.flag("--ignore"), unignore = arguments.flag("--unignore");
    if (ignore && unignore) return Error{"--ignore and --unignore exclude each other"};
    if ((ignore || unignore) && arguments.files("BUG").empty())
        return Error{fmt::format("{}: name the bugs", ignore ? "--ignore" : "--unignore")};
    auto store = store::Store::open_existing(arguments.text("--campaign"));
    if (!store) return store.error();
    auto ids = bugs_named(arguments, *store);
    if (!ids) return ids.error();
    auto done = ignore || unignore ? mark(*store, *ids, ignore) : examine(arguments, *store, *ids);
    if (!done) return done.error();
    auto bugs = store->bugs();
    if (!bugs) return bugs.error();
    const std::string text =
        arguments.flag("--json") ? report::bugs_json(*bugs, store->folder()) : report::bugs_table(*bugs);
    if (auto written = write_out(text); !written) return written.error();
    return std::ranges::any_of(*bugs, report::counts) ? kSomethingFound : kNothingFound;
}

} // namespace

Command triage_command() {
    return {
        "triage",
        "reproduces, validates, bisects and deduplicates findings",
        {{"BUG", OptionKind::Files, "numbers of bugs to examine anew; otherwise all findings that wait", ""},
         {"--ignore", OptionKind::Flag, "the bugs named are known: count them and leave them alone"},
         {"--unignore", OptionKind::Flag, "the bugs named are no longer ignored"},
         {"--compilers", OptionKind::Text,
          "which compilers; otherwise those of the campaign and all that are found"},
         {"--config", OptionKind::Text, "a file with settings (assay.toml)"},
         kRootOption,
         kCampaignOption,
         kJsonOption},
        "assay triage\n"
        "assay triage 1 2 --compilers gcc-11,gcc-12\n"
        "assay triage --ignore 3",
        run,
        "0: there are no bugs but invalid, doubtful and ignored ones\n"
        "1: there are some\n"
        "2: failed, or called wrongly"};
}

} // namespace assay::cli
