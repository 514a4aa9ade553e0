#include "report/case.h"

#include "base/shell.h"
#include "toolchain/targets.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace assay::report {
namespace {

using base::Error;
using base::Result;
using triage::State;

// The diagnosis of the whole program, and that of the reduced one, which is worth more.
void take_diagnosis(const store::Bug& bug, Case& made) {
    made.diagnosis = bug.diagnosis;
    if (made.diagnosis.expected) made.expected = made.diagnosis.expected;
    if (!bug.reduced || !bug.reduced->program.test || !bug.reduced->program.diagnosis) return;
    const triage::ReducedProgram& program = bug.reduced->program;
    made.test = *program.test;
    made.reduced = true;
    made.steps = program.steps;
    made.diagnosis = *program.diagnosis;
    if (!made.diagnosis.culprit.pass) made.diagnosis.culprit.pass = bug.diagnosis.culprit.pass;
    made.expected = made.diagnosis.expected;
    made.detail = made.diagnosis.detail;
}

Result<void> established(const Case& made, const store::Bug& bug) {
    const auto refuse = [&](const std::string& why) {
        return Error{fmt::format("bug {} is not fit for a report: {}", bug.id, why)};
    };
    const triage::Diagnosis& known = made.diagnosis;
    if (is_untriaged(bug.state))
        return refuse(fmt::format("it was not examined yet; run `assay triage {}` first", bug.id));
    if (bug.state == State::Invalid) return refuse("its program is not valid: " + known.validity_how);
    if (const std::string& fault = bug.diagnosis.environment; !fault.empty())
        return refuse("the environment is at fault: " + fault);
    if (bug.state == State::Doubtful)
        return refuse(fmt::format("it does not repeat ({} times)", to_text(bug.diagnosis.reliability)));
    if (known.validity == triage::Validity::Unknown)
        return refuse("the validity of its program is not established" +
                      (known.validity_how.empty() ? "" : ": " + known.validity_how));
    return {};
}

std::vector<std::vector<std::string>> commands_of(const Case& one) {
    if (!one.tools.wrong.build.empty()) return one.tools.wrong.build;
    std::vector<std::string> words = one.tools.wrong.driver;
    if (words.empty()) {
        words = {one.compiler};
        words.insert(words.end(), one.options.begin(), one.options.end());
    }
    words.insert(words.end(), one.test.sources.begin(), one.test.sources.end());
    return {words};
}

// Of a path, or of a name such as "gcc-16@sid", which only the campaign calls it.
std::string last_part(const std::string& path) {
    const size_t slash = path.rfind('/');
    return slash == path.npos ? path.substr(0, path.rfind('@')) : path.substr(slash + 1);
}

std::string as_shell(const std::vector<std::vector<std::string>>& lines) {
    std::string text;
    for (const std::vector<std::string>& line : lines)
        text += (text.empty() ? "" : " && ") + base::shell_line(line);
    return text;
}

} // namespace

std::string Case::command() const { return as_shell(commands_of(*this)); }

std::string Case::command_by_names() const {
    std::vector<std::vector<std::string>> lines = commands_of(*this);
    for (std::vector<std::string>& line : lines)
        if (!line.empty()) line.front() = last_part(line.front());
    return as_shell(lines);
}

std::string Case::without_paths(std::string text) const {
    std::vector<std::string> paths{compiler, about.path};
    for (const auto& [name, fact] : compilers) paths.insert(paths.end(), {name, fact.path});
    for (const auto& [name, answer] : diagnosis.versions) paths.push_back(name);
    for (size_t i = 0, end = paths.size(); i < end; ++i) paths.push_back(base::one_line(paths[i]));
    // One path may begin with another.
    std::ranges::sort(paths, std::greater{}, &std::string::size);
    for (const std::string& path : paths) {
        if (path.find_first_of("/@") == path.npos) continue;
        const std::string name = last_part(path);
        for (size_t at = text.find(path); at != text.npos; at = text.find(path, at + name.size()))
            text.replace(at, path.size(), name);
    }
    return text;
}

std::vector<std::string> Case::plain_options() const {
    std::vector<std::string> plain{"-O0"};
    for (const std::string& option : options)
        if (toolchain::selects_target(option) || option.starts_with("-std=")) plain.push_back(option);
    return plain;
}

std::string family_of(const std::string& compiler, const CompilerFact& about) {
    if (about.family == "cross-gcc") return "gcc";
    if (about.family == "clang-target") return "clang";
    if (!about.family.empty()) return about.family;
    // Campaigns of earlier versions did not keep it.
    const std::string name = compiler.substr(compiler.rfind('/') + 1);
    for (const char* family : {"gcc", "clang"})
        if (name == family || name.starts_with(std::string(family) + "-")) return family;
    return name;
}

Result<Case> case_of(const Evidence& evidence) {
    const store::Bug& bug = evidence.bug;
    const testcase::Setup& setup = evidence.finding.verdict.setup;
    Case made;
    made.id = bug.id;
    made.kind = bug.kind;
    made.title = bug.title;
    made.compiler = setup.compiler;
    made.options = setup.options;
    made.test = made.original = evidence.original;
    made.expected = evidence.original.expected;
    made.detail = evidence.finding.verdict.detail;
    made.compilers = evidence.compilers;
    take_diagnosis(bug, made);
    if (!made.diagnosis.options.empty()) made.options = made.diagnosis.options;
    if (auto fit = established(made, bug); !fit) return fit.error();
    if (!made.test.standard.empty()) made.options.push_back("-std=" + made.test.standard);
    if (const auto found = evidence.compilers.find(made.compiler); found != evidence.compilers.end())
        made.about = found->second;
    made.family = family_of(made.compiler, made.about);
    return made;
}

bool prints(const Case& one) { return one.expected && !one.expected->empty(); }

} // namespace assay::report
