// assay check: judges programs that the user brings.
#include "base/file.h"
#include "base/json_text.h"
#include "campaign/limits.h"
#include "cli/command.h"
#include "cli/support/campaign_folder.h"
#include "cli/support/compiler_choice.h"
#include "cli/support/compiler_search.h"
#include "cli/support/explain.h"
#include "cli/support/given_programs.h"
#include "cli/support/lists.h"
#include "cli/support/live_line.h"
#include "cli/support/variant_group.h"
#include "toolchain/targets.h"
#include "triage/inspect.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace assay::cli {
namespace {

using base::Result;
using Json = nlohmann::ordered_json;

Json as_json(const testcase::Verdict& verdict) {
    return {{"kind", to_text(verdict.kind)},
            {"setup", verdict.setup.name()},
            {"title", verdict.title},
            {"detail", verdict.detail}};
}

std::string_view word(triage::Outcome outcome) {
    using triage::Outcome;
    switch (outcome) {
    case Outcome::Right: return "right";
    case Outcome::Wrong: return "wrong";
    case Outcome::NotCompiled: return "does not compile";
    case Outcome::NotEnding: return "does not end";
    case Outcome::Invalid: return "invalid";
    case Outcome::Unsettled: return "unsettled";
    case Outcome::NotJudged: return "not judged";
    case Outcome::NoCompiler: return "no compiler";
    }
    return {};
}

Json as_json(const Given& given, const triage::Inspection& inspection) {
    Json json;
    json["program"] = given.name;
    json["outcome"] = word(inspection.outcome);
    json["why"] = inspection.why.empty() ? Json() : Json(inspection.why);
    json["setups"] = inspection.observed.size();
    json["judged"] = inspection.judged();
    json["not_judged"] = Json::array();
    for (const triage::Unjudged& one : inspection.unjudged)
        json["not_judged"].push_back({{"setup", one.setup.name()}, {"why", one.how.why}});
    json["verdicts"] = Json::array();
    for (const testcase::Verdict& verdict : inspection.verdicts) json["verdicts"].push_back(as_json(verdict));
    json["validity"] = nullptr;
    if (inspection.climb) {
        constexpr const char* kNames[] = {"valid", "invalid", "cannot tell"};
        json["validity"] = kNames[static_cast<size_t>(inspection.climb->ruling)];
    }
    return json;
}

std::string as_text(const std::string& name, const testcase::Verdict& verdict) {
    return fmt::format("{}: {}: {}: {}\n{}\n", name, verdict.setup.name(), to_text(verdict.kind),
                       verdict.title, verdict.detail);
}

std::string setups_text(size_t count) { return fmt::format("{} setup{}", count, count == 1 ? "" : "s"); }

std::string unjudged_text(const std::string& name, const triage::Inspection& inspection) {
    if (inspection.unjudged.empty() || inspection.judged() == 0) return {};
    const triage::Unjudged& first = inspection.unjudged.front();
    return fmt::format("{}: {} not judged: {}: {}{}\n", name, setups_text(inspection.unjudged.size()),
                       first.setup.name(), first.how.why, inspection.unjudged.size() > 1 ? "; ..." : "");
}

std::string as_text(const Given& given, const triage::Inspection& inspection) {
    using triage::Outcome;
    std::string text;
    switch (inspection.outcome) {
    case Outcome::Right:
        text = fmt::format("{}: right under {}\n", given.name, setups_text(inspection.judged()));
        break;
    case Outcome::Wrong: break;
    case Outcome::Invalid:
        text = fmt::format("{}: not a valid test: {}\n", given.name, inspection.why);
        break;
    default: text = fmt::format("{}: {}\n", given.name, inspection.why);
    }
    for (const testcase::Verdict& verdict : inspection.verdicts) text += as_text(given.name, verdict);
    return text + unjudged_text(given.name, inspection);
}

// Tells of each program as soon as it is judged.
class Teller {
  public:
    explicit Teller(bool json) : json_(json) {}

    Result<void> tell(const Given& given, const triage::Inspection& inspection,
                      const std::vector<triage::Examined>& explained) {
        if (!variants_.takes(given))
            if (auto triaged = end_family(); !triaged) return triaged;
        variants_.add(given, count_++, inspection);
        found_ |= !inspection.verdicts.empty();
        // A setup that says nothing may be the one that is wrong.
        doubtful_ |= inspection.outcome != triage::Outcome::Right || !inspection.unjudged.empty();
        if (!json_) {
            std::string text = as_text(given, inspection);
            for (const triage::Examined& one : explained) text += cli::as_text(one);
            return write_out(text);
        }
        all_.push_back(as_json(given, inspection));
        for (const triage::Examined& one : explained) all_.back()["examined"].push_back(cli::as_json(one));
        return {};
    }
    Result<Status> end() {
        if (auto triaged = end_family(); !triaged) return triaged.error();
        if (json_)
            if (auto written = write_json(base::json_text(all_, 1) + "\n"); !written) return written.error();
        return found_ ? kSomethingFound : doubtful_ ? kFailed : kNothingFound;
    }

  private:
    const bool json_;
    bool found_ = false, doubtful_ = false;
    size_t count_ = 0;
    Json all_ = Json::array();
    VariantGroup variants_;

    Result<void> end_family() {
        for (const VariantGroup::Slow& slow : variants_.slow()) {
            found_ = true;
            if (json_)
                all_[slow.place]["verdicts"].push_back(as_json(slow.verdict));
            else if (auto written = write_out(as_text(slow.name, slow.verdict)); !written)
                return written;
        }
        variants_ = {};
        return {};
    }
};

std::vector<std::string> languages_of(const std::vector<Given>& programs) {
    std::vector<std::string> languages;
    for (const Given& given : programs) languages.push_back(given.test.language);
    return languages;
}

// What is there from where the user is; compilers run elsewhere, and know headers of their own by name alone.
std::string from_here(const std::string& path) {
    return base::is_there(path) ? base::absolute_path(path) : path;
}

// Flags with the files and folders that they name: "-Iinclude", "-I include", "obj/helper.o".
std::vector<std::string> flags_of(const std::string& text) {
    constexpr std::string_view kNamingPaths[] = {"-I",         "-L",       "-isystem", "-iquote",
                                                 "-idirafter", "-include", "-imacros"};
    std::vector<std::string> flags = items(text, ' ');
    for (size_t i = 0; i < flags.size(); ++i) {
        std::string& flag = flags[i];
        const std::string before = i > 0 ? flags[i - 1] : "";
        if (!flag.starts_with("-") && before != "-D" && before != "-U") flag = from_here(flag);
        for (const std::string_view prefix : kNamingPaths)
            if (flag.starts_with(prefix)) flag = std::string(prefix) + from_here(flag.substr(prefix.size()));
    }
    return flags;
}

// What the user says about all of the programs.
Result<void> complete(const Arguments& arguments, std::vector<Given>& programs) {
    std::optional<std::string> input;
    if (const std::string file = arguments.text("--input"); !file.empty()) {
        auto text = base::read_file(file);
        if (!text) return base::Error{"--input: " + text.error().message};
        input = std::move(*text);
    }
    for (Given& given : programs) {
        testcase::TestCase& test = given.test;
        const auto add = [](std::vector<std::string>& to, std::vector<std::string> more) {
            to.insert(to.end(), more.begin(), more.end());
        };
        add(test.cflags, flags_of(arguments.text("--cflags")));
        add(test.libraries, flags_of(arguments.text("--libs")));
        add(test.arguments, items(arguments.text("--args"), ' '));
        if (input) test.input = *input;
    }
    return {};
}

Result<Status> run(const Arguments& arguments) {
    auto programs = given_programs(arguments.files("FILE"));
    if (!programs) return programs.error();
    if (auto completed = complete(arguments, *programs); !completed) return completed.error();
    auto toolbox = choose_compilers(arguments);
    if (!toolbox) return toolbox.error();
    triage::Matrix matrix;
    for (const std::string& set : items(arguments.text("--options")))
        matrix.options.push_back(items(set, ' '));
    auto target = toolchain::selected_target(toolbox->compilers, matrix.options);
    if (!target) return target.error();
    if (auto tried = settle_options(*toolbox, matrix.options, languages_of(*programs)); !tried)
        return tried.error();
    if (!target->empty())
        for (Given& given : *programs) given.test.target = *target;
    auto sandbox = sandbox::Sandbox::open(means_for(*toolbox));
    if (!sandbox) return sandbox.error();
    Teller teller(arguments.flag("--json"));
    LiveLine line;
    for (size_t i = 0; i < programs->size(); ++i) {
        const Given& given = (*programs)[i];
        matrix.on_setup = [&](const testcase::Setup& setup) {
            line.show(
                {{fmt::format("{}/{}", i + 1, programs->size()), 3}, {given.name, 1}, {setup.name(), 2}});
        };
        const toolchain::TestLimits limits = campaign::limits_for(campaign::Config{}, given.test);
        auto inspection = triage::inspect(*sandbox, given.test, *toolbox, matrix, limits);
        if (!inspection) return inspection.error();
        Result<std::vector<triage::Examined>> explained = std::vector<triage::Examined>();
        if (arguments.flag("--examine"))
            explained = triage::examine_verdicts(*sandbox, *inspection, *toolbox, limits);
        if (!explained) return explained.error();
        line.hide();
        if (auto triaged = teller.tell(given, *inspection, *explained); !triaged) return triaged.error();
    }
    return teller.end();
}

} // namespace

Command check_command() {
    return {
        "check",
        "judges programs that you bring: files, or folders with programs",
        {{"FILE", OptionKind::Files, "programs: files, or folders", "", true},
         {"--compilers", OptionKind::Text, "which compilers: gcc-12,clang-19; otherwise all that are found"},
         {"--options", OptionKind::Text,
          "which options: --options=-O0,-O3; otherwise the plain levels of each compiler"},
         {"--cflags", OptionKind::Text, "options that the programs need: \"-DX=1 -Iinclude\""},
         {"--libs", OptionKind::Text, "libraries to link with: \"-lm\""},
         {"--args", OptionKind::Text, "arguments to run the programs with: \"10 fast\""},
         {"--input", OptionKind::Text, "a file: the standard input of the programs"},
         {"--examine", OptionKind::Flag,
          "of each compiler that fails: which pass is the culprit, which options it takes, which versions "
          "fail "
          "too"},
         {"--config", OptionKind::Text, "a file with settings (assay.toml)"},
         kRootOption,
         kJsonOption},
        "assay check bug.c\n"
        "assay check bug.c --examine\n"
        "assay check bug.c --cflags=-DN=10 --libs=-lm --args \"1 2\" --input data.txt\n"
        "assay check tests/*.c --compilers gcc-12,clang-19 --json",
        run,
        "0: every program is right under every setup\n1: a compiler is wrong about one\n"
        "2: something could not be judged, or called wrongly"};
}

} // namespace assay::cli
