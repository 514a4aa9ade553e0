// assay replay: does a bug still fail, and on which of the compilers here?
#include "base/json_text.h"
#include "campaign/limits.h"
#include "cli/command.h"
#include "cli/support/campaign_compilers.h"
#include "cli/support/campaign_folder.h"
#include "cli/support/compiler_search.h"
#include "cli/support/lists.h"
#include "cli/support/live_line.h"
#include "toolchain/setups.h"
#include "triage/failure.h"
#include "triage/ladder.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace assay::cli {
namespace {

using base::Result;
using Json = nlohmann::ordered_json;
using triage::Behaviour;

constexpr const char* kCannotTell = "cannot tell";

// What one setup does now, and why that cannot be told.
struct Told {
    std::string answer, why = {};
};

class Replay {
  public:
    // `named`: the compilers that the user asks about; empty: the one that failed.
    Replay(store::Store& store, const CampaignCompilers& tools, std::vector<std::string> named,
           sandbox::Sandbox& sandbox)
        : store_(store), tools_(tools), named_(std::move(named)), sandbox_(sandbox) {}

    // The compiler that failed and every other one that fits, with the options that failed.
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
        if (finding.verdict.test >= group->size())
            return base::Error{fmt::format("the program of bug {} is missing", id)};
        answer_ = "";
        json_ = {{"id", id},     {"title", bug->title},         {"failed", finding.verdict.setup.name()},
                 {"answer", ""}, {"compilers", Json::object()}, {"why", Json::object()}};
        if (auto asked = ask_all(finding, (*group)[finding.verdict.test]); !asked) return asked.error();
        line_.hide();
        json_["answer"] = answer_.empty() ? kCannotTell : answer_;
        return json_;
    }

  private:
    store::Store& store_;
    const CampaignCompilers& tools_;
    const std::vector<std::string> named_;
    sandbox::Sandbox& sandbox_;
    Json json_;
    std::string answer_; // of the compilers in question
    LiveLine line_;

    Result<void> ask_all(const store::Finding& finding, const testcase::TestCase& test) {
        const testcase::Setup& failed = finding.verdict.setup;
        triage::Failure failure{nullptr, failed, finding.verdict.kind, finding.verdict.title};
        line_.show({{fmt::format("bug {}", finding.bug), 2}, {"is its program valid?", 1}});
        auto unknown = find_out_what_is_right(failure, test);
        if (!unknown) return unknown.error();
        if (named_.empty() && !tools_.named(failed.compiler))
            note(failed, {kCannotTell, tools_.why_missing(failed.compiler)}, true);
        for (const toolchain::Compiler& compiler : tools_.toolbox.compilers) {
            const bool asked_about = !named_.empty() || compiler.name == failed.compiler;
            failure.compiler = &compiler;
            failure.setup = {compiler.name, failed.options, failed.target};
            if (!toolchain::fits(compiler, failure.setup, test)) {
                if (asked_about)
                    note(failure.setup, {kCannotTell, "it does not take such a program and these options"},
                         true);
                continue;
            }
            line_.show({{fmt::format("bug {}", finding.bug), 2}, {failure.setup.name(), 1}});
            auto told = unknown->empty() ? ask(failure, test) : Told{kCannotTell, *unknown};
            if (!told) return told.error();
            note(failure.setup, *told, asked_about);
        }
        return {};
    }

    // Where the test itself does not say it, the ladder must. Gives the reason if nobody knows.
    Result<std::string> find_out_what_is_right(triage::Failure& failure, const testcase::TestCase& test) {
        if (test.expected || !traits(failure.kind).compares_runs) return std::string();
        auto climb = triage::climb_ladder(sandbox_, test, tools_.toolbox.references,
                                          campaign::limits_for(tools_.limits, test));
        if (!climb) return climb.error();
        if (climb->ruling != triage::Ruling::Valid)
            return "what its program must print is not known: " + climb->why;
        failure.reference_output = climb->output;
        failure.reference_exit = climb->exit;
        return std::string();
    }

    Result<Told> ask(const triage::Failure& failure, const testcase::TestCase& test) {
        triage::Retrial retrial(sandbox_, failure, campaign::limits_for(tools_.limits, test));
        auto answer = retrial.ask(test);
        if (!answer) return answer.error();
        const bool broken = answer->what == Behaviour::CannotTell;
        return Told{std::string(to_text(answer->what)), broken ? "it fails in another way" : ""};
    }

    // One failure among those in question decides, and one that cannot be asked is never right.
    void note(const testcase::Setup& setup, const Told& told, bool in_question) {
        json_["compilers"][setup.name()] = told.answer;
        if (!told.why.empty()) json_["why"][setup.name()] = told.why;
        if (!in_question || answer_ == to_text(Behaviour::Fails)) return;
        if (answer_.empty() || told.answer != to_text(Behaviour::Right)) answer_ = told.answer;
    }
};

std::string as_text(const Json& bug) {
    std::string text = fmt::format("bug {}: {}\n", bug["id"].get<int64_t>(), bug["title"].get<std::string>());
    for (const auto& [setup, answer] : bug["compilers"].items()) {
        text += fmt::format("    {:<12} {}", answer.get<std::string>(), setup);
        if (bug["why"].contains(setup)) text += fmt::format(" ({})", bug["why"][setup].get<std::string>());
        text += "\n";
    }
    return text;
}

Result<Status> run(const Arguments& arguments) {
    auto store = store::Store::open_for_reading(arguments.text("--campaign"));
    if (!store) return store.error();
    auto tools = campaign_compilers(arguments, *store, Also::AllOfThisMachine);
    if (!tools) return tools.error();
    auto sandbox = sandbox::Sandbox::open(means_for(tools->toolbox));
    if (!sandbox) return sandbox.error();
    Replay replay(*store, *tools, items(arguments.text("--compilers")), *sandbox);
    Json all = Json::array();
    bool fails = false, unknown = false;
    for (const std::string& name : arguments.files("BUG")) {
        auto id = bug_meant(*store, name);
        if (!id) return id.error();
        auto bug = replay.bug(*id);
        if (!bug) return bug.error();
        fails |= (*bug)["answer"] == to_text(Behaviour::Fails);
        unknown |= (*bug)["answer"] == kCannotTell;
        if (arguments.flag("--json"))
            all.push_back(*bug);
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
