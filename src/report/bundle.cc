#include "report/bundle.h"

#include "base/printable.h"
#include "base/shell.h"
#include "toolchain/setups.h"

#include <fmt/format.h>

namespace assay::report {
namespace {

using testcase::Kind;

std::string steps_text(const Case& one) {
    if (one.steps.empty()) return "The program is as it was found.\n";
    std::string text = fmt::format("{:<18}{:>8}{:>9}{:>8}\n", "pass", "lines", "tokens", "tests");
    for (const triage::ReductionStep& step : one.steps)
        text += fmt::format("{:<18}{:>8}{:>9}{:>8}\n", step.pass, step.lines, step.tokens, step.tests);
    return text;
}

// "internal compiler error: in f, at g.cc (RTL pass reload)" as trackers call it.
std::string crash_title(const std::string& signature) {
    constexpr std::string_view kLong = "internal compiler error: ";
    return signature.starts_with(kLong) ? "ICE " + signature.substr(kLong.size()) : "crash: " + signature;
}

std::string title_of(const Case& one) {
    std::string where = one.diagnosis.levels.empty() ? "" : " at " + levels_text(one.diagnosis.levels);
    if (one.diagnosis.levels.empty())
        for (const std::string& option : one.options)
            if (!option.starts_with("-std=")) where += (where.empty() ? " with " : " ") + option;
    const std::string pass =
        one.diagnosis.culprit.pass ? fmt::format(" ({})", *one.diagnosis.culprit.pass) : "";
    switch (one.kind) {
    case Kind::WrongOutput:
    case Kind::Disagreement: return "wrong code" + where + pass;
    case Kind::RunCrash: return "wrong code, the program crashes," + where + pass;
    case Kind::Crash: return crash_title(one.title) + where;
    case Kind::Hang: return "the compiler does not end" + where;
    case Kind::Slow: return "compile time explodes" + where;
    case Kind::Reject: return "rejects valid code" + where;
    case Kind::Sanitizer: return "false alarm of a sanitizer" + where;
    }
    return {};
}

std::string answer_line(const std::string& name, triage::Behaviour answer, const Case& one) {
    const auto about = one.compilers.find(name);
    const std::string banner = about == one.compilers.end() ? "" : about->second.banner;
    return fmt::format("| {} | {} | {} |\n", name, banner.substr(0, banner.find('\n')), to_text(answer));
}

} // namespace

bool breaks_compiler(const Case& one) { return traits(one.kind).in_compilation; }

std::string levels_text(const std::vector<std::string>& levels) {
    std::string text;
    for (size_t i = 0; i < levels.size(); ++i)
        text += (i == 0 ? "" : i + 1 == levels.size() ? " and " : ", ") + levels[i];
    return text;
}

std::string plain_title(const Case& one) { return base::one_line(title_of(one)); }

std::string facts_markdown(const Case& one) {
    std::string text;
    const auto line = [&](std::string_view name, const std::string& value) {
        if (!value.empty()) text += fmt::format("- {}: {}\n", name, value);
    };
    line("plain levels that fail",
         one.diagnosis.levels.empty() ? "none by itself" : levels_text(one.diagnosis.levels));
    std::string rare;
    for (const std::string& option : one.options)
        if (toolchain::is_rare(option)) rare += (rare.empty() ? "" : " ") + option;
    if (!rare.empty()) line("not the default pipeline", rare);
    if (traits(one.kind).wrong_code) {
        line("culprit", one.diagnosis.culprit.pass.value_or("unattributed"));
        line("how it was found", one.diagnosis.culprit.how);
    }
    line("versions", one.diagnosis.range);
    line("history", to_text(one.diagnosis.history));
    line("repeats", to_text(one.diagnosis.reliability));
    line("validity", fmt::format("{} ({})", one.diagnosis.validity_how, to_text(one.diagnosis.validity)));
    if (one.diagnosis.versions.empty()) return text;
    text += "\n| compiler | version | with the options above |\n| --- | --- | --- |\n";
    for (const auto& [name, answer] : one.diagnosis.versions) text += answer_line(name, answer, one);
    return text;
}

std::string observed_text(const Case& one) {
    const std::vector<std::string>& run = one.tools.wrong.run;
    const std::string then = " && " + (run.empty() ? "./a.out" : base::shell_line(run));
    std::string text = "$ " + one.command_by_names() + (breaks_compiler(one) ? "" : then) + "\n";
    text += one.detail;
    if (!text.ends_with('\n')) text += '\n';
    return text;
}

const std::vector<Tracker>& trackers() {
    static const std::vector<Tracker> all{
        {"report", "a report for the maintainers of any compiler", plain_bundle},
        {"gcc", "a report for GCC's Bugzilla", gcc_bundle, "gcc"},
        {"llvm", "a report for LLVM's issues on GitHub", llvm_bundle, "clang"},
        {"dejagnu", "a test for GCC's test suite", dejagnu_bundle, "gcc"},
        {"lit", "a test for LLVM's test suite", lit_bundle, "clang"},
        {"script", "the program and a script for creduce and cvise alone", script_bundle},
    };
    return all;
}

base::Result<void> takes(const Tracker& tracker, const Case& one) {
    if (tracker.family.empty() || tracker.family == one.family) return {};
    std::string fitting = "report";
    for (const Tracker& other : trackers())
        if (other.family == one.family && other.name != tracker.name) {
            fitting = other.name;
            break;
        }
    return base::Error{fmt::format("--for {} is for bugs of {}; bug {} is one of {}: use --for {}",
                                   tracker.name, tracker.family, one.id, one.compiler, fitting)};
}

std::vector<BundleFile> bundle(const Tracker& tracker, const Case& one) {
    std::vector<BundleFile> files = tracker.write(one);
    // What goes to others is text, and does not tell where compilers are on this machine.
    for (BundleFile& file : files)
        if (file.name.ends_with(".md")) file.text = base::for_terminal(one.without_paths(file.text));
    for (const testcase::File& file : one.test.files) files.push_back({file.name, file.text});
    files.push_back({"interesting.sh", interesting_script(one), true});
    files.push_back({"steps.txt", steps_text(one)});
    for (const testcase::File& file : one.original.files)
        files.push_back({"original/" + file.name, file.text});
    files.push_back({"original/test.json", testcase::to_json(one.original)});
    if (!one.original.origin.start.empty())
        files.push_back({"original/start.model", one.original.origin.start});
    if (!one.original.origin.steps.empty())
        files.push_back({"original/steps.txt", one.original.origin.steps});
    return files;
}

std::vector<BundleFile> script_bundle(const Case&) { return {}; }

} // namespace assay::report
