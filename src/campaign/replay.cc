#include "campaign/replay.h"

#include "campaign/limits.h"
#include "toolchain/setups.h"
#include "triage/failure.h"
#include "triage/ladder.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace assay::campaign {
namespace {

using base::Error;
using base::Result;
using triage::Behaviour;

class Replayer {
  public:
    Replayer(const ReplayTools& with, sandbox::Sandbox& sandbox, const testcase::TestCase& test,
             const std::function<void(const std::string&)>& on_step)
        : with_(with), sandbox_(sandbox), test_(test), on_step_(on_step),
          limits_(limits_for(with.limits, test)) {}

    Result<BugReplay> all(BugReplay bug, triage::Failure failure) {
        bug_ = std::move(bug);
        on_step_("is its program valid?");
        auto unknown = find_out_what_is_right(failure);
        if (!unknown) return unknown.error();
        const testcase::Setup& failed = bug_.failed;
        const auto is_failed = [&](const toolchain::Compiler& one) { return one.name == failed.compiler; };
        if (with_.named.empty() && std::ranges::none_of(with_.tools.compilers, is_failed)) {
            const auto why = with_.missing.find(failed.compiler);
            note({failed, Behaviour::CannotTell,
                  why == with_.missing.end() ? "it is not among the compilers" : why->second},
                 true);
        }
        for (const toolchain::Compiler& compiler : with_.tools.compilers) {
            const bool in_question = !with_.named.empty() || is_failed(compiler);
            failure.compiler = &compiler;
            failure.setup = {compiler.name, failed.options, failed.target};
            if (auto asked = ask(failure, *unknown, in_question); !asked) return asked.error();
        }
        bug_.answer = answer_.value_or(Behaviour::CannotTell);
        return std::move(bug_);
    }

  private:
    const ReplayTools& with_;
    sandbox::Sandbox& sandbox_;
    const testcase::TestCase& test_;
    const std::function<void(const std::string&)>& on_step_;
    const toolchain::TestLimits limits_;
    BugReplay bug_;
    std::optional<Behaviour> answer_; // of the compilers in question

    // Where the test itself does not say it, the ladder must. Gives the reason if nobody knows.
    Result<std::string> find_out_what_is_right(triage::Failure& failure) {
        if (test_.expected || !traits(failure.kind).compares_runs) return std::string();
        auto climb = triage::climb_ladder(sandbox_, test_, with_.tools.references, limits_);
        if (!climb) return climb.error();
        if (climb->ruling != triage::Ruling::Valid)
            return "what its program must print is not known: " + climb->why;
        failure.reference_output = climb->output;
        failure.reference_exit = climb->exit;
        return std::string();
    }

    Result<void> ask(const triage::Failure& failure, const std::string& unknown, bool in_question) {
        if (!toolchain::fits(*failure.compiler, failure.setup, test_)) {
            if (in_question)
                note({failure.setup, Behaviour::CannotTell,
                      "it does not take such a program and these options"},
                     true);
            return {};
        }
        on_step_(failure.setup.name());
        if (!unknown.empty()) {
            note({failure.setup, Behaviour::CannotTell, unknown}, in_question);
            return {};
        }
        auto answer = triage::Retrial(sandbox_, failure, limits_).ask(test_);
        if (!answer) return answer.error();
        const bool broken = answer->what == Behaviour::CannotTell;
        note({failure.setup, answer->what, broken ? "it fails in another way" : ""}, in_question);
        return {};
    }

    void note(Replayed one, bool in_question) {
        if (in_question && answer_ != Behaviour::Fails && (!answer_ || one.answer != Behaviour::Right))
            answer_ = one.answer;
        bug_.setups.push_back(std::move(one));
    }
};

} // namespace

Result<BugReplay> replay(store::Store& store, int64_t id, const ReplayTools& with, sandbox::Sandbox& sandbox,
                         const std::function<void(const std::string&)>& on_step) {
    auto bug = store.bug(id);
    if (!bug) return bug.error();
    auto findings = store.findings(id, 1);
    if (!findings) return findings.error();
    if (findings->empty()) return Error{fmt::format("bug {} has no finding that could be replayed", id)};
    const store::Finding& finding = findings->front();
    auto group = store.group(finding.number);
    if (!group) return group.error();
    const testcase::Verdict& verdict = finding.verdict;
    if (verdict.test >= group->size()) return Error{fmt::format("the program of bug {} is missing", id)};
    return Replayer(with, sandbox, (*group)[verdict.test], on_step)
        .all({id, bug->title, verdict.setup, {}, {}}, {nullptr, verdict.setup, verdict.kind, verdict.title});
}

} // namespace assay::campaign
