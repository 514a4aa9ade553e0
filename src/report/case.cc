#include "report/case.h"

#include "base/shell.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace assay::report {
namespace {

using base::Error;
using base::Result;
using Object = nlohmann::json;

Object object_in(const std::string& text) {
    Object value = Object::parse(text, nullptr, false);
    return value.is_object() ? value : Object::object();
}

std::string text_in(const Object& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

template <typename List> void list_in(const Object& object, const char* name, List& into) {
    if (const auto found = object.find(name); found != object.end() && !found->is_null())
        into = found->get<List>();
}

std::optional<std::string> maybe_in(const Object& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_string()) return std::nullopt;
    return found->get<std::string>();
}

// What the examination of the whole program told.
void from_notes(const store::Bug& bug, Case& made) {
    const Object notes = object_in(bug.notes);
    made.validity = bug.validity;
    made.validity_how = text_in(notes, "validity");
    made.reliability = bug.reliability;
    made.pass = bug.pass;
    made.pass_how = text_in(notes, "pass");
    made.range = text_in(notes, "range");
    if (const auto expected = maybe_in(notes, "expected")) made.expected = expected;
    list_in(notes, "levels", made.levels);
    list_in(notes, "options", made.options);
    list_in(object_in(fmt::format("{{\"all\":{}}}", bug.versions)), "all", made.versions);
}

// And that of what is left of it, which is worth more.
void from_reduction(const Object& told, Case& made) {
    made.validity = text_in(told, "validity");
    made.validity_how = text_in(told, "validity_how");
    made.reliability = text_in(told, "reliability");
    made.expected = maybe_in(told, "expected");
    made.detail = text_in(told, "detail");
    if (const auto pass = maybe_in(told, "pass")) made.pass = pass;
    made.pass_how = text_in(told, "pass_how");
    made.range = text_in(told, "range");
    list_in(told, "levels", made.levels);
    list_in(told, "options", made.options);
    list_in(told, "versions", made.versions);
}

Result<void> take_reduction(const store::Reduction& reduction, Case& made) {
    const Object extra = object_in(reduction.extra);
    if (!extra.contains("told") || !extra.contains("test")) return {};
    auto test = testcase::test_from_json(extra["test"].dump());
    if (!test) return test.error();
    for (const Object& file : extra.at("files")) test->files.push_back({file.at("name"), file.at("text")});
    made.test = std::move(*test);
    made.reduced = true;
    from_reduction(extra["told"], made);
    for (const Object& step : extra.at("steps"))
        made.steps.push_back({step.at("pass"), step.at("lines"), step.at("tokens"), step.at("tests")});
    return {};
}

Result<void> established(const Case& made, const store::Bug& bug) {
    const auto refuse = [&](const std::string& why) {
        return Error{fmt::format("bug {} is not fit for a report: {}", bug.id, why)};
    };
    if (bug.state == "new" || bug.state == "waiting")
        return refuse(fmt::format("it was not examined yet; run `assay triage {}` first", bug.id));
    if (bug.state == "invalid") return refuse("its program is not valid: " + made.validity_how);
    if (const std::string fault = text_in(object_in(bug.notes), "environment"); !fault.empty())
        return refuse("the environment is at fault: " + fault);
    if (bug.state == "doubtful") return refuse(fmt::format("it does not repeat ({} times)", bug.reliability));
    if (made.validity != "certified" && made.validity != "ladder")
        return refuse("the validity of its program is not established" +
                      (made.validity_how.empty() ? "" : ": " + made.validity_how));
    return {};
}

} // namespace

std::string Case::command() const {
    std::string text;
    for (const std::vector<std::string>& line : tools.wrong.build)
        text += (text.empty() ? "" : " && ") + base::shell_line(line);
    if (!text.empty()) return text;
    std::vector<std::string> words = tools.wrong.driver;
    if (words.empty()) {
        words = {compiler};
        words.insert(words.end(), options.begin(), options.end());
    }
    words.insert(words.end(), test.sources.begin(), test.sources.end());
    return base::shell_line(words);
}

std::vector<std::string> Case::plain_options() const {
    std::vector<std::string> plain{"-O0"};
    for (const std::string& option : options)
        if (option == "-m32" || option == "-funsigned-char" || option == "-fsigned-char" ||
            option.starts_with("-std=") || option.starts_with("--target"))
            plain.push_back(option);
    return plain;
}

std::string family_of(const std::string& compiler, const CompilerFact& about) {
    if (about.family == "cross-gcc") return "gcc";
    if (about.family == "clang-target") return "clang";
    if (!about.family.empty()) return about.family;
    // Campaigns of earlier versions did not keep it.
    const std::string name = compiler.substr(compiler.rfind('/') + 1);
    for (const char* family : {"gcc", "clang"})
        if (name == family || name.starts_with(std::string(family) + "-")) return family;
    return name;
}

Result<Case> case_of(const Evidence& evidence) {
    const store::Bug& bug = evidence.bug;
    const testcase::Setup& setup = evidence.finding.verdict.setup;
    Case made;
    made.id = bug.id;
    made.kind = bug.kind;
    made.title = bug.title;
    made.compiler = setup.compiler;
    made.options = setup.options;
    made.test = made.original = evidence.original;
    made.expected = evidence.original.expected;
    made.detail = evidence.finding.verdict.detail;
    made.compilers = evidence.compilers;
    from_notes(bug, made);
    if (bug.reduced)
        if (auto taken = take_reduction(*bug.reduced, made); !taken) return taken.error();
    if (auto fit = established(made, bug); !fit) return fit.error();
    if (made.options.empty()) made.options = setup.options;
    if (!made.test.standard.empty()) made.options.push_back("-std=" + made.test.standard);
    if (const auto found = evidence.compilers.find(made.compiler); found != evidence.compilers.end())
        made.about = found->second;
    made.family = family_of(made.compiler, made.about);
    return made;
}

bool prints(const Case& one) { return one.expected && !one.expected->empty(); }

} // namespace assay::report
