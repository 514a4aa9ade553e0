#include "testcase/test_case.h"

#include <nlohmann/json.hpp>

namespace assay::testcase {

std::string to_json(const TestCase& test) {
    nlohmann::ordered_json json;
    json["method"] = test.origin.method;
    json["seed"] = test.origin.seed;
    json["language"] = test.language;
    json["standard"] = test.standard;
    json["target"] = test.target;
    json["files"] = test.sources;
    json["expected"] = nullptr;
    if (test.expected) json["expected"] = *test.expected;
    json["promises"] = {{"no_ub", test.promises.no_ub},
                        {"deterministic", test.promises.deterministic},
                        {"terminates", test.promises.terminates}};
    json["settings"] = nlohmann::ordered_json::object();
    for (const auto& [name, value] : test.origin.settings) json["settings"][name] = value;
    json["version"] = test.origin.version;
    return json.dump(1) + "\n";
}

} // namespace assay::testcase
