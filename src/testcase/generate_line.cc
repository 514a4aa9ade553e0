#include "testcase/generate_line.h"

#include "base/shell.h"

#include <algorithm>
#include <fmt/format.h>

namespace assay::testcase {
namespace {

GenerateLine none(std::string why) { return {{}, {}, std::move(why)}; }

// The words for one setting; none: no option of `assay generate` says it.
std::vector<std::string> words_for(const Method& method, const std::string& language, const std::string& name,
                                   const std::string& value) {
    if (name == "batch" || name == method.member_setting()) return {"--" + name, value};
    const std::vector<Setting> settings = method.settings_for(language);
    const auto setting = std::ranges::find(settings, name, &Setting::name);
    if (setting == settings.end()) return {};
    if (setting->kind == Setting::Kind::Switch) return {"--no-" + name};
    if (setting->kind != Setting::Kind::Files) return {"--" + name, value};
    std::vector<std::string> words;
    for (const std::string& file : files_of(value)) words.insert(words.end(), {"--" + name, file});
    return words;
}

} // namespace

GenerateLine generate_line(const TestCase& test, const MethodRegistry& methods) {
    const Origin& origin = test.origin;
    if (const auto command = origin.settings.find("command"); command != origin.settings.end())
        return none("it was made by a generator of yours: " + command->second);
    const auto method = methods.make(origin.method);
    if (!method) return none("it was not made by Assay");
    GenerateLine line;
    std::vector<std::string> words{
        "assay",  "generate",    "--method", origin.method, "--seed", std::to_string(origin.seed),
        "--lang", test.language, "--target", test.target};
    for (const auto& [name, value] : origin.settings) {
        if (name == "policy") {
            words.insert(words.end(), {"--policy", "policy.toml"});
            line.policy = value;
            continue;
        }
        const std::vector<std::string> more = words_for(*method, test.language, name, value);
        if (more.empty())
            return none(fmt::format("no command makes a test with the setting {} = {}", name, value));
        words.insert(words.end(), more.begin(), more.end());
    }
    line.command = base::shell_line(words) + " --out DIR";
    return line;
}

std::string to_text(const GenerateLine& line) {
    if (line.command.empty()) return fmt::format("it cannot be generated again: {}\n", line.why);
    if (line.policy.empty()) return line.command + "\n";
    return fmt::format("{}\n--- policy.toml\n{}", line.command, line.policy);
}

} // namespace assay::testcase
