// assay triage: examines what was found: does it repeat, is the program valid, which pass is guilty, which
// options are needed, which versions fail. What turns out to be the same bug is put together.
#include "campaign/labels.h"
#include "campaign/limits.h"
#include "cli/campaign_folder.h"
#include "cli/command.h"
#include "cli/compiler_choice.h"
#include "cli/interrupt.h"
#include "cli/lists.h"
#include "report/bugs.h"
#include "triage/examine.h"

#include <algorithm>
#include <fmt/format.h>

namespace assay::cli {
namespace {

using base::Error;
using base::Result;

class Triage {
  public:
    Triage(store::Store& store, const Toolbox& toolbox, sandbox::Sandbox& sandbox,
           const std::atomic<bool>& stop)
        : store_(store), toolbox_(toolbox), sandbox_(sandbox), stop_(stop) {}

    // Everything that waits.
    Result<void> all() {
        std::vector<int64_t> passed_over;
        while (!stop_) {
            auto finding = store_.next_to_examine(passed_over);
            if (!finding) return finding.error();
            if (!*finding) return {};
            auto told = examine(**finding);
            if (!told) return told.error();
            if (!*told) {
                passed_over.push_back((*finding)->id);
                continue;
            }
            auto settled = store_.settle(**finding, campaign::described(**finding, **told),
                                         campaign::told_titles(**finding, **told));
            if (!settled) return settled.error();
            tell(*settled, **told);
        }
        return {};
    }

    // It is counted and never looked at again.
    Result<void> ignore(int64_t id) {
        auto bug = store_.bug(id);
        if (!bug) return bug.error();
        bug->state = "ignored";
        return store_.update(*bug);
    }

    // A bug anew, by its first finding.
    Result<void> bug(int64_t id) {
        auto bug = store_.bug(id);
        if (!bug) return bug.error();
        auto findings = store_.findings(id, 1);
        if (!findings) return findings.error();
        if (findings->empty()) return Error{fmt::format("bug {} has no finding", id)};
        const store::Finding& finding = findings->front();
        auto told = examine(finding);
        if (!told) return told.error();
        if (!*told) return Error{fmt::format("bug {}: {} is not here", id, finding.verdict.setup.compiler)};
        store::Bug described = campaign::described(finding, **told);
        if (bug->state == "waiting") {
            auto settled = store_.settle(finding, described, campaign::told_titles(finding, **told));
            if (!settled) return settled.error();
            tell(*settled, **told);
            return {};
        }
        described.id = id;
        if (bug->state == "ignored") described.state = bug->state;
        tell(id, **told);
        return store_.update(described);
    }

  private:
    store::Store& store_;
    const Toolbox& toolbox_;
    sandbox::Sandbox& sandbox_;
    const std::atomic<bool>& stop_;

    Result<std::optional<triage::Examined>> examine(const store::Finding& finding) {
        const auto& compilers = toolbox_.compilers;
        const auto compiler =
            std::ranges::find(compilers, finding.verdict.setup.compiler, &toolchain::Compiler::name);
        if (compiler == compilers.end()) return std::optional<triage::Examined>();
        auto group = store_.group(finding.number);
        if (!group) return group.error();
        const testcase::TestCase& test = group->at(finding.verdict.test);
        auto told = triage::examine(
            sandbox_, {&*compiler, finding.verdict.setup, finding.verdict.kind, finding.verdict.title}, test,
            compilers, campaign::limits_for(campaign::Config{}, test));
        if (!told) return told.error();
        return std::optional(std::move(*told));
    }

    static void tell(int64_t bug, const triage::Examined& told) {
        fmt::print(stderr, "bug {}: {}, fails {} of {} times, validity {}\n", bug, told.title, told.failed,
                   told.tried, told.validity);
    }
};

Result<Status> run(const Arguments& arguments) {
    Interrupt interrupt;
    auto sandbox = sandbox::Sandbox::open();
    if (!sandbox) return sandbox.error();
    auto store = store::Store::open_for_writing(arguments.text("--campaign"));
    if (!store) return store.error();
    auto toolbox = choose_compilers(items(arguments.text("--compilers")), arguments.text("--config"));
    if (!toolbox) return toolbox.error();
    Triage triage(*store, *toolbox, *sandbox, interrupt.asked());
    const bool named = arguments.flag("BUG") && !arguments.files("BUG").empty();
    if (!named && arguments.flag("--ignore")) return Error{"--ignore: name the bugs"};
    if (!named)
        if (auto done = triage.all(); !done) return done.error();
    for (const std::string& name : named ? arguments.files("BUG") : std::vector<std::string>()) {
        auto id = bug_id(name);
        if (!id) return id.error();
        if (interrupt.asked()) break;
        auto done = arguments.flag("--ignore") ? triage.ignore(*id) : triage.bug(*id);
        if (!done) return done.error();
    }
    auto bugs = store->bugs();
    if (!bugs) return bugs.error();
    const std::string text =
        arguments.flag("--json") ? report::bugs_json(*bugs, store->folder()) : report::bugs_table(*bugs);
    if (auto written = write_out(text); !written) return written.error();
    return bugs->empty() ? kNothingFound : kSomethingFound;
}

} // namespace

Command triage_command() {
    return {
        "triage",
        "repeats, confirms, attributes and puts together what was found",
        {{"BUG", OptionKind::Files, "numbers of bugs to examine anew; otherwise all findings that wait", ""},
         {"--ignore", OptionKind::Flag, "the bugs named are known: count them and leave them alone"},
         {"--compilers", OptionKind::Text, "which compilers; otherwise all that are found"},
         {"--config", OptionKind::Text, "a file with settings (assay.toml)"},
         kCampaignOption,
         kJsonOption},
        "assay triage\n"
        "assay triage 1 2 --compilers gcc-11,gcc-12",
        run};
}

} // namespace assay::cli
