#include "campaign/config.h"

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

testcase::MethodRegistry methods_of(const Config& config) {
    std::vector<testcase::MethodEntry> own;
    for (const generate::external::UserGenerator& generator : config.generators)
        own.push_back({generator.name, [=] { return make_user_method(generator); }});
    testcase::MethodRegistry all(std::move(own));
    all.add(source::methods());
    return all;
}

} // namespace assay::campaign
