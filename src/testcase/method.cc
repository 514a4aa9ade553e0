#include "testcase/method.h"

#include <algorithm>
#include <filesystem>
#include <fmt/ranges.h>

namespace assay::testcase {
namespace {

using base::Error;
using base::Result;

// "a, b or c"
std::string listed(const std::vector<std::string>& words, std::string_view before_last) {
    std::string text;
    for (size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 == words.size() ? fmt::format(" {} ", before_last) : ", ";
        text += words[i];
    }
    return text;
}

bool contains(const std::vector<std::string>& all, const std::string& one) {
    return std::ranges::find(all, one) != all.end();
}

Result<void> check_value(const Method& method, const std::vector<Setting>& known, const std::string& name,
                         const std::string& value) {
    const auto setting = std::ranges::find(known, name, &Setting::name);
    if (setting == known.end())
        return Error{
            fmt::format("{} takes no '{}'; {}", method.name(), name,
                        known.empty() ? "it has no such settings" : "it takes " + settings_text(known))};
    if (setting->values.empty() || contains(setting->values, value)) return {};
    return Error{fmt::format("unknown {} '{}': use {}", name, value, listed(setting->values, "or"))};
}

Result<void> check_files(const Settings& settings) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    for (const std::string& grammar : settings.grammars)
        if (!fs::is_regular_file(grammar, ignored))
            return Error{fmt::format("grammar: there is no file {}", grammar)};
    if (!settings.programs.empty() && !fs::is_directory(settings.programs, ignored))
        return Error{fmt::format("programs: there is no folder {}", settings.programs)};
    return {};
}

} // namespace

std::string settings_text(const std::vector<Setting>& settings) {
    std::string text;
    for (const Setting& setting : settings) {
        text += fmt::format("{}{}", text.empty() ? "" : ", ", setting.name);
        if (!setting.values.empty()) text += fmt::format(" ({})", fmt::join(setting.values, ", "));
    }
    return text;
}

Result<void> check_settings(const Method& method, const Settings& settings) {
    // A grammar of the user's may be of any language.
    if (settings.grammars.empty() && !contains(method.languages(), settings.language))
        return Error{fmt::format("{} makes {}, not '{}'", method.name(), listed(method.languages(), "and"),
                                 settings.language)};
    const std::vector<std::string> targets = method.targets(settings.language);
    if (!targets.empty() && !contains(targets, settings.target))
        return Error{fmt::format("{} makes {} programs for {} alone, not '{}'", method.name(),
                                 settings.language, listed(targets, "and"), settings.target)};
    const std::vector<Setting> known = method.settings_for(settings.language);
    for (const auto& [name, value] : settings.changed())
        if (name != "policy")
            if (auto checked = check_value(method, known, name, value); !checked) return checked;
    return check_files(settings);
}

bool takes(const Method& method, std::string_view language, std::string_view setting) {
    const std::vector<Setting> known = method.settings_for(language);
    return std::ranges::find(known, setting, &Setting::name) != known.end();
}

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

Result<TestGroup> Method::make_group(uint64_t seed, const Settings& settings) {
    auto test = make(seed, settings);
    if (!test) return test.error();
    return TestGroup{{std::move(*test)}};
}

Settings Method::batch_settings(uint64_t, const Settings& settings) { return settings; }

Result<TestCase> Method::make_batch(uint64_t, uint64_t, const Settings&) {
    return Error{std::string(name()) + " makes no batches"};
}

} // namespace assay::testcase
