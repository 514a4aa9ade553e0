#include "report/case.h"

#include "base/shell.h"
#include "toolchain/targets.h"

#include <fmt/format.h>

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

} // namespace

std::string Case::command() const {
    std::string text;
    for (const std::vector<std::string>& line : tools.wrong.build)
        text += (text.empty() ? "" : " && ") + base::shell_line(line);
    if (!text.empty()) return text;
    std::vector<std::string> words = tools.wrong.driver;
    if (words.empty()) {
        words = {compiler};
        words.insert(words.end(), options.begin(), options.end());
    }
    words.insert(words.end(), test.sources.begin(), test.sources.end());
    return base::shell_line(words);
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
