#include "generate/models.h"

#include "generate/expand/expand.h"
#include "generate/grow/grow.h"
#include "generate/registry.h"

namespace assay::generate {

base::Result<testcase::Settings> settings_of(const testcase::TestCase& test,
                                             const std::vector<const choice::Site*>& sites) {
    testcase::Settings settings;
    settings.language = test.language;
    settings.target = test.target;
    const auto& asked = test.origin.settings;
    const auto text = [&](const char* name, std::string& into) {
        if (const auto found = asked.find(name); found != asked.end()) into = found->second;
    };
    text("standard", settings.standard);
    text("size", settings.size);
    text("harness", settings.harness);
    text("dialect", settings.dialect);
    text("from", settings.from);
    settings.policies = !asked.contains("policies");
    if (const auto found = asked.find("policy"); found != asked.end()) {
        auto policy = choice::parse_policy(found->second, test.name(), {sites, {}});
        if (!policy) return policy.error();
        settings.policy = std::move(*policy);
    }
    return settings;
}

bool has_model(const testcase::TestCase& test) {
    const bool made_of_one = test.origin.method == "grow" || test.origin.method == "expand";
    return made_of_one && !test.origin.settings.contains("batch");
}

base::Result<std::optional<Model>> model_of(const testcase::TestCase& test) {
    if (!has_model(test)) return std::optional<Model>();
    const auto method = method_named(test.origin.method);
    auto settings = settings_of(test, method->sites());
    if (!settings) return settings.error();
    choice::Tally ignored;
    if (test.origin.method == "expand") {
        auto expanded = expand::expand(test.origin.seed, *settings, ignored, true);
        if (!expanded) return expanded.error();
        return std::optional<Model>(
            Model{std::move(expanded->program), std::move(expanded->meaning), std::move(expanded->print)});
    }
    auto grown = grow::grow(test.origin.seed, *settings, ignored);
    if (!grown) return grown.error();
    return std::optional<Model>(
        Model{std::move(grown->program), std::move(grown->meaning), std::move(grown->print)});
}

} // namespace assay::generate
