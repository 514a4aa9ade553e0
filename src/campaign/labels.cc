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

std::vector<std::string> told_titles(const store::Finding& finding, const triage::Examined& told) {
    // All of one compiler are one entry: a broken runner fails every program.
    if (!told.environment.empty()) return {"environment | " + finding.verdict.setup.compiler};
    if (is_telling(finding.verdict.kind)) return {cluster_title(finding.verdict)};
    if (!told.attributed && !told.guilt.pass) return {};
    return {wrong_code_title(finding.verdict.setup.compiler, told.title)};
}

std::string wrong_code_title(const std::string& compiler, const std::string& title) {
    return "wrong code | " + compiler + " | " + title;
}

store::Bug described(const store::Finding& finding, const triage::Examined& told) {
    store::Bug bug;
    bug.kind = finding.verdict.kind;
    bug.compiler = finding.verdict.setup.compiler;
    bug.title = told.title;
    bug.state = told.invalid                   ? "invalid"
                : !told.environment.empty()    ? "environment"
                : told.unsettled               ? "unsettled"
                : told.failed * 2 > told.tried ? "confirmed"
                                               : "doubtful";
    bug.validity = told.validity;
    bug.reliability = fmt::format("{}/{}", told.failed, told.tried);
    bug.pass = told.guilt.pass;
    bug.versions = nlohmann::json(told.versions).dump();
    nlohmann::json notes;
    notes["validity"] = told.validity_how;
    notes["options"] = told.options;
    if (!told.environment.empty()) notes["environment"] = told.environment;
    notes["levels"] = told.levels;
    notes["range"] = told.range;
    notes["detail"] = told.detail;
    if (told.expected) notes["expected"] = *told.expected;
    notes["pass"] = told.guilt.how;
    notes["cure"] = told.guilt.cure;
    if (told.needs) notes["needs"] = nlohmann::json::parse(to_json(*told.needs));
    if (!told.likeness.empty()) notes["likeness"] = told.likeness;
    bug.notes = notes.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return bug;
}

std::vector<std::string> cure_of(const store::Bug& bug) {
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
