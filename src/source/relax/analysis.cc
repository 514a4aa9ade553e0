#include "source/relax/analysis.h"

#include "source/relax/parse_once.h"
#include "source/relax/self_contained.h"
#include "toolchain/companions.h"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstring>
#include <fmt/format.h>

namespace assay::source::relax {
namespace {

using base::Error;
using base::Result;
using choice::Choices;
using choice::Option;
using choice::SiteOf;
using testcase::Ending;

constexpr SiteOf kNeeded{"relax.needed", Option{Form::Function, "function", 1},
                         Option{Form::Macro, "macro", 1}};
constexpr SiteOf kRedundant{"relax.redundant", Option{Form::Plain, "plain", 2},
                            Option{Form::Function, "function", 1}, Option{Form::Macro, "macro", 1}};

constexpr const char* kPreprocessed = "preprocess.c"; // never the name of the user's
constexpr const char* kWitnessFile = "witness.c";

// Every program of a hunt asks, and PATH is long.
const std::string& compiler() {
    static const std::string path = [] {
        for (const char* family : {"gcc", "clang"})
            if (const auto found = toolchain::compiler_here(family)) return found->path;
        return std::string();
    }();
    return path;
}

sandbox::Limits limits(std::chrono::milliseconds time) {
    sandbox::Limits made;
    made.cpu = time;
    made.wall = 3 * time;
    made.output = uint64_t{64} << 20;
    return made;
}

std::string first_error(const std::string& text) {
    const size_t error = text.find("error");
    const size_t begin = error == std::string::npos ? 0 : text.rfind('\n', error) + 1;
    return text.substr(begin, text.find('\n', begin) - begin);
}

Result<std::string> compile(sandbox::Sandbox& sandbox, const Subject& subject,
                            const std::vector<std::string>& more) {
    std::vector<std::string> argv{compiler(), "-w", "-I."};
    argv.insert(argv.end(), subject.options.begin(), subject.options.end());
    argv.insert(argv.end(), more.begin(), more.end());
    auto done = sandbox.run({.argv = argv, .limits = limits(std::chrono::seconds(60))});
    if (!done) return done.error();
    if (!done->ok()) return Error{"it does not compile: " + first_error(done->err)};
    return std::move(done->out);
}

Result<testcase::Execution> run(sandbox::Sandbox& sandbox, const Subject& subject) {
    auto ran = sandbox.run({.argv = {"./witness"}, .limits = limits(subject.limit)});
    if (!ran) return ran.error();
    if (ran->ending == Ending::TimedOut)
        return Error{fmt::format("it does not end within {} s", subject.limit.count())};
    if (ran->ending == Ending::TooMuchOutput || ran->truncated) return Error{"it prints too much"};
    if (ran->ending == Ending::Signalled)
        return Error{fmt::format("it fails at -O0: signal {} ({})", ran->code, ::strsignal(ran->code))};
    if (ran->ending != Ending::Exited) return Error{"it fails at -O0: it cannot run"};
    return ran;
}

void take_witness(const std::string& said, Analysis& analysis) {
    for (size_t at = said.find(kWitness); at != std::string::npos; at = said.find(kWitness, at + 1)) {
        const char* const end = said.data() + said.size();
        size_t call = 0;
        int what = 0;
        const auto number = std::from_chars(said.data() + at + kWitness.size(), end, call);
        if (number.ptr == end || std::from_chars(number.ptr + 1, end, what).ec != std::errc{}) continue;
        if (call >= analysis.ran.size()) continue;
        (what == 1 ? analysis.ran : analysis.unsafe)[call] = true;
    }
}

void keep(Analysis& analysis) {
    analysis.kept = analysis.unsafe;
    for (const WrapperOrder& order : analysis.wrappers.orders) {
        const bool kept = std::any_of(order.calls.begin(), order.calls.end(),
                                      [&](uint32_t call) { return analysis.kept[call]; });
        if (!kept) analysis.kept[order.calls.back()] = true;
    }
}

} // namespace

size_t Analysis::removed() const { return static_cast<size_t>(std::count(kept.begin(), kept.end(), false)); }

std::string analysis_missing() {
    if (std::string missing = parser_missing(); !missing.empty()) return missing;
    return compiler().empty() ? "no gcc and no clang; apt-get install gcc" : "";
}

Result<std::string> preprocessed(sandbox::Sandbox& sandbox, const Subject& subject) {
    if (const std::string missing = analysis_missing(); !missing.empty()) return Error{missing};
    sandbox.clear();
    for (size_t i = 0; i < subject.files.size(); ++i)
        if (auto written =
                sandbox.write(i == 0 ? kPreprocessed : subject.files[i].name, subject.files[i].text);
            !written)
            return written.error();
    auto printed = compile(sandbox, subject, {"-E", "-dI", kPreprocessed});
    if (!printed) return printed.error();
    return without_unused_wrappers(self_contained(*printed));
}

Result<Analysis> analyse(sandbox::Sandbox& sandbox, const Subject& subject) {
    auto text = preprocessed(sandbox, subject);
    if (!text) return text.error();
    Analysis analysis;
    analysis.text = std::move(*text);
    auto parser = parse_once(analysis.text, subject.options);
    if (!parser) return Error{"it is not C that Clang accepts: " + parser.error().message};
    if (!parser->unit().has_main) return Error{"it has no function main, so it cannot be run"};
    auto wrappers = parser->wrappers();
    if (!wrappers) return wrappers.error();
    analysis.wrappers = std::move(*wrappers);
    const size_t count = analysis.wrappers.calls.size();
    if (count == 0) return Error{"it calls no safe-math wrappers (functions or macros called safe_...)"};
    analysis.ran.assign(count, false);
    analysis.unsafe.assign(count, false);
    if (auto written = sandbox.write(kWitnessFile, instrumented(analysis.text, analysis.wrappers)); !written)
        return written.error();
    if (auto built = compile(sandbox, subject, {"-O0", kWitnessFile, "-o", "witness", "-lm"}); !built)
        return built.error();
    auto ran = run(sandbox, subject);
    if (!ran) return ran.error();
    take_witness(ran->err, analysis);
    analysis.seen = {std::move(ran->out), ran->code};
    keep(analysis);
    return analysis;
}

std::vector<Program> five_forms(const Analysis& analysis, const Choices& choices) {
    const size_t count = analysis.wrappers.calls.size();
    const auto print = [&](std::string name, const std::vector<Form>& forms) {
        return Program{std::move(name), with_forms(analysis.text, analysis.wrappers, forms)};
    };
    const auto relaxed = [&](Form needed) {
        std::vector<Form> forms(count, needed);
        for (size_t i = 0; i < count; ++i)
            if (!analysis.kept[i]) forms[i] = Form::Plain;
        return forms;
    };
    Choices own = choices.fork("mix");
    std::vector<Form> mixed;
    for (size_t i = 0; i < count; ++i)
        mixed.push_back(analysis.kept[i] ? own.pick(kNeeded) : own.pick(kRedundant));
    return {print("original-functions", std::vector<Form>(count, Form::Function)),
            print("original-macros", std::vector<Form>(count, Form::Macro)),
            print("relaxed-functions", relaxed(Form::Function)),
            print("relaxed-macros", relaxed(Form::Macro)), print("relaxed-mix", mixed)};
}

std::vector<const choice::Site*> form_sites() { return {&kNeeded, &kRedundant}; }

} // namespace assay::source::relax
