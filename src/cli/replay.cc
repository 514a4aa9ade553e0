// assay replay: does a bug still fail, and on which of the compilers here?
#include "campaign/replay.h"
#include "base/json_text.h"
#include "cli/command.h"
#include "cli/support/campaign_compilers.h"
#include "cli/support/campaign_folder.h"
#include "cli/support/compiler_search.h"
#include "cli/support/lists.h"
#include "cli/support/live_line.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace assay::cli {
namespace {

using base::Result;
using campaign::BugReplay;
using campaign::Replayed;
using Json = nlohmann::ordered_json;
using triage::Behaviour;

Json as_json(const BugReplay& bug) {
    Json json{{"id", bug.id},
              {"title", bug.title},
              {"failed", bug.failed.name()},
              {"answer", to_text(bug.answer)},
              {"compilers", Json::object()},
              {"why", Json::object()}};
    for (const Replayed& one : bug.setups) {
        json["compilers"][one.setup.name()] = to_text(one.answer);
        if (!one.why.empty()) json["why"][one.setup.name()] = one.why;
    }
    return json;
}

std::string as_text(const BugReplay& bug) {
    std::string text = fmt::format("bug {}: {}\n", bug.id, bug.title);
    for (const Replayed& one : bug.setups) {
        text += fmt::format("    {:<12} {}", to_text(one.answer), one.setup.name());
        if (!one.why.empty()) text += fmt::format(" ({})", one.why);
        text += "\n";
    }
    return text;
}

Result<BugReplay> replayed(const Arguments& arguments, store::Store& store, int64_t id,
                           const CampaignCompilers& tools, sandbox::Sandbox& sandbox) {
    LiveLine line;
    auto bug = campaign::replay(
        store, id, {tools.toolbox, tools.limits, items(arguments.text("--compilers")), tools.missing},
        sandbox, [&](const std::string& step) {
            line.show({{fmt::format("bug {}", id), 2}, {step, 1}});
        });
    line.hide();
    return bug;
}

Result<Status> run(const Arguments& arguments) {
    auto store = store::Store::open_for_reading(arguments.text("--campaign"));
    if (!store) return store.error();
    auto tools = campaign_compilers(arguments, *store, Also::AllOfThisMachine);
    if (!tools) return tools.error();
    auto sandbox = sandbox::Sandbox::open(means_for(tools->toolbox));
    if (!sandbox) return sandbox.error();
    Json all = Json::array();
    bool fails = false, unknown = false;
    for (const std::string& name : arguments.files("BUG")) {
        auto id = bug_meant(*store, name);
        if (!id) return id.error();
        auto bug = replayed(arguments, *store, *id, *tools, *sandbox);
        if (!bug) return bug.error();
        fails |= bug->answer == Behaviour::Fails;
        unknown |= bug->answer == Behaviour::CannotTell;
        if (arguments.flag("--json"))
            all.push_back(as_json(*bug));
        else if (auto written = write_out(as_text(*bug)); !written)
            return written.error();
    }
    if (arguments.flag("--json"))
        if (auto written = write_json(base::json_text(all, 1) + "\n"); !written) return written.error();
    return fails ? kSomethingFound : unknown ? kFailed : kNothingFound;
}

} // namespace

Command replay_command() {
    return {"replay",
            "says whether a bug still fails, and on which of the compilers here",
            {{"BUG", OptionKind::Files, "number of the bug, as in `assay bugs`", "", true},
             {"--compilers", OptionKind::Text,
              "which compilers; otherwise the one that failed, and all others beside"},
             {"--config", OptionKind::Text, "a file with settings (assay.toml)"},
             kRootOption,
             kCampaignOption,
             kJsonOption},
            "assay replay 1\n"
            "assay replay 1 2 --compilers gcc-12 --json",
            run,
            "0: no bug that was named fails any more\n1: at least one still fails\n2: failed, called "
            "wrongly, or that cannot be told"};
}

} // namespace assay::cli
