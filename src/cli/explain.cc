#include "cli/explain.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <set>

namespace assay::cli {
namespace {

std::string guilty(const triage::Guilt& guilt) {
    return fmt::format("{}{}", guilt.pass.value_or("unattributed"),
                       guilt.how.empty() ? "" : fmt::format(" ({})", guilt.how));
}

std::string others(const triage::Examined& told) {
    std::string text;
    for (const auto& [compiler, answer] : told.versions)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", compiler, answer);
    return told.range.empty() ? text : text + "; " + told.range;
}

} // namespace

base::Result<std::vector<Explained>> explain(sandbox::Sandbox& sandbox, const triage::Inspection& inspection,
                                             const toolchain::Toolset& tools,
                                             const toolchain::TestLimits& limits) {
    constexpr uint64_t kRepetitions = 3;
    std::vector<Explained> all;
    std::set<std::string> seen;
    for (const testcase::Verdict& verdict : inspection.verdicts) {
        const auto compiler =
            std::ranges::find(tools.compilers, verdict.setup.compiler, &toolchain::Compiler::name);
        if (compiler == tools.compilers.end() || !seen.insert(compiler->name).second) continue;
        const triage::Failure failure{&*compiler, verdict.setup, verdict.kind, verdict.title};
        triage::Thoroughness how;
        how.repetitions = kRepetitions;
        auto told = triage::examine(sandbox, failure, inspection.test, tools, limits, how);
        if (!told) return told.error();
        all.push_back({verdict.setup, std::move(*told)});
    }
    return all;
}

std::string as_text(const Explained& explained) {
    const triage::Examined& told = explained.told;
    std::string text = fmt::format("{}: {} of {} times\n", explained.setup.name(), told.failed, told.tried);
    if (!told.environment.empty()) return text + fmt::format("  environment      {}\n", told.environment);
    text += fmt::format("  guilty pass      {}\n", guilty(told.guilt));
    text += fmt::format("  options needed   {}\n",
                        told.options.empty() ? "none" : fmt::format("{}", fmt::join(told.options, " ")));
    if (!told.levels.empty()) text += fmt::format("  levels that fail {}\n", fmt::join(told.levels, " "));
    if (!told.versions.empty()) text += fmt::format("  compilers        {}\n", others(told));
    const bool doubtful = told.validity == "unknown" && !told.validity_how.empty();
    text += fmt::format("  validity         {}{}\n", told.validity, doubtful ? ": " + told.validity_how : "");
    return text;
}

nlohmann::ordered_json as_json(const Explained& explained) {
    const triage::Examined& told = explained.told;
    nlohmann::ordered_json json;
    json["setup"] = explained.setup.name();
    json["failed"] = told.failed;
    json["tried"] = told.tried;
    json["pass"] = told.guilt.pass ? nlohmann::ordered_json(*told.guilt.pass) : nlohmann::ordered_json();
    json["pass_how"] = told.guilt.how;
    json["options"] = told.options;
    json["levels"] = told.levels;
    json["versions"] = told.versions;
    json["range"] = told.range;
    json["validity"] = told.validity;
    if (!told.environment.empty()) json["environment"] = told.environment;
    return json;
}

} // namespace assay::cli
