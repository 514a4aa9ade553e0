#include "campaign/labels.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace assay::campaign {

std::string cluster_title(const testcase::Verdict& verdict) {
    // What is wrong with the code shows in many ways.
    const std::string kind = is_telling(verdict.kind) ? std::string(to_text(verdict.kind)) : "wrong code";
    return kind + " | " + verdict.setup.compiler + " | " + (is_telling(verdict.kind) ? verdict.title : "?");
}

bool is_telling(testcase::Kind kind) { return traits(kind).names_defect; }

std::vector<std::string> titles_of(const store::Finding& finding, const triage::Examined& triaged) {
    // All of one compiler are one entry: a broken runner fails every program.
    if (!triaged.environment.empty()) return {"environment | " + finding.verdict.setup.compiler};
    if (is_telling(finding.verdict.kind)) return {cluster_title(finding.verdict)};
    if (!triaged.attributed && !triaged.culprit.pass) return {};
    return {wrong_code_title(finding.verdict.setup.compiler, triaged.title)};
}

std::string wrong_code_title(const std::string& compiler, const std::string& title) {
    return "wrong code | " + compiler + " | " + title;
}

store::Bug described(const store::Finding& finding, const triage::Examined& triaged) {
    store::Bug bug;
    bug.kind = finding.verdict.kind;
    bug.compiler = finding.verdict.setup.compiler;
    bug.title = triaged.title;
    bug.state = triaged.invalid                      ? "invalid"
                : !triaged.environment.empty()       ? "environment"
                : triaged.unsettled                  ? "unsettled"
                : triaged.failed * 2 > triaged.tried ? "confirmed"
                                                     : "doubtful";
    bug.validity = triaged.validity;
    bug.reliability = fmt::format("{}/{}", triaged.failed, triaged.tried);
    bug.pass = triaged.culprit.pass;
    bug.versions = nlohmann::json(triaged.versions).dump();
    nlohmann::json notes;
    notes["validity"] = triaged.validity_how;
    notes["options"] = triaged.options;
    if (!triaged.environment.empty()) notes["environment"] = triaged.environment;
    notes["levels"] = triaged.levels;
    notes["range"] = triaged.range;
    notes["detail"] = triaged.detail;
    if (triaged.expected) notes["expected"] = *triaged.expected;
    notes["pass"] = triaged.culprit.how;
    notes["cure"] = triaged.culprit.workaround;
    if (triaged.needs) notes["needs"] = nlohmann::json::parse(to_json(*triaged.needs));
    if (!triaged.likeness.empty()) notes["likeness"] = triaged.likeness;
    bug.notes = notes.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return bug;
}

std::vector<std::string> workaround_of(const store::Bug& bug) {
    const auto notes = nlohmann::json::parse(bug.notes, nullptr, false);
    if (!notes.is_object() || !notes.contains("cure")) return {};
    return notes["cure"].get<std::vector<std::string>>();
}

std::optional<triage::Needs> needs_of(const store::Bug& bug) {
    const auto notes = nlohmann::json::parse(bug.notes, nullptr, false);
    if (!notes.is_object() || !notes.contains("needs")) return std::nullopt;
    return triage::needs_from_json(notes["needs"].dump());
}

std::string count_label(const testcase::Setup& setup) {
    std::string label = setup.compiler;
    bool more = false;
    for (const std::string& option : setup.options) {
        const bool plain = option.starts_with("-O") || option.starts_with("-m") || option == "-flto" ||
                           option.starts_with("-fsanitize=") || option.starts_with("-X") ||
                           option.starts_with("--target");
        if (plain) label += " " + option;
        more |= !plain;
    }
    return more ? label + " ..." : label;
}

} // namespace assay::campaign
