#include "triage/reference.h"

#include "toolchain/setups.h"

#include <algorithm>

namespace assay::triage {

std::optional<Reference> reference_beside(const std::vector<toolchain::Compiler>& references,
                                          const std::vector<testcase::Setup>& under_test,
                                          const testcase::TestCase& test) {
    if (test.expected) return std::nullopt;
    // A reference that is the only setup has nothing to differ from.
    const bool enough = under_test.size() > 1;
    std::optional<Reference> chosen;
    for (const toolchain::Compiler& reference : references) {
        testcase::Setup setup{reference.name, reference.family->unoptimised(), test.target};
        if (!toolchain::fits(reference, setup, test)) continue;
        const bool is_there = std::ranges::any_of(under_test, [&](const testcase::Setup& one) {
            return one.compiler == reference.name && reference.family->is_unoptimised(one);
        });
        if (is_there && enough) return std::nullopt;
        if (!is_there && !chosen) chosen = Reference{&reference, std::move(setup)};
    }
    return chosen;
}

bool can_settle(const std::vector<toolchain::Compiler>& references, const std::string& language) {
    const bool needs_sanitizer = language == "c" || language == "c++";
    return std::ranges::any_of(references, [&](const toolchain::Compiler& one) {
        const toolchain::Abilities& can = one.abilities;
        return std::ranges::find(can.languages, language) != can.languages.end() &&
               (!needs_sanitizer || !can.sanitizers.empty());
    });
}

} // namespace assay::triage
