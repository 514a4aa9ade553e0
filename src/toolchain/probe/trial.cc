#include "toolchain/probe/trial.h"

#include "testcase/language.h"
#include "toolchain/probe/machine_program.h"
#include "toolchain/probe/prober.h"
#include "toolchain/setups.h"
#include "toolchain/text.h"
#include "toolchain/workbench.h"

#include <fmt/format.h>

namespace assay::toolchain {
namespace {

using base::Error;
using base::Result;
using testcase::Compiled;
using testcase::Ending;
using testcase::Execution;
using testcase::Observation;
using testcase::Setup;
using testcase::TestCase;

constexpr int kStatus = 42;
constexpr std::string_view kLine = "assay 42";

TestLimits trial_limits() {
    TestLimits limits;
    limits.compile.wall = limits.compile.cpu = std::chrono::seconds(30);
    limits.run.wall = limits.run.cpu = std::chrono::seconds(10);
    return limits;
}

// The line that names the error: what stands before it only says where.
std::string complaint(const Execution& step) {
    for (const std::string* text : {&step.err, &step.out})
        for (const std::string_view line : lines_of(*text))
            if (has(line, "error") || has(line, "rror: ")) return std::string(trimmed(line)).substr(0, 200);
    return reason(step);
}

std::string how_it_ended(const Execution& run) {
    switch (run.ending) {
    case Ending::Exited: return fmt::format("ended with status {}", run.code);
    case Ending::Signalled: return fmt::format("was ended by signal {}", run.code);
    case Ending::TimedOut: return "did not end in time";
    case Ending::OutOfMemory: return "ran out of memory";
    case Ending::TooMuchOutput: return "printed without end";
    case Ending::NotStarted: return "could not be started";
    }
    return "";
}

std::string what_it_did(const Execution& run, const std::vector<std::string>& command) {
    const std::string out(trimmed(run.out));
    const bool started = run.ending != Ending::NotStarted;
    std::string text = fmt::format("a program that prints '{}' and ends with status {}", kLine, kStatus);
    if (started)
        text += out.empty() ? " printed nothing and" : fmt::format(" printed '{}' and", out.substr(0, 80));
    text += " " + how_it_ended(run);
    if (const auto said = first_line(trimmed(run.err)); !said.empty())
        text += fmt::format(": {}", said.substr(0, 200));
    return text + fmt::format(" (run by: {})", joined(command, " "));
}

Trial judged(const Observation& seen, const std::vector<std::string>& command) {
    switch (seen.compiled) {
    case Compiled::Rejected:
    case Compiled::Broken: return {Trial::End::Refused, "it cannot compile: " + complaint(seen.compile)};
    case Compiled::Crashed:
    case Compiled::Hung:
    case Compiled::OutOfMemory:
        return {Trial::End::Breaks, seen.signature.empty() ? complaint(seen.compile) : seen.signature};
    case Compiled::Built: break;
    }
    const Execution& run = *seen.run;
    if (run.ending == Ending::Exited && run.code == kStatus && trimmed(run.out) == kLine) return {};
    return {Trial::End::RunsWrong, what_it_did(run, command)};
}

// "c99", "gnu11" are standards of C, "c++17" is one of C++.
std::string standard_of(const Compiler& compiler, const std::string& language) {
    for (const std::string& standard : compiler.abilities.standards)
        if (has(standard, "++") == (language == "c++")) return standard;
    return "";
}

Result<Trial> observed(Workbench& bench, const Compiler& compiler, const Setup& setup, const TestCase& test) {
    auto seen = bench.observe(compiler, setup);
    if (!seen) return seen.error();
    return judged(*seen, compiler.family->recipe(compiler, setup, test).run.argv);
}

// The known program, and one that checks the machine where the options are for another one.
Result<Trial> tried(sandbox::Sandbox& sandbox, Workbench& bench, const Compiler& compiler, const Setup& setup,
                    const TestCase& test) {
    auto trial = observed(bench, compiler, setup, test);
    const bool has_machine = testcase::is_c_family(test.language);
    if (!trial || !trial->works() || !has_machine || !changes_machine(setup.options)) return trial;
    TestCase machine = test;
    machine.files = {{"machine" + testcase::extension_of(test.language), std::string(machine_program())}};
    machine.sources = {machine.files[0].name};
    auto other_bench = Workbench::open(sandbox, machine, trial_limits(), Reuse::Off);
    if (!other_bench) return other_bench.error();
    auto same = observed(*other_bench, compiler, setup, machine);
    // Compilers that cannot compile it tell nothing about the machine.
    return same && same->end != Trial::End::RunsWrong ? trial : same;
}

Trial no_program_in(const std::string& language) {
    return {Trial::End::Refused,
            fmt::format("Assay knows no program in '{}' to try it with; a grammar in grammars/ has one "
                        "(docs/add-a-language.md)",
                        language)};
}

Result<void> demand(sandbox::Sandbox& sandbox, const Compiler& compiler, const std::string& language,
                    const std::string& target) {
    const auto trial = try_weakest(sandbox, compiler, language, target);
    if (!trial) return trial.error();
    if (trial->works()) return {};
    return Error{fmt::format("{}: {}", compiler.name, trial->why)};
}

} // namespace

TestCase known_program(const std::string& language, const std::string& standard, const std::string& target) {
    const testcase::Language* known = testcase::language_named(language);
    TestCase test;
    if (known != nullptr) test.files = {{known->known_file, known->known}};
    if (known != nullptr) test.sources = {known->known_file};
    test.language = language;
    test.standard = standard;
    test.target = target;
    test.valid_cxx = language == "c";
    test.expected = std::string(kLine) + "\n";
    test.exit = kStatus;
    test.promises = {true, true, true};
    return test;
}

Result<Trial> try_setup(sandbox::Sandbox& sandbox, const Compiler& compiler, const Setup& setup,
                        const std::string& language, const std::string& standard) {
    const TestCase test = known_program(language, standard, setup.target);
    if (test.files.empty()) return no_program_in(language);
    sandbox.clear();
    auto bench = Workbench::open(sandbox, test, trial_limits(), Reuse::Off);
    if (!bench) return bench.error();
    return tried(sandbox, *bench, compiler, setup, test);
}

Result<std::vector<Trial>> try_setups(sandbox::Sandbox& sandbox, const Compiler& compiler,
                                      const std::vector<Setup>& setups, const std::string& language) {
    const TestCase test = known_program(language, standard_of(compiler, language), "");
    if (test.files.empty()) return std::vector<Trial>(setups.size(), no_program_in(language));
    sandbox.clear();
    auto bench = Workbench::open(sandbox, test, trial_limits());
    if (!bench) return bench.error();
    std::vector<Trial> trials;
    for (const Setup& setup : setups) {
        auto trial = tried(sandbox, *bench, compiler, setup, test);
        if (!trial) return trial.error();
        trials.push_back(std::move(*trial));
    }
    return trials;
}

Result<Trial> try_weakest(sandbox::Sandbox& sandbox, const Compiler& compiler, const std::string& language,
                          const std::string& target) {
    Setup setup{compiler.name, compiler.family->levels(compiler).front(), target};
    append(setup.options, compiler.knows("options." + target));
    return try_setup(sandbox, compiler, setup, language, standard_of(compiler, language));
}

Result<void> try_compiler(sandbox::Sandbox& sandbox, const Compiler& compiler) {
    const Abilities& can = compiler.abilities;
    const std::string own = can.targets.empty() ? "" : can.targets.front();
    for (const std::string& language : can.languages)
        if (auto works = demand(sandbox, compiler, language, own); !works) return works;
    for (const std::string& target : can.targets)
        if (target != own && !can.languages.empty())
            if (auto works = demand(sandbox, compiler, can.languages.front(), target); !works) return works;
    return {};
}

} // namespace assay::toolchain
