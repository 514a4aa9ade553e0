#include "report/evidence.h"

#include "base/json_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace assay::report {
namespace {

using base::Error;
using base::Result;

// The finding that was reduced; else the first one.
const store::Finding& chosen(const std::vector<store::Finding>& findings, const store::Bug& bug) {
    if (!bug.reduced) return findings.front();
    const triage::ReducedProgram& program = bug.reduced->program;
    const auto found = std::ranges::find_if(findings, [&](const store::Finding& finding) {
        return finding.number == program.number && finding.verdict.test == program.member &&
               finding.verdict.setup.compiler == program.setup.compiler;
    });
    return found == findings.end() ? findings.front() : *found;
}

// Empty if it is another kind of value: the campaign may be somebody else's.
std::string text_in(const nlohmann::json& about, const char* name) {
    if (!about.is_object()) return {};
    const auto found = about.find(name);
    return found != about.end() && found->is_string() ? found->get<std::string>() : std::string();
}

} // namespace

Result<Evidence> evidence_of(store::Store& store, int64_t id) {
    Evidence evidence;
    auto bug = store.bug(id);
    if (!bug) return bug.error();
    evidence.bug = std::move(*bug);
    auto findings = store.findings(id);
    if (!findings) return findings.error();
    if (findings->empty()) return Error{fmt::format("bug {} has no finding", id)};
    evidence.finding = chosen(*findings, evidence.bug);
    auto group = store.group(evidence.finding.number);
    if (!group) return group.error();
    if (evidence.finding.verdict.test >= group->size())
        return Error{fmt::format("the program of bug {} is missing", id)};
    evidence.original = std::move((*group)[evidence.finding.verdict.test]);
    auto known = store.fact("compilers");
    if (!known) return known.error();
    const auto compilers = base::parsed_json(known->value_or("{}"));
    if (compilers.is_object())
        for (const auto& [name, about] : compilers.items())
            evidence.compilers[name] = {text_in(about, "version"), text_in(about, "banner"),
                                        text_in(about, "family"), text_in(about, "path"),
                                        text_in(about, "machine")};
    return evidence;
}

} // namespace assay::report
