// assay check: judges programs that the user brings.
#include "campaign/limits.h"
#include "cli/campaign_folder.h"
#include "cli/command.h"
#include "cli/compiler_choice.h"
#include "cli/explain.h"
#include "cli/family.h"
#include "cli/given_programs.h"
#include "cli/lists.h"
#include "triage/inspect.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace assay::cli {
namespace {

using base::Result;
using Json = nlohmann::ordered_json;

const std::vector<std::vector<std::string>> kLevels{{"-O0"}, {"-O1"}, {"-O2"}, {"-O3"}, {"-Os"}};

Json as_json(const testcase::Verdict& verdict) {
    return {{"kind", to_text(verdict.kind)},
            {"setup", verdict.setup.name()},
            {"title", verdict.title},
            {"detail", verdict.detail}};
}

Json as_json(const Given& given, const triage::Inspection& inspection) {
    Json json;
    json["program"] = given.name;
    json["setups"] = inspection.observed.size();
    json["verdicts"] = Json::array();
    for (const testcase::Verdict& verdict : inspection.verdicts) json["verdicts"].push_back(as_json(verdict));
    json["validity"] = nullptr;
    if (inspection.climb) {
        constexpr const char* kNames[] = {"valid", "invalid", "cannot tell"};
        json["validity"] = kNames[static_cast<size_t>(inspection.climb->validity)];
        json["why"] = inspection.climb->why;
    }
    return json;
}

std::string as_text(const std::string& name, const testcase::Verdict& verdict) {
    return fmt::format("{}: {}: {}: {}\n{}\n", name, verdict.setup.name(), to_text(verdict.kind),
                       verdict.title, verdict.detail);
}

std::string as_text(const Given& given, const triage::Inspection& inspection) {
    std::string text;
    if (inspection.observed.empty()) return fmt::format("{}: no compiler here can compile it\n", given.name);
    if (inspection.climb && inspection.climb->validity == triage::Validity::Invalid)
        text += fmt::format("{}: not a valid test: {}\n", given.name, inspection.climb->why);
    else if (inspection.climb && inspection.climb->validity == triage::Validity::CannotTell)
        text += fmt::format("{}: setups differ, but its validity is unknown: {}\n", given.name,
                            inspection.climb->why);
    for (const testcase::Verdict& verdict : inspection.verdicts) text += as_text(given.name, verdict);
    if (text.empty())
        text = fmt::format("{}: right under {} setups\n", given.name, inspection.observed.size());
    return text;
}

// Tells of each program as soon as it is judged.
class Teller {
  public:
    explicit Teller(bool json) : json_(json) {}

    Result<void> tell(const Given& given, const triage::Inspection& inspection,
                      const std::vector<Explained>& explained) {
        if (!family_.takes(given))
            if (auto told = end_family(); !told) return told;
        family_.add(given, count_++, inspection);
        found_ |= !inspection.verdicts.empty();
        if (!json_) {
            std::string text = as_text(given, inspection);
            for (const Explained& one : explained) text += as_text(one);
            return write_out(text);
        }
        all_.push_back(as_json(given, inspection));
        for (const Explained& one : explained) all_.back()["examined"].push_back(as_json(one));
        return {};
    }
    Result<Status> end() {
        if (auto told = end_family(); !told) return told.error();
        if (json_)
            if (auto written = write_out(all_.dump(1) + "\n"); !written) return written.error();
        return found_ ? kSomethingFound : kNothingFound;
    }

  private:
    const bool json_;
    bool found_ = false;
    size_t count_ = 0;
    Json all_ = Json::array();
    Family family_;

    Result<void> end_family() {
        for (const Family::Slow& slow : family_.slow()) {
            found_ = true;
            if (json_)
                all_[slow.place]["verdicts"].push_back(as_json(slow.verdict));
            else if (auto written = write_out(as_text(slow.name, slow.verdict)); !written)
                return written;
        }
        family_ = {};
        return {};
    }
};

// What a program does depends on the target, so all options are for one.
Result<std::string> target_of(const std::vector<std::vector<std::string>>& options) {
    const auto for_32 = std::ranges::count_if(
        options, [](const std::vector<std::string>& set) { return std::ranges::count(set, "-m32") > 0; });
    if (for_32 == 0) return std::string();
    if (static_cast<size_t>(for_32) == options.size()) return std::string("ilp32");
    return base::Error{"--options: -m32 must be in all sets or in none, because programs may differ with it"};
}

Result<Status> run(const Arguments& arguments) {
    auto programs = given_programs(arguments.files("FILE"));
    if (!programs) return programs.error();
    auto toolbox = choose_compilers(items(arguments.text("--compilers")), arguments.text("--config"));
    if (!toolbox) return toolbox.error();
    std::vector<std::vector<std::string>> options;
    for (const std::string& set : items(arguments.text("--options"))) options.push_back(items(set, ' '));
    if (options.empty()) options = kLevels;
    auto target = target_of(options);
    if (!target) return target.error();
    if (!target->empty())
        for (Given& given : *programs) given.test.target = *target;
    auto sandbox = sandbox::Sandbox::open();
    if (!sandbox) return sandbox.error();
    const bool live = ::isatty(STDERR_FILENO) != 0;
    Teller teller(arguments.flag("--json"));
    for (const Given& given : *programs) {
        if (live) std::fprintf(stderr, "\r\033[K%s", given.name.c_str());
        const toolchain::TestLimits limits = campaign::limits_for(campaign::Config{}, given.test);
        auto inspection = triage::inspect(*sandbox, given.test, toolbox->compilers, options, limits);
        if (!inspection) return inspection.error();
        Result<std::vector<Explained>> explained = std::vector<Explained>();
        if (arguments.flag("--examine"))
            explained = explain(*sandbox, given, *inspection, toolbox->compilers, limits);
        if (!explained) return explained.error();
        if (live) std::fputs("\r\033[K", stderr);
        if (auto told = teller.tell(given, *inspection, *explained); !told) return told.error();
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
         {"--options", OptionKind::Text, "which options: --options=-O0,-O3; otherwise -O0 -O1 -O2 -O3 -Os"},
         {"--examine", OptionKind::Flag,
          "of each compiler that fails: which pass is guilty, which options it takes, which versions fail "
          "too"},
         {"--config", OptionKind::Text, "a file with settings (assay.toml)"},
         kJsonOption},
        "assay check bug.c\n"
        "assay check bug.c --examine\n"
        "assay check tests/*.c --compilers gcc-12,clang-19 --json",
        run};
}

} // namespace assay::cli
