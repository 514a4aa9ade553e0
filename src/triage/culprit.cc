#include "triage/culprit.h"

#include <algorithm>

namespace assay::triage {

using base::Result;

Result<Culprit> find_culprit(const toolchain::Compiler& compiler, const Probe& probe, bool all_passes) {
    const std::string_view family = compiler.family->kin();
    if (family == "clang") return culprit_of_clang(probe);
    if (family == "gcc") return culprit_of_gcc(compiler.abilities.optimisations, probe, all_passes);
    return Culprit{std::nullopt, "this compiler has no switches for its passes", {}};
}

std::vector<std::string> everything_off(const toolchain::Compiler& compiler) {
    const std::string_view family = compiler.family->kin();
    if (family == "clang") return {"-mllvm", "-opt-bisect-limit=0"};
    return family == "gcc" ? flags_off(compiler.abilities.optimisations) : std::vector<std::string>();
}

Result<std::vector<std::string>>
smallest_workaround(std::vector<std::string> switches,
                    const std::function<Result<bool>(const std::vector<std::string>&)>& fixes) {
    for (size_t piece = std::max<size_t>(switches.size() / 2, 1);; piece /= 2) {
        for (size_t at = 0; at < switches.size() && switches.size() > 1;) {
            std::vector<std::string> less(switches.begin(), switches.begin() + static_cast<ptrdiff_t>(at));
            const size_t end = std::min(at + piece, switches.size());
            less.insert(less.end(), switches.begin() + static_cast<ptrdiff_t>(end), switches.end());
            if (less.empty()) break;
            auto cured = fixes(less);
            if (!cured) return cured.error();
            if (*cured)
                switches = std::move(less);
            else
                at = end;
        }
        if (piece <= 1) return switches;
    }
}

} // namespace assay::triage
