#include "cli/support/variant_group.h"

#include "oracle/oracles.h"
#include "source/registry.h"

#include <algorithm>
#include <filesystem>

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

bool same_text(const testcase::TestCase& a, const testcase::TestCase& b) {
    return std::ranges::equal(a.files, b.files, [](const testcase::File& one, const testcase::File& other) {
        return one.name == other.name && one.text == other.text;
    });
}

} // namespace

bool VariantGroup::takes(const Given& given) const {
    if (names_.empty()) return true;
    const testcase::Origin &first = group_.tests[0].origin, &other = given.test.origin;
    if (first.method != other.method || first.seed != other.seed ||
        fs::path(names_[0]).parent_path() != fs::path(given.name).parent_path())
        return false;
    const auto method = source::methods().make(first.method);
    return method && !method->member_setting().empty();
}

// One text with several inputs is compiled several times, and counts once.
void VariantGroup::add(const Given& given, size_t place, const triage::Inspection& inspection) {
    for (const testcase::TestCase& known : group_.tests)
        if (same_text(known, given.test)) return;
    group_.tests.push_back(given.test);
    observed_.push_back(inspection.observed);
    told_.push_back(inspection.verdicts);
    places_.push_back(place);
    names_.push_back(given.name);
}

std::vector<VariantGroup::Slow> VariantGroup::slow() const {
    std::vector<Slow> all;
    if (names_.size() < 2) return all;
    for (testcase::Verdict& verdict : oracle::slow_compiler()->judge({group_, observed_})) {
        const size_t member = verdict.test;
        const bool told = std::ranges::any_of(
            told_[member], [&](const testcase::Verdict& known) { return known.setup == verdict.setup; });
        if (told) continue;
        verdict.test = 0;
        all.push_back({places_[member], names_[member], std::move(verdict)});
    }
    return all;
}

} // namespace assay::cli
