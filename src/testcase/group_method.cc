#include "testcase/group_method.h"

namespace assay::testcase {

base::Result<TestCase> GroupMethod::make(uint64_t seed, const Settings& settings) {
    auto group = make_group(seed, settings);
    if (!group) return group.error();
    if (group->tests.empty())
        return base::Error{std::string(name()) + ": seed " + std::to_string(seed) +
                           " gave nothing: " + group->why_empty};
    return std::move(group->tests.front());
}

} // namespace assay::testcase
