#include "generate/grow/dialect.h"

#include "base/check.h"
#include "generate/grow/sites.h"

#include <algorithm>
#include <array>

namespace assay::generate::grow {
namespace {

struct Named {
    std::string_view site, alternative;
};

// 128-bit integers are the target's matter (Target::has_int128).
constexpr std::array kExtensions{
    Named{"grow.type.vectors", "yes"},         Named{"grow.type.packed", "yes"},
    Named{"grow.number.node", "builtin"},      Named{"grow.dead", "unreachable"},
    Named{"grow.idiom.number", "population"},  Named{"grow.idiom.byte-swap", "twice"},
    Named{"grow.idiom.statement", "lanes"},    Named{"grow.idiom.statement", "float-lanes"},
    Named{"grow.idiom.statement", "overflow"}, Named{"grow.helper", "add-saturated"},
    Named{"grow.helper.linkage", "noinline"},  Named{"grow.function.linkage", "noinline"},
};

const choice::Site& site_named(std::string_view name) {
    const std::vector<const choice::Site*> all = all_sites();
    const auto found = std::ranges::find(all, name, [](const choice::Site* site) { return site->name(); });
    base::check(found != all.end(), "an extension is named by a site that exists");
    return **found;
}

} // namespace

void leave_out_extensions(choice::Policy& policy) {
    static const auto sites = [] {
        std::array<const choice::Site*, kExtensions.size()> found{};
        for (size_t i = 0; i < found.size(); ++i) found[i] = &site_named(kExtensions[i].site);
        return found;
    }();
    for (size_t i = 0; i < sites.size(); ++i) policy.set_weight(*sites[i], kExtensions[i].alternative, 0);
}

} // namespace assay::generate::grow
