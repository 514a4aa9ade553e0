#include "testcase/method.h"

#include "base/listed.h"

#include <algorithm>
#include <filesystem>
#include <fmt/ranges.h>

namespace assay::testcase {
namespace {

using base::Error;
using base::listed;
using base::Result;

constexpr const char* kPolicy = "policy"; // in the origin of a test; no method declares it

bool contains(const std::vector<std::string>& all, const std::string& one) {
    return std::ranges::find(all, one) != all.end();
}

Result<void> check_files(const Setting& setting, const std::string& value) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    if (setting.kind == Setting::Kind::Files)
        for (const std::string& file : files_of(value))
            if (!fs::is_regular_file(file, ignored))
                return Error{fmt::format("{}: there is no file {}", setting.name, file)};
    if (setting.kind == Setting::Kind::Folder && !fs::is_directory(value, ignored))
        return Error{fmt::format("{}: there is no folder {}", setting.name, value)};
    return {};
}

Result<void> check_value(const Method& method, const std::vector<Setting>& known, const std::string& name,
                         const std::string& value) {
    const auto setting = std::ranges::find(known, name, &Setting::name);
    if (setting == known.end())
        return Error{
            fmt::format("{} takes no '{}'; {}", method.name(), name,
                        known.empty() ? "it has no such settings" : "it takes " + settings_text(known))};
    if (setting->values.empty() || contains(setting->values, value)) return check_files(*setting, value);
    return Error{fmt::format("unknown {} '{}': use {}", name, value, listed(setting->values, "or"))};
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
    const std::vector<Setting> known = method.settings_for(settings.language);
    const bool any_language = std::ranges::any_of(known, [&](const Setting& setting) {
        return setting.any_language && !settings[setting.name].empty();
    });
    if (!any_language && !contains(method.languages(), settings.language))
        return Error{fmt::format("{} makes {}, not '{}'", method.name(), listed(method.languages()),
                                 settings.language)};
    const std::vector<std::string> targets = method.targets(settings.language);
    if (!targets.empty() && !contains(targets, settings.target))
        return Error{fmt::format("{} makes {} programs for {} alone, not '{}'", method.name(),
                                 settings.language, listed(targets), settings.target)};
    for (const auto& [name, value] : settings.changed())
        if (name != kPolicy)
            if (auto checked = check_value(method, known, name, value); !checked) return checked;
    return {};
}

bool takes(const Method& method, std::string_view language, std::string_view setting) {
    const std::vector<Setting> known = method.settings_for(language);
    return std::ranges::find(known, setting, &Setting::name) != known.end();
}

Result<Settings> settings_of(const TestCase& test, const Method& method) {
    Settings settings;
    settings.language = test.language;
    settings.target = test.target;
    const auto& asked = test.origin.settings;
    for (const Setting& setting : method.settings_for(test.language))
        if (const auto found = asked.find(std::string(setting.name)); found != asked.end())
            settings.set(setting.name, found->second);
    if (const auto found = asked.find(kPolicy); found != asked.end()) {
        auto policy = choice::parse_policy(found->second, test.name(), {method.sites(), {}});
        if (!policy) return policy.error();
        settings.policy = std::move(*policy);
    }
    return settings;
}

std::string why_off(const Method& method) {
    for (const Lack& lack : method.lacks())
        if (lack.off) return lack.why;
    return {};
}

std::vector<std::string> files_of(std::string_view value) {
    std::vector<std::string> files;
    for (size_t begin = 0; begin < value.size();) {
        const size_t end = std::min(value.find(',', begin), value.size());
        files.emplace_back(value.substr(begin, end - begin));
        begin = end + 1;
    }
    return files;
}

const std::string& Settings::operator[](std::string_view name) const {
    static const std::string nothing;
    const auto found = values_.find(name);
    return found == values_.end() ? nothing : found->second;
}

void Settings::set(std::string_view name, std::string value) {
    if (value.empty())
        values_.erase(std::string(name));
    else
        values_[std::string(name)] = std::move(value);
}

std::map<std::string, std::string> Settings::changed() const {
    std::map<std::string, std::string> all(values_.begin(), values_.end());
    if (policy != choice::Policy{}) all[kPolicy] = policy.to_text();
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
