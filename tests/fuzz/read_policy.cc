#include "fuzz/readers.h"

#include "base/check.h"
#include "choice/policy.h"

#include <array>

namespace assay::fuzz {
namespace {

using choice::Option;

constexpr choice::SiteOf kStatement{"grow.statement", Option{0, "assign", 10}, Option{1, "loop", 3},
                                    Option{2, "if", 0}};
constexpr choice::SiteOf kExpression{"grow.expression", Option{0, "constant", 1}, Option{1, "variable", 1}};
constexpr choice::Knob kDepth{"grow.depth", 5, 1, 20};
constexpr choice::Knob kShift{"grow.shift", 0, -8, 8};
constexpr std::array<const choice::Site*, 2> kSites{&kStatement, &kExpression};
constexpr std::array<const choice::Knob*, 2> kKnobs{&kDepth, &kShift};

} // namespace

void read_policy(std::string_view bytes) {
    const auto policy = choice::parse_policy(bytes, "fuzz", {kSites, kKnobs});
    if (!policy) return;
    const auto again = choice::parse_policy(policy->to_text(), "saved", {kSites, kKnobs});
    base::check(again.ok() && *again == *policy, "what is saved reads as the same policy");
}

} // namespace assay::fuzz
