// assay replay: does a bug still fail, and on which of the compilers here?
#include "campaign/limits.h"
#include "cli/campaign_folder.h"
#include "cli/command.h"
#include "cli/compiler_choice.h"
#include "cli/lists.h"
#include "toolchain/setups.h"
#include "triage/failure.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace assay::cli {
namespace {

using base::Result;
using Json = nlohmann::ordered_json;
using triage::Answer;

std::string_view word(Answer::What what) {
    switch (what) {
    case Answer::What::Fails: return "fails";
    case Answer::What::Right: return "right";
    case Answer::What::Broken: return "cannot tell";
    }
    return {};
}

class Replay {
  public:
    Replay(store::Store& store, const std::vector<toolchain::Compiler>& compilers, sandbox::Sandbox& sandbox)
        : store_(store), compilers_(compilers), sandbox_(sandbox) {}

    // Every compiler of the family that failed, with the options that failed.
    Result<Json> bug(int64_t id) {
        auto bug = store_.bug(id);
        if (!bug) return bug.error();
        auto findings = store_.findings(id, 1);
        if (!findings) return findings.error();
        if (findings->empty())
            return base::Error{fmt::format("bug {} has no finding that could be replayed", id)};
        const store::Finding& finding = findings->front();
        auto group = store_.group(finding.number);
        if (!group) return group.error();
        const testcase::TestCase& test = group->at(finding.verdict.test);
        Json json{{"id", id}, {"title", bug->title}, {"compilers", Json::object()}};
        for (const toolchain::Compiler& compiler : compilers_) {
            const testcase::Setup setup{compiler.name, finding.verdict.setup.options,
                                        finding.verdict.setup.target};
            if (!toolchain::fits(compiler, setup, test)) continue;
            triage::Retrial retrial(sandbox_, {&compiler, setup, finding.verdict.kind, finding.verdict.title},
                                    campaign::limits_for(campaign::Config{}, test));
            auto answer = retrial.ask(test);
            if (!answer) return answer.error();
            json["compilers"][setup.name()] = word(answer->what);
        }
        return json;
    }

  private:
    store::Store& store_;
    const std::vector<toolchain::Compiler>& compilers_;
    sandbox::Sandbox& sandbox_;
};

std::string as_text(const Json& bug) {
    std::string text = fmt::format("bug {}: {}\n", bug["id"].get<int64_t>(), bug["title"].get<std::string>());
    for (const auto& [setup, answer] : bug["compilers"].items())
        text += fmt::format("    {:<12} {}\n", answer.get<std::string>(), setup);
    return text;
}

bool fails(const Json& bug) {
    for (const auto& [setup, answer] : bug["compilers"].items())
        if (answer == "fails") return true;
    return false;
}

Result<Status> run(const Arguments& arguments) {
    auto store = store::Store::open_for_reading(arguments.text("--campaign"));
    if (!store) return store.error();
    auto toolbox = choose_compilers(items(arguments.text("--compilers")), arguments.text("--config"));
    if (!toolbox) return toolbox.error();
    auto sandbox = sandbox::Sandbox::open();
    if (!sandbox) return sandbox.error();
    Replay replay(*store, toolbox->compilers, *sandbox);
    Json all = Json::array();
    bool any = false;
    for (const std::string& name : arguments.files("BUG")) {
        auto id = bug_id(name);
        if (!id) return id.error();
        auto bug = replay.bug(*id);
        if (!bug) return bug.error();
        any |= fails(*bug);
        if (arguments.flag("--json"))
            all.push_back(*bug);
        else if (auto written = write_out(as_text(*bug)); !written)
            return written.error();
    }
    if (arguments.flag("--json"))
        if (auto written = write_out(all.dump(1) + "\n"); !written) return written.error();
    return any ? kSomethingFound : kNothingFound;
}

} // namespace

Command replay_command() {
    return {"replay",
            "says whether a bug still fails, and on which of the compilers here",
            {{"BUG", OptionKind::Files, "number of the bug, as in `assay bugs`", "", true},
             {"--compilers", OptionKind::Text, "which compilers; otherwise all that are found"},
             {"--config", OptionKind::Text, "a file with settings (assay.toml)"},
             kCampaignOption,
             kJsonOption},
            "assay replay 1\n"
            "assay replay 1 2 --compilers gcc-12 --json",
            run};
}

} // namespace assay::cli
