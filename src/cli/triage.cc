// assay triage: examines what was found: does it repeat, is the program valid, which pass is the culprit,
// which options are needed, which versions fail. What turns out to be the same bug is put together.
#include "base/count.h"
#include "campaign/findings.h"
#include "cli/command.h"
#include "cli/support/campaign_compilers.h"
#include "cli/support/campaign_folder.h"
#include "cli/support/compiler_search.h"
#include "cli/support/interrupt.h"
#include "cli/support/live_line.h"
#include "report/bugs.h"

#include <algorithm>
#include <fmt/ranges.h>

namespace assay::cli {
namespace {

using base::Error;
using base::Result;

class Line final : public campaign::TriageWatcher {
  public:
    void begins(int64_t bug, std::optional<uint64_t> left) override {
        line_.show({{fmt::format("triaging bug {}", bug), 2},
                    {left ? base::counted(*left, "finding") + " left" : "", 1}});
    }
    void triaged(int64_t bug, const triage::Diagnosis& diagnosis) override {
        line_.print_above(fmt::format("bug {}: {}, fails {} of {} times, validity {}", bug, diagnosis.title,
                                      diagnosis.reliability.failed, diagnosis.reliability.tried,
                                      to_text(diagnosis.validity)));
    }
    void hide() { line_.hide(); }

  private:
    LiveLine line_;
};

// Findings whose compiler is not here go on waiting, which must not look like success.
Result<void> tell(const campaign::Triage::Done& done) {
    if (done.left == 0) {
        if (done.examined == 0) say("no finding waits to be examined\n");
        return {};
    }
    const std::string text = fmt::format("{} {} to wait for compilers that are not here: {}", done.left,
                                         done.left == 1 ? "finding has" : "findings have",
                                         fmt::join(done.missing_compilers, ", "));
    if (done.examined == 0) return Error{"nothing could be examined: " + text};
    say(text + "\n");
    return {};
}

Result<std::vector<int64_t>> bugs_named(const Arguments& arguments, store::Store& store) {
    std::vector<int64_t> ids;
    for (const std::string& name : arguments.files("BUG")) {
        auto id = bug_meant(store, name);
        if (!id) return id.error();
        ids.push_back(*id);
    }
    return ids;
}

Result<void> examine(const Arguments& arguments, store::Store& store, const std::vector<int64_t>& ids) {
    Interrupt interrupt;
    auto tools = campaign_compilers(arguments, store, Also::AllOfThisMachine);
    if (!tools) return tools.error();
    auto sandbox = sandbox::Sandbox::open(means_for(tools->toolbox));
    if (!sandbox) return sandbox.error();
    Line line;
    campaign::Triage triage(store, *sandbox, tools->toolbox, tools->limits, interrupt.asked(), line);
    if (ids.empty()) {
        auto done = triage.all_that_wait();
        if (!done) return done.error();
        line.hide();
        return interrupt.asked() ? Result<void>() : tell(*done);
    }
    for (const int64_t id : ids) {
        if (interrupt.asked()) break;
        // One that was examined before may have turned out to be this one.
        auto current = store.current(id);
        if (!current) return current.error();
        auto done = triage.bug(*current);
        if (!done) return done.error();
        for (const std::string& compiler : done->missing_compilers)
            return Error{
                fmt::format("bug {} needs {}: {}", *current, compiler, tools->why_missing(compiler))};
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
    auto done =
        ignore || unignore ? campaign::set_ignored(*store, *ids, ignore) : examine(arguments, *store, *ids);
    if (!done) return done.error();
    auto bugs = store->bugs();
    if (!bugs) return bugs.error();
    const auto written = arguments.flag("--json") ? write_json(report::bugs_json(*bugs, store->folder()))
                                                  : write_out(report::bugs_table(*bugs));
    if (!written) return written.error();
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
