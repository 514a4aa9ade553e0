#include "report/bugs.h"

#include "base/json_text.h"
#include "base/shell.h"
#include "source/registry.h"
#include "testcase/generate_line.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace assay::report {
namespace {

using Json = nlohmann::ordered_json;
using triage::State;

Json parsed(const std::string& text) {
    Json json = base::parsed_json<Json>(text);
    return json.is_discarded() ? Json::object() : json;
}

Json to_json(const store::Bug& bug, const std::string& folder) {
    Json json;
    json["id"] = bug.id;
    json["kind"] = to_text(bug.kind);
    json["compiler"] = bug.compiler;
    json["setups"] = bug.setups;
    json["title"] = bug.title;
    json["hits"] = bug.hits;
    json["methods"] = bug.methods;
    json["validity"] = to_text(bug.diagnosis.validity);
    json["reliability"] = to_text(bug.diagnosis.reliability);
    const auto& pass = bug.diagnosis.culprit.pass;
    json["pass"] = pass ? Json(*pass) : Json();
    json["versions"] = parsed(to_json(bug.diagnosis.versions));
    json["reduced"] = nullptr;
    if (bug.reduced)
        json["reduced"] = {{"file", folder + "/" + bug.reduced->name},
                           {"lines", bug.reduced->lines},
                           {"tokens", bug.reduced->tokens}};
    json["state"] = to_text(bug.state);
    json["merged"] = bug.merged;
    return json;
}

std::string shortened(const std::string& text, size_t width) {
    return text.size() <= width ? text : text.substr(0, width - 3) + "...";
}

std::string command_of(const testcase::Setup& setup, const testcase::TestCase& test) {
    std::string command = setup.name();
    if (!test.standard.empty()) command += " -std=" + test.standard;
    for (const std::string& source : test.sources) command += " " + source;
    return command;
}

// "gcc-11 gcc-12": of those versions that were asked. Nothing where there was only one.
std::string versions_that(triage::Behaviour answer, const Case& one) {
    std::vector<std::string> names;
    if (one.diagnosis.versions.size() > 1)
        for (const auto& [name, said] : one.diagnosis.versions)
            if (said == answer) names.push_back(name);
    return fmt::format("{}", fmt::join(names, " "));
}

// With the command by which it can be tried in the campaign's folder.
std::string small_program(const Case& one, const store::Reduction& reduction) {
    Case here = one;
    if (one.test.files.size() == 1) here.test.sources = {reduction.name};
    return fmt::format("\n$ {}\n{}\n\n--- {} (reduced)\n{}", here.command(), one.detail, reduction.name,
                       reduction.text);
}

std::string whole_program(const store::Bug& bug, const store::Finding& finding,
                          const std::vector<testcase::TestCase>& group) {
    const testcase::TestCase& test = group[std::min(finding.verdict.test, group.size() - 1)];
    std::string text =
        fmt::format("\n$ {}\n{}\n", command_of(finding.verdict.setup, test), finding.verdict.detail);
    if (bug.reduced)
        return text + fmt::format("\n--- {} (reduced)\n{}", bug.reduced->name, bug.reduced->text);
    text += "\n" + to_text(testcase::generate_line(test, source::methods()));
    for (const testcase::File& file : test.files) text += fmt::format("\n--- {}\n{}", file.name, file.text);
    return text;
}

// The small program told more than the whole one.
const triage::History& history_of(const store::Bug& bug) {
    const bool small = bug.reduced && bug.reduced->program.diagnosis;
    return small ? bug.reduced->program.diagnosis->history : bug.diagnosis.history;
}

std::vector<store::Bug> by_importance(std::vector<store::Bug> bugs) {
    std::ranges::stable_sort(bugs, {}, [](const store::Bug& bug) { return rank(history_of(bug)); });
    return bugs;
}

} // namespace

bool counts(const store::Bug& bug) { return triage::counts(bug.state); }

std::string what_is_no_bug(const std::vector<store::Bug>& bugs) {
    std::string text;
    uint64_t unsettled = 0;
    for (const store::Bug& bug : bugs) {
        if (bug.state == State::Unsettled) unsettled += bug.hits;
        if (bug.state == State::Environment)
            text += fmt::format("not a bug: {} ({} {}; see: assay bugs --all)\n", bug.title, bug.hits,
                                bug.hits == 1 ? "failure" : "failures");
    }
    if (unsettled > 0)
        text +=
            fmt::format("unsettled: setups differ on {} {}, and nothing tells which are right (see: assay "
                        "bugs --all)\n",
                        unsettled, unsettled == 1 ? "test" : "tests");
    return text;
}

std::string bugs_json(const std::vector<store::Bug>& bugs, const std::string& folder) {
    Json all = Json::array();
    for (const store::Bug& bug : by_importance(bugs)) all.push_back(to_json(bug, folder));
    return base::json_text(all, 1) + "\n";
}

std::string lines_text(const store::Reduction& reduced) {
    return fmt::format("{} {}", reduced.lines, reduced.lines == 1 ? "line" : "lines");
}

std::string bugs_table(const std::vector<store::Bug>& bugs) {
    if (bugs.empty()) return "no bugs\n";
    std::string text =
        fmt::format("{:>4}  {:<13} {:<14} {:>6}  {}\n", "bug", "kind", "compiler", "hits", "title");
    for (const store::Bug& bug : by_importance(bugs)) {
        text += fmt::format("{:>4}  {:<13} {:<14} {:>6}  {}", bug.id, to_text(bug.kind),
                            base::one_line(bug.compiler), bug.hits,
                            shortened(base::one_line(base::for_terminal(bug.title)), 80));
        if (bug.reduced) text += fmt::format(" ({})", lines_text(*bug.reduced));
        if (bug.state == State::Waiting) text += " (to be told apart: assay triage)";
        if (const triage::History& history = history_of(bug); history.is_fixed())
            text += fmt::format(" (fixed in {})", history.works.back());
        if (!counts(bug)) text += fmt::format(" ({})", to_text(bug.state));
        text += "\n";
    }
    return text;
}

std::string bug_json(const store::Bug& bug, const std::vector<store::Finding>& findings,
                     const std::vector<testcase::TestCase>& group, const std::string& folder) {
    Json json = to_json(bug, folder);
    json["notes"] = parsed(to_json(bug.diagnosis));
    if (bug.reduced) json["reduced"]["text"] = bug.reduced->text;
    json["findings"] = Json::array();
    for (const store::Finding& finding : findings)
        json["findings"].push_back({{"test", finding.number},
                                    {"member", finding.verdict.test},
                                    {"setup", finding.verdict.setup.name()},
                                    {"method", finding.method},
                                    {"detail", finding.verdict.detail}});
    json["tests"] = Json::array();
    for (const testcase::TestCase& test : group) {
        Json one = Json::parse(testcase::to_json(test));
        one["texts"] = Json::object();
        for (const testcase::File& file : test.files) one["texts"][file.name] = file.text;
        json["tests"].push_back(std::move(one));
    }
    return base::json_text(json, 1) + "\n";
}

std::string bug_text(const store::Bug& bug, const std::vector<store::Finding>& findings,
                     const std::vector<testcase::TestCase>& group, const std::optional<Case>& fit) {
    std::string text = fmt::format("bug {}: {} of {}\n{}\n\n", bug.id, to_text(bug.kind),
                                   base::one_line(bug.compiler), bug.title);
    const auto line = [&](std::string_view name, const std::string& value) {
        if (!value.empty()) text += fmt::format("{:<12} {}\n", name, value);
    };
    line("hits", std::to_string(bug.hits));
    line("merged", fmt::format("{}", fmt::join(bug.merged, " ")));
    line("state", std::string(to_text(bug.state)));
    line("validity", std::string(to_text(bug.diagnosis.validity)));
    line("reliability", to_text(bug.diagnosis.reliability));
    if (fit) {
        line("pass", fit->diagnosis.culprit.pass
                         ? fmt::format("{} ({})", *fit->diagnosis.culprit.pass, fit->diagnosis.culprit.how)
                         : fit->diagnosis.culprit.how);
        line("plain levels", fmt::format("{}", fmt::join(fit->diagnosis.levels, " ")));
        line("versions", fit->diagnosis.range);
        line("history", to_text(fit->diagnosis.history));
        for (const auto answer : {triage::Behaviour::Fails, triage::Behaviour::Right})
            line(to_text(answer), versions_that(answer, *fit));
    }
    line("likeness", bug.diagnosis.likeness);
    for (size_t i = 0; i < std::min<size_t>(bug.setups.size(), 8); ++i)
        line(i == 0 ? "seen with" : "", bug.setups[i]);
    if (bug.setups.size() > 8) line("", fmt::format("and {} more", bug.setups.size() - 8));
    for (const std::string& method : bug.methods) line("made by", method);
    if (findings.empty() || group.empty()) return text;
    if (fit && fit->reduced) return text + small_program(*fit, *bug.reduced);
    return text + whole_program(bug, findings.front(), group);
}

} // namespace assay::report
