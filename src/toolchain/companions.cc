#include "toolchain/companions.h"

#include "toolchain/families/families.h"
#include "toolchain/text.h"

#include <algorithm>
#include <charconv>
#include <memory>

namespace assay::toolchain {
namespace {

// Of "clang-14": 14; of a name without a version: 0.
int version_of(std::string_view name) {
    const size_t dash = name.rfind('-');
    int number = 0;
    if (dash != std::string_view::npos)
        std::from_chars(name.data() + dash + 1, name.data() + name.size(), number);
    return number;
}

} // namespace

std::optional<Companions> compiler_on(const Programs& programs, std::string_view family, Coverage coverage) {
    for (const std::unique_ptr<Family>& one : own_families()) {
        if (one->name() != family) continue;
        std::vector<Candidate> candidates = one->candidates(programs);
        const auto rank = [&](const Candidate& candidate) {
            const bool own = candidate.name == family || contains(candidate.aliases, std::string(family));
            return std::pair(own, version_of(candidate.name));
        };
        std::ranges::stable_sort(candidates, std::greater(), rank);
        for (const Candidate& candidate : candidates) {
            Companions found{candidate.name, candidate.path, one->coverage_tools(programs, candidate)};
            if (coverage == Coverage::NotNeeded || !found.coverage.empty()) return found;
        }
    }
    return std::nullopt;
}

std::vector<std::string> names_on(const Programs& programs, const std::vector<std::string>& families) {
    std::vector<std::string> names;
    for (const std::unique_ptr<Family>& one : own_families()) {
        if (!contains(families, one->name())) continue;
        for (const Candidate& candidate : one->candidates(programs)) {
            names.push_back(candidate.name);
            append(names, candidate.aliases);
        }
    }
    std::ranges::sort(names);
    return names;
}

std::optional<Companions> compiler_here(std::string_view family, Coverage coverage) {
    return compiler_on(Programs::on_path(), family, coverage);
}

} // namespace assay::toolchain
