#include "campaign/config.h"

#include "base/suggest.h"
#include "source/registry.h"

#include <algorithm>

namespace assay::campaign {

bool any_has_weight(const std::vector<MethodShare>& shares) {
    return std::ranges::any_of(shares, [](const MethodShare& share) { return share.weight > 0; });
}

choice::Policy policy_of(const Config& config, std::string_view name) {
    const auto found = config.policies.find(std::string(name));
    return found == config.policies.end() ? choice::Policy() : found->second;
}

std::unique_ptr<testcase::Method> method_named(const Config& config, std::string_view name) {
    for (const generate::external::UserGenerator& generator : config.generators)
        if (generator.name == name) return make_user_method(generator);
    return source::method_named(name);
}

std::string unknown_method(const Config& config, std::string_view name) {
    std::vector<std::string_view> known;
    for (const generate::MethodEntry& entry : source::methods()) known.push_back(entry.name);
    for (const generate::external::UserGenerator& generator : config.generators)
        known.push_back(generator.name);
    return "unknown method '" + std::string(name) + "': " + base::suggest(name, known);
}

} // namespace assay::campaign
