#include "testcase/method.h"

namespace assay::testcase {

std::map<std::string, std::string> Settings::changed() const {
    std::map<std::string, std::string> all;
    if (!standard.empty()) all["standard"] = standard;
    if (!size.empty()) all["size"] = size;
    if (!harness.empty()) all["harness"] = harness;
    if (!layout.empty()) all["layout"] = layout;
    if (!dialect.empty()) all["dialect"] = dialect;
    if (!strategy.empty()) all["strategy"] = strategy;
    if (!from.empty()) all["from"] = from;
    for (const std::string& grammar : grammars)
        all["grammar"] += (all["grammar"].empty() ? "" : ",") + grammar;
    if (!programs.empty()) all["programs"] = programs;
    if (!policies) all["policies"] = "off";
    if (policy != choice::Policy{}) all["policy"] = policy.to_text();
    return all;
}

base::Result<TestGroup> Method::make_group(uint64_t seed, const Settings& settings) {
    auto test = make(seed, settings);
    if (!test) return test.error();
    return TestGroup{{std::move(*test)}};
}

Settings Method::batch_settings(uint64_t, const Settings& settings) { return settings; }

base::Result<TestCase> Method::make_batch(uint64_t, uint64_t, const Settings&) {
    return base::Error{std::string(name()) + " makes no batches"};
}

} // namespace assay::testcase
