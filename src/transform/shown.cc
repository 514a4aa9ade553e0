#include "transform/shown.h"

#include "semantics/evaluate.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::transform {

using semantics::FinalValue;
using semantics::Meaning;
using semantics::ObservedSite;

std::string difference_shown(const Meaning& before, const Meaning& after) {
    if (!before.defined()) return "the program was not defined before: " + describe(before);
    if (!after.defined()) return "the program is not defined any more: " + describe(after);
    const auto same_final = [&](const FinalValue& a, const FinalValue& b) {
        return a.var == b.var && a.value == b.value && std::ranges::equal(before.path(a), after.path(b));
    };
    if (!std::ranges::equal(before.finals, after.finals, same_final)) return "the final values differ";
    const auto same_site = [](const ObservedSite& a, const ObservedSite& b) {
        return a.times == b.times && a.first == b.first && a.same == b.same && a.hash == b.hash;
    };
    if (!std::ranges::equal(before.observed, after.observed, same_site)) return "the observed values differ";
    if (before.checksum != after.checksum) return "the checksum differs";
    return {};
}

namespace {

// Node and value; the node of a final value is none.
using Shown = std::vector<std::pair<program::NodeId, semantics::Scalar>>;

bool show(const program::Program& program, uint64_t budget, Shown& out) {
    semantics::EvaluateOptions options;
    options.step_budget = budget;
    options.on_shown = [&](program::NodeId node, const semantics::Scalar& value) {
        out.emplace_back(node, value);
    };
    return semantics::evaluate(program, options).defined();
}

} // namespace

std::string missing_in(const program::Program& before, const program::Program& after, uint64_t budget) {
    Shown old, now;
    if (!show(before, budget, old)) return "the program was not defined before";
    if (!show(after, 10 * budget, now)) return "the program is not defined any more";
    size_t next = 0;
    for (const auto& shown : now)
        if (next < old.size() && old[next] == shown) ++next;
    if (next < old.size()) return "something is not shown any more";
    return {};
}

} // namespace assay::transform
