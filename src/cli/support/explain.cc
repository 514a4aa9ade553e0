#include "cli/support/explain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace assay::cli {
namespace {

std::string guilty(const triage::Culprit& culprit) {
    return fmt::format("{}{}", culprit.pass.value_or("unattributed"),
                       culprit.how.empty() ? "" : fmt::format(" ({})", culprit.how));
}

std::string others(const triage::Diagnosis& triaged) {
    std::string text;
    for (const auto& [compiler, answer] : triaged.versions)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", compiler, to_text(answer));
    return triaged.range.empty() ? text : text + "; " + triaged.range;
}

} // namespace

std::string as_text(const triage::Examined& explained) {
    const triage::Diagnosis& triaged = explained.diagnosis;
    std::string text = fmt::format("{}: {} of {} times\n", explained.setup.name(), triaged.reliability.failed,
                                   triaged.reliability.tried);
    if (!triaged.environment.empty())
        return text + fmt::format("  environment      {}\n", triaged.environment);
    text += fmt::format("  culprit          {}\n", guilty(triaged.culprit));
    text +=
        fmt::format("  options needed   {}\n",
                    triaged.options.empty() ? "none" : fmt::format("{}", fmt::join(triaged.options, " ")));
    if (!triaged.levels.empty())
        text += fmt::format("  levels that fail {}\n", fmt::join(triaged.levels, " "));
    if (!triaged.versions.empty()) text += fmt::format("  compilers        {}\n", others(triaged));
    const bool doubtful = triaged.validity == triage::Validity::Unknown && !triaged.validity_how.empty();
    text += fmt::format("  validity         {}{}\n", to_text(triaged.validity),
                        doubtful ? ": " + triaged.validity_how : "");
    return text;
}

nlohmann::ordered_json as_json(const triage::Examined& explained) {
    const triage::Diagnosis& triaged = explained.diagnosis;
    nlohmann::ordered_json json;
    json["setup"] = explained.setup.name();
    json["failed"] = triaged.reliability.failed;
    json["tried"] = triaged.reliability.tried;
    json["pass"] =
        triaged.culprit.pass ? nlohmann::ordered_json(*triaged.culprit.pass) : nlohmann::ordered_json();
    json["pass_how"] = triaged.culprit.how;
    json["options"] = triaged.options;
    json["levels"] = triaged.levels;
    json["versions"] = nlohmann::ordered_json::parse(to_json(triaged.versions));
    json["range"] = triaged.range;
    json["validity"] = to_text(triaged.validity);
    if (!triaged.environment.empty()) json["environment"] = triaged.environment;
    return json;
}

} // namespace assay::cli
