// assay check: judges programs that the user brings.
#include "campaign/limits.h"
#include "cli/campaign_folder.h"
#include "cli/command.h"
#include "cli/compiler_choice.h"
#include "cli/family.h"
#include "cli/given_programs.h"
#include "cli/lists.h"
#include "triage/inspect.h"

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

    Result<void> tell(const Given& given, const triage::Inspection& inspection) {
        if (!family_.takes(given))
            if (auto told = end_family(); !told) return told;
        family_.add(given, count_++, inspection);
        found_ |= !inspection.verdicts.empty();
        if (!json_) return write_out(as_text(given, inspection));
        all_.push_back(as_json(given, inspection));
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

Result<Status> run(const Arguments& arguments) {
    auto programs = given_programs(arguments.files("FILE"));
    if (!programs) return programs.error();
    auto toolbox = choose_compilers(items(arguments.text("--compilers")), arguments.text("--config"));
    if (!toolbox) return toolbox.error();
    std::vector<std::vector<std::string>> options;
    for (const std::string& set : items(arguments.text("--options"))) options.push_back(items(set, ' '));
    if (options.empty()) options = kLevels;
    auto sandbox = sandbox::Sandbox::open();
    if (!sandbox) return sandbox.error();
    const bool live = ::isatty(STDERR_FILENO) != 0;
    Teller teller(arguments.flag("--json"));
    for (const Given& given : *programs) {
        if (live) std::fprintf(stderr, "\r\033[K%s", given.name.c_str());
        auto inspection = triage::inspect(*sandbox, given.test, toolbox->compilers, options,
                                          campaign::limits_for(campaign::Config{}, given.test));
        if (live) std::fputs("\r\033[K", stderr);
        if (!inspection) return inspection.error();
        if (auto told = teller.tell(given, *inspection); !told) return told.error();
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
         {"--config", OptionKind::Text, "a file with settings (assay.toml)"},
         kJsonOption},
        "assay check bug.c\n"
        "assay check tests/*.c --compilers gcc-12,clang-19 --json",
        run};
}

} // namespace assay::cli
