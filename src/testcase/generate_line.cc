#include "testcase/generate_line.h"

#include "base/shell.h"

#include <algorithm>
#include <fmt/format.h>

namespace assay::testcase {
namespace {

constexpr std::string_view kSameName[] = {"standard", "size",  "harness",  "layout",  "dialect", "strategy",
                                          "from",     "batch", "programs", "variant", "form"};

GenerateLine none(std::string why) { return {{}, {}, std::move(why)}; }

void add_list(std::vector<std::string>& words, const std::string& option, const std::string& list) {
    for (size_t begin = 0; begin < list.size();) {
        const size_t end = std::min(list.find(',', begin), list.size());
        words.insert(words.end(), {option, list.substr(begin, end - begin)});
        begin = end + 1;
    }
}

} // namespace

GenerateLine generate_line(const TestCase& test) {
    const Origin& origin = test.origin;
    GenerateLine line;
    if (origin.method.empty()) return none("it was not made by Assay");
    std::vector<std::string> words{
        "assay",  "generate",    "--method", origin.method, "--seed", std::to_string(origin.seed),
        "--lang", test.language, "--target", test.target};
    for (const auto& [name, value] : origin.settings) {
        if (std::ranges::find(kSameName, name) != std::end(kSameName)) {
            words.insert(words.end(), {"--" + name, value});
        } else if (name == "grammar") {
            add_list(words, "--grammar", value);
        } else if (name == "policies" && value == "off") {
            words.push_back("--no-policies");
        } else if (name == "policy") {
            words.insert(words.end(), {"--policy", "policy.toml"});
            line.policy = value;
        } else if (name == "command") {
            return none("it was made by a generator of yours: " + value);
        } else {
            return none(fmt::format("no command makes a test with the setting {} = {}", name, value));
        }
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
