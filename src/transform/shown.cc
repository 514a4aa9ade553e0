#include "transform/shown.h"

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

} // namespace assay::transform
