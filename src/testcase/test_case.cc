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
    if (test.exit != 0) json["exit"] = test.exit;
    if (test.observed) json["observed"] = true;
    if (!test.cflags.empty()) json["cflags"] = test.cflags;
    if (!test.libraries.empty()) json["libraries"] = test.libraries;
    if (!test.arguments.empty()) json["arguments"] = test.arguments;
    if (!test.input.empty()) json["input"] = test.input;
    json["promises"] = {{"no_ub", test.promises.no_ub},
                        {"deterministic", test.promises.deterministic},
                        {"terminates", test.promises.terminates}};
    json["settings"] = nlohmann::ordered_json::object();
    for (const auto& [name, value] : test.origin.settings) json["settings"][name] = value;
    json["version"] = test.origin.version;
    if (!test.origin.start.empty()) json["start"] = test.origin.start;
    if (!test.origin.steps.empty()) json["steps"] = test.origin.steps;
    return json.dump(1) + "\n";
}

base::Result<TestCase> test_from_json(const std::string& text) {
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object()) return base::Error{"not the JSON of a test"};
    TestCase test;
    try {
        test.origin.method = json.at("method");
        test.origin.seed = json.at("seed");
        test.language = json.at("language");
        test.standard = json.at("standard");
        test.target = json.at("target");
        test.sources = json.at("files").get<std::vector<std::string>>();
        if (!json.at("expected").is_null()) test.expected = json.at("expected");
        test.exit = json.value("exit", 0);
        test.observed = json.value("observed", false);
        test.cflags = json.value("cflags", std::vector<std::string>());
        test.libraries = json.value("libraries", std::vector<std::string>());
        test.arguments = json.value("arguments", std::vector<std::string>());
        test.input = json.value("input", std::string());
        const auto& promises = json.at("promises");
        test.promises = {promises.at("no_ub"), promises.at("deterministic"), promises.at("terminates")};
        test.origin.settings = json.at("settings").get<std::map<std::string, std::string>>();
        test.origin.version = json.at("version");
        test.origin.start = json.value("start", std::string());
        test.origin.steps = json.value("steps", std::string());
    } catch (const nlohmann::json::exception& error) {
        return base::Error{std::string("not the JSON of a test: ") + error.what()};
    }
    return test;
}

} // namespace assay::testcase
