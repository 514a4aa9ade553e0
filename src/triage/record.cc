#include "triage/record.h"

#include "base/json_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace assay::triage {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 2;

constexpr std::string_view kStates[] = {"new",     "waiting",   "confirmed",   "doubtful",
                                        "invalid", "unsettled", "environment", "ignored"};
constexpr std::string_view kValidities[] = {"unknown", "ladder", "certified"};

template <typename Enum, size_t count>
std::optional<Enum> named(const std::string_view (&names)[count], std::string_view text) {
    for (size_t i = 0; i < count; ++i)
        if (names[i] == text) return static_cast<Enum>(i);
    return std::nullopt;
}

std::string dumped(const Json& json) { return base::json_text(json); }

Json object_in(const std::string& text) {
    Json value = base::parsed_json<Json>(text);
    return value.is_object() ? value : Json::object();
}

// What has another type than it should have leaves the default: a campaign may come from anywhere.
template <typename Value> void read(const Json& object, const char* name, Value& into) {
    const auto found = object.find(name);
    if (found == object.end() || found->is_null()) return;
    try {
        into = found->get<Value>();
    } catch (const Json::exception&) {
    }
}

void read(const Json& object, const char* name, std::optional<std::string>& into) {
    if (const auto found = object.find(name); found != object.end() && found->is_string())
        into = found->get<std::string>();
}

Json or_null(const std::optional<std::string>& text) { return text ? Json(*text) : Json(); }

Json json_of(const Diagnosis& one) {
    Json json;
    json["format"] = kFormat;
    json["title"] = one.title;
    json["reliability"] = to_text(one.reliability);
    json["validity"] = to_text(one.validity);
    json["validity_how"] = one.validity_how;
    json["invalid"] = one.invalid;
    json["unsettled"] = one.unsettled;
    json["environment"] = one.environment;
    json["pass"] = or_null(one.culprit.pass);
    json["pass_how"] = one.culprit.how;
    json["workaround"] = one.culprit.workaround;
    json["attributed"] = one.attributed;
    json["needs"] = one.needs ? Json::parse(to_json(*one.needs)) : Json();
    json["likeness"] = one.likeness;
    json["options"] = one.options;
    json["levels"] = one.levels;
    json["versions"] = Json::parse(to_json(one.versions));
    json["range"] = one.range;
    json["fails"] = one.history.fails;
    json["works"] = one.history.works;
    json["expected"] = or_null(one.expected);
    json["detail"] = one.detail;
    json["tools_us"] = one.tools_us;
    return json;
}

// Format 1 had other names: one set for a bug, whose validity, pass, reliability and versions stood in
// columns of the store alone, and one for a reduction.
Json renewed(Json old) {
    const bool of_bug = !old.contains("validity_how");
    if (of_bug) {
        old["validity_how"] = old.value("validity", Json());
        old["pass_how"] = old.value("pass", Json());
        old.erase("validity");
        old.erase("pass");
    }
    old["workaround"] = old.value("cure", Json());
    return old;
}

Diagnosis diagnosis_of(const Json& stored) {
    const Json json = stored.contains("format") ? stored : renewed(stored);
    Diagnosis one;
    std::string reliability, validity;
    read(json, "title", one.title);
    read(json, "reliability", reliability);
    one.reliability = reliability_named(reliability);
    read(json, "validity", validity);
    one.validity = validity_named(validity).value_or(Validity::Unknown);
    read(json, "validity_how", one.validity_how);
    read(json, "invalid", one.invalid);
    read(json, "unsettled", one.unsettled);
    read(json, "environment", one.environment);
    read(json, "pass", one.culprit.pass);
    read(json, "pass_how", one.culprit.how);
    read(json, "workaround", one.culprit.workaround);
    read(json, "attributed", one.attributed);
    if (const auto needs = json.find("needs"); needs != json.end() && needs->is_object())
        one.needs = needs_from_json(needs->dump());
    read(json, "likeness", one.likeness);
    read(json, "options", one.options);
    read(json, "levels", one.levels);
    if (const auto versions = json.find("versions"); versions != json.end())
        one.versions = versions_from_json(versions->dump());
    read(json, "range", one.range);
    read(json, "fails", one.history.fails);
    read(json, "works", one.history.works);
    read(json, "expected", one.expected);
    read(json, "detail", one.detail);
    read(json, "tools_us", one.tools_us);
    return one;
}

// Programs of others may be no UTF-8; then their bytes stand beside the text as numbers.
Json json_of(const testcase::File& file) {
    Json json{{"name", file.name}, {"text", base::as_utf8(file.text)}};
    if (base::is_utf8(file.text)) return json;
    json["bytes"] = Json::array();
    for (const char c : file.text) json["bytes"].push_back(static_cast<unsigned char>(c));
    return json;
}

std::string text_of(const Json& codes) {
    std::string text;
    for (const Json& code : codes)
        if (code.is_number_unsigned()) text += static_cast<char>(code.get<uint64_t>());
    return text;
}

std::optional<testcase::TestCase> test_in(const Json& json) {
    if (!json.contains("test") || !json.contains("files") || !json["files"].is_array()) return std::nullopt;
    auto test = testcase::test_from_json(json["test"].dump());
    if (!test) return std::nullopt;
    read(json, "valid_cxx", test->valid_cxx);
    for (const Json& file : json["files"]) {
        if (!file.is_object()) return std::nullopt;
        testcase::File one;
        read(file, "name", one.name);
        read(file, "text", one.text);
        Json codes;
        read(file, "bytes", codes);
        if (codes.is_array()) one.text = text_of(codes);
        test->files.push_back(std::move(one));
    }
    return test->files.empty() ? std::nullopt : std::optional(std::move(*test));
}

} // namespace

std::string_view to_text(State state) { return kStates[static_cast<size_t>(state)]; }
std::optional<State> state_named(std::string_view text) { return named<State>(kStates, text); }
bool is_untriaged(State state) { return state == State::New || state == State::Waiting; }
bool counts(State state) { return is_untriaged(state) || state == State::Confirmed; }
std::string_view to_text(Validity validity) { return kValidities[static_cast<size_t>(validity)]; }
std::optional<Validity> validity_named(std::string_view text) { return named<Validity>(kValidities, text); }

Reliability reliability_named(const std::string& text) {
    Reliability reliability;
    const size_t slash = text.find('/');
    const auto number = [](const std::string& digits) {
        const bool good =
            !digits.empty() && digits.size() < 10 && digits.find_first_not_of("0123456789") == digits.npos;
        return good ? std::stoull(digits) : 0;
    };
    if (slash == text.npos) return reliability;
    return {number(text.substr(0, slash)), number(text.substr(slash + 1))};
}

std::string to_text(const Reliability& reliability) {
    return reliability.tried == 0 ? "" : fmt::format("{}/{}", reliability.failed, reliability.tried);
}

State Diagnosis::state() const {
    if (invalid) return State::Invalid;
    if (!environment.empty()) return State::Environment;
    if (unsettled) return State::Unsettled;
    return reliability.holds() ? State::Confirmed : State::Doubtful;
}

std::string to_json(const Diagnosis& diagnosis) { return dumped(json_of(diagnosis)); }

Diagnosis diagnosis_from_json(const std::string& json) { return diagnosis_of(object_in(json)); }

std::string to_json(const ReducedProgram& program) {
    Json json;
    json["format"] = kFormat;
    if (program.test) {
        json["test"] = Json::parse(testcase::to_json(*program.test));
        json["valid_cxx"] = program.test->valid_cxx;
        json["files"] = Json::array();
        for (const testcase::File& file : program.test->files) json["files"].push_back(json_of(file));
    }
    const testcase::Setup& setup = program.setup;
    json["setup"] = {{"compiler", setup.compiler}, {"options", setup.options}, {"target", setup.target}};
    json["of"] = {{"number", program.number}, {"member", program.member}};
    json["by_model"] = program.by_model;
    json["tests"] = program.tests;
    json["seconds"] = program.seconds;
    json["steps"] = Json::array();
    for (const ReductionStep& step : program.steps)
        json["steps"].push_back(
            {{"pass", step.pass}, {"lines", step.lines}, {"tokens", step.tokens}, {"tests", step.tests}});
    if (program.diagnosis) json["told"] = json_of(*program.diagnosis);
    return dumped(json);
}

ReducedProgram program_from_json(const std::string& text) {
    const Json json = object_in(text);
    ReducedProgram program;
    program.test = test_in(json);
    Json setup, of, steps;
    read(json, "setup", setup);
    read(setup, "compiler", program.setup.compiler);
    read(setup, "options", program.setup.options);
    read(setup, "target", program.setup.target);
    read(json, "of", of);
    read(of, "number", program.number);
    read(of, "member", program.member);
    read(json, "by_model", program.by_model);
    read(json, "tests", program.tests);
    read(json, "seconds", program.seconds);
    read(json, "steps", steps);
    for (const Json& step : steps) {
        ReductionStep one;
        read(step, "pass", one.pass);
        read(step, "lines", one.lines);
        read(step, "tokens", one.tokens);
        read(step, "tests", one.tests);
        program.steps.push_back(std::move(one));
    }
    if (const auto diagnosis = json.find("told"); diagnosis != json.end() && diagnosis->is_object())
        program.diagnosis = diagnosis_of(*diagnosis);
    return program;
}

} // namespace assay::triage
