// assay check: judges programs that the user brings.
#include "campaign/limits.h"
#include "cli/campaign_folder.h"
#include "cli/command.h"
#include "cli/compiler_choice.h"
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

Json as_json(const Given& given, const triage::Inspection& inspection) {
    Json json;
    json["program"] = given.name;
    json["setups"] = inspection.observed.size();
    json["verdicts"] = Json::array();
    for (const testcase::Verdict& verdict : inspection.verdicts)
        json["verdicts"].push_back({{"kind", to_text(verdict.kind)},
                                    {"setup", verdict.setup.name()},
                                    {"title", verdict.title},
                                    {"detail", verdict.detail}});
    json["validity"] = nullptr;
    if (inspection.climb) {
        constexpr const char* kNames[] = {"valid", "invalid", "cannot tell"};
        json["validity"] = kNames[static_cast<size_t>(inspection.climb->validity)];
        json["why"] = inspection.climb->why;
    }
    return json;
}

std::string as_text(const Given& given, const triage::Inspection& inspection) {
    std::string text;
    if (inspection.observed.empty()) return fmt::format("{}: no compiler here can compile it\n", given.name);
    if (inspection.climb && inspection.climb->validity == triage::Validity::Invalid)
        text += fmt::format("{}: not a valid test: {}\n", given.name, inspection.climb->why);
    else if (inspection.climb && inspection.climb->validity == triage::Validity::CannotTell)
        text += fmt::format("{}: setups differ, but its validity is unknown: {}\n", given.name,
                            inspection.climb->why);
    for (const testcase::Verdict& verdict : inspection.verdicts)
        text += fmt::format("{}: {}: {}: {}\n{}\n", given.name, verdict.setup.name(), to_text(verdict.kind),
                            verdict.title, verdict.detail);
    if (text.empty())
        text = fmt::format("{}: right under {} setups\n", given.name, inspection.observed.size());
    return text;
}

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
    const bool json = arguments.flag("--json"), live = ::isatty(STDERR_FILENO) != 0;
    Json all = Json::array();
    bool found = false;
    for (const Given& given : *programs) {
        if (live) std::fprintf(stderr, "\r\033[K%s", given.name.c_str());
        auto inspection = triage::inspect(*sandbox, given.test, toolbox->compilers, options,
                                          campaign::limits_for(campaign::Config{}, given.test));
        if (live) std::fputs("\r\033[K", stderr);
        if (!inspection) return inspection.error();
        found |= !inspection->verdicts.empty();
        if (json)
            all.push_back(as_json(given, *inspection));
        else if (auto written = write_out(as_text(given, *inspection)); !written)
            return written.error();
    }
    if (json)
        if (auto written = write_out(all.dump(1) + "\n"); !written) return written.error();
    return found ? kSomethingFound : kNothingFound;
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
