#include "testcase/test_case.h"

#include "base/json_text.h"

namespace assay::testcase {
namespace {

// JSON is UTF-8 alone, but a program may print and read any bytes. Those are kept in hexadecimal beside the
// text, which then is for people.
std::string in_hex(const std::string& bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const char c : bytes) {
        text += kDigits[static_cast<unsigned char>(c) >> 4];
        text += kDigits[static_cast<unsigned char>(c) & 15];
    }
    return text;
}

std::string from_hex(const std::string& text) {
    const auto digit = [](char c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; };
    std::string bytes;
    if (text.find_first_not_of("0123456789abcdefABCDEF") != text.npos) return bytes;
    for (size_t i = 0; i + 1 < text.size(); i += 2)
        bytes += static_cast<char>(digit(text[i]) * 16 + digit(text[i + 1]));
    return bytes;
}

void put_bytes(nlohmann::ordered_json& json, const char* name, const std::string& bytes) {
    json[name] = base::as_utf8(bytes);
    if (!base::is_utf8(bytes)) json["bytes"][name] = in_hex(bytes);
}

void take_bytes(const nlohmann::json& json, const char* name, std::string& into) {
    if (json.contains("bytes") && json["bytes"].is_object() && json["bytes"].contains(name))
        into = from_hex(json["bytes"][name].get<std::string>());
}

} // namespace

std::string to_json(const TestCase& test) {
    nlohmann::ordered_json json;
    json["method"] = test.origin.method;
    json["seed"] = test.origin.seed;
    json["language"] = test.language;
    json["standard"] = test.standard;
    json["target"] = test.target;
    json["files"] = test.sources;
    json["expected"] = nullptr;
    if (test.expected) put_bytes(json, "expected", *test.expected);
    if (test.exit != 0) json["exit"] = test.exit;
    if (test.observed) json["observed"] = true;
    if (!test.cflags.empty()) json["cflags"] = test.cflags;
    if (!test.libraries.empty()) json["libraries"] = test.libraries;
    if (!test.arguments.empty()) json["arguments"] = test.arguments;
    if (!test.input.empty()) put_bytes(json, "input", test.input);
    json["promises"] = {{"no_ub", test.promises.no_ub},
                        {"deterministic", test.promises.deterministic},
                        {"terminates", test.promises.terminates}};
    json["settings"] = nlohmann::ordered_json::object();
    for (const auto& [name, value] : test.origin.settings) json["settings"][name] = value;
    json["version"] = test.origin.version;
    if (!test.origin.start.empty()) json["start"] = test.origin.start;
    if (!test.origin.steps.empty()) json["steps"] = test.origin.steps;
    return base::json_text(json, 1) + "\n";
}

base::Result<TestCase> test_from_json(const std::string& text) {
    const auto json = base::parsed_json(text);
    if (!json.is_object()) return base::Error{"not the JSON of a test"};
    TestCase test;
    try {
        test.origin.method = json.at("method");
        test.origin.seed = json.at("seed");
        test.language = json.at("language");
        test.standard = json.at("standard");
        test.target = json.at("target");
        test.sources = json.at("files").get<std::vector<std::string>>();
        if (!json.at("expected").is_null()) {
            test.expected = json.at("expected");
            take_bytes(json, "expected", *test.expected);
        }
        test.exit = json.value("exit", 0);
        test.observed = json.value("observed", false);
        test.cflags = json.value("cflags", std::vector<std::string>());
        test.libraries = json.value("libraries", std::vector<std::string>());
        test.arguments = json.value("arguments", std::vector<std::string>());
        test.input = json.value("input", std::string());
        take_bytes(json, "input", test.input);
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
