#include "campaign/labels.h"

namespace assay::campaign {

std::string cluster_title(const testcase::Verdict& verdict) {
    // What is wrong with the code shows in many ways.
    const std::string kind =
        traits(verdict.kind).names_defect ? std::string(to_text(verdict.kind)) : "wrong code";
    return kind + " | " + verdict.setup.compiler + " | " +
           (traits(verdict.kind).names_defect ? verdict.title : "?");
}

std::vector<std::string> titles_of(const store::Finding& finding, const triage::Diagnosis& triaged) {
    // All of one compiler are one entry: a broken runner fails every program.
    if (!triaged.environment.empty()) return {"environment | " + finding.verdict.setup.compiler};
    if (traits(finding.verdict.kind).names_defect) return {cluster_title(finding.verdict)};
    if (!triaged.attributed && !triaged.culprit.pass) return {};
    return {wrong_code_title(finding.verdict.setup.compiler, triaged.title)};
}

std::string wrong_code_title(const std::string& compiler, const std::string& title) {
    return "wrong code | " + compiler + " | " + title;
}

store::Bug described(const store::Finding& finding, const triage::Diagnosis& triaged) {
    store::Bug bug;
    bug.kind = finding.verdict.kind;
    bug.compiler = finding.verdict.setup.compiler;
    bug.title = triaged.title;
    bug.state = triaged.state();
    bug.diagnosis = triaged;
    return bug;
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
