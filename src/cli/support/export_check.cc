#include "cli/support/export_check.h"

#include "base/file.h"
#include "base/process.h"
#include "base/temporary_folder.h"
#include "base/words.h"
#include "cli/support/live_line.h"
#include "sandbox/users_world.h"
#include "testcase/language.h"
#include "toolchain/probe/programs.h"
#include "toolchain/setups.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace assay::cli {
namespace {

using base::concat;
using base::Error;
using base::Result;
using report::Calling;
using report::Case;
using toolchain::Compiler;
using Words = std::vector<std::string>;
namespace fs = std::filesystem;

// By its name where that is a command, so that a report reads well.
std::string command_of(const Compiler& compiler, bool cxx) {
    const std::string& path = cxx && !compiler.cxx_path.empty() ? compiler.cxx_path : compiler.path;
    const std::string name = fs::path(path).filename().string();
    const std::string found = compiler.root.empty()
                                  ? base::find_program(name)
                                  : toolchain::Programs(toolchain::Root{"", compiler.root}).find(name);
    const auto file = [&](const std::string& one) { return toolchain::host_path(compiler.root, one); };
    return !found.empty() && file(found) == file(path) ? name : path;
}

bool is_c(const Case& one) { return testcase::is_c_family(one.test.language); }

bool has_gnu_options(const Compiler& compiler) {
    return compiler.family->name() == "gcc" || compiler.family->name() == "clang";
}

// Takes sources and -o, as C compilers do.
bool is_driver(const Compiler& compiler) {
    constexpr std::string_view kDrivers[] = {"gcc", "clang", "tcc", "pcc", "chibicc"};
    return std::ranges::find(kDrivers, compiler.family->name()) != std::end(kDrivers);
}

// A compiler that works while the program runs may break there, so the run belongs to what it builds.
Calling by_recipe(const Compiler& compiler, const testcase::Setup& setup, const Case& one) {
    const toolchain::Recipe recipe = compiler.family->recipe(compiler, setup, one.test);
    Calling calling;
    for (const toolchain::Step& step : recipe.build) calling.build.push_back(step.command.argv);
    calling.run = recipe.run.argv;
    if (!is_c(one) && report::breaks_compiler(one)) calling.build.push_back(calling.run);
    return calling;
}

// The options without -std, which a recipe adds by itself.
Words options_of(const Case& one) {
    Words options = one.options;
    std::erase_if(options, [&](const std::string& option) {
        return !one.test.standard.empty() && option == "-std=" + one.test.standard;
    });
    return options;
}

std::vector<Calling> ways_to_call(const Case& one, const std::string& target, const Compiler& compiler) {
    std::vector<Calling> ways;
    if (is_driver(compiler)) ways.push_back({concat(Words{command_of(compiler, one.is_cxx())}, one.options)});
    ways.push_back(by_recipe(compiler, {compiler.name, options_of(one), target}, one));
    return ways;
}

struct Reference {
    Calling calling;
    bool warns = true;
};

// What is believed: the compiler itself without optimisation, if that changes anything; then others.
std::vector<Reference> references(const Case& one, const std::string& target, const Compiler& failing,
                                  const std::vector<Compiler>& compilers) {
    std::vector<Reference> all;
    if (!is_c(one)) {
        const testcase::Setup plain{failing.name, failing.family->unoptimised(), target};
        all.push_back({by_recipe(failing, plain, one), false});
        for (const Compiler& compiler : compilers)
            if (compiler.name != failing.name &&
                toolchain::fits(compiler, {compiler.name, {}, target}, one.test))
                all.push_back({by_recipe(compiler, {compiler.name, {}, target}, one), false});
        return all;
    }
    const auto add = [&](const Compiler& compiler) {
        all.push_back({{concat(Words{command_of(compiler, one.is_cxx())}, one.plain_options())}});
    };
    if (has_gnu_options(failing)) add(failing);
    for (const Compiler& compiler : compilers)
        if (has_gnu_options(compiler) &&
            toolchain::real_path(compiler.path) != toolchain::real_path(failing.path))
            add(compiler);
    return all;
}

// With the strongest first; the last one is none.
std::vector<Words> sanitizers(const Case& one, const std::vector<Compiler>& compilers) {
    std::vector<Words> all;
    for (const char* family : {"clang", "gcc"})
        for (const Compiler& compiler : compilers)
            if (is_c(one) && compiler.family->name() == family)
                all.push_back(concat(Words{command_of(compiler, one.is_cxx())}, one.plain_options()));
    all.emplace_back();
    return all;
}

// Its user will run it where the compiler lives.
Result<bool> accepts_in(const std::string& root, const Case& one) {
    sandbox::Means means;
    means.roots = {root};
    auto sandbox = sandbox::Sandbox::open(means);
    if (!sandbox) return sandbox.error();
    for (const testcase::File& file : one.test.files)
        if (auto written = sandbox->write(file.name, file.text); !written) return written.error();
    if (auto written = sandbox->write("interesting.sh", report::interesting_script(one)); !written)
        return written.error();
    sandbox::Command command;
    command.argv = {"sh", "interesting.sh"};
    command.root = root;
    command.limits.wall = command.limits.cpu = std::chrono::minutes(2);
    command.limits.address_space = false; // sanitizers
    auto done = sandbox->run(command);
    if (!done) return done.error();
    return done->ok();
}

// Does the script accept the program?
Result<bool> accepts(const Case& one) {
    auto folder = base::TemporaryFolder::make();
    if (!folder) return folder.error();
    for (const testcase::File& file : one.test.files) {
        if (!base::stays_inside(file.name))
            return Error{fmt::format("'{}' is not a name for a file", file.name)};
        const fs::path path = fs::path(folder->path()) / file.name;
        std::error_code failed;
        fs::create_directories(path.parent_path(), failed);
        if (auto written = base::write_file(path.string(), file.text); !written) return written.error();
    }
    const std::string script = folder->path() + "/interesting.sh";
    if (auto written = base::write_file(script, report::interesting_script(one)); !written)
        return written.error();
    // Its user will run it in a world without fences; nothing that it starts outlives it.
    sandbox::UsersWorld world;
    auto done =
        world.run({.argv = {"sh", script}, .folder = folder->path(), .limit = std::chrono::minutes(2)});
    if (!done) return done.error();
    return done->ok();
}

// Everything that a script may be made of, the best first.
std::vector<report::Tools> ways_to_show(const Case& one, const std::string& target, const Compiler& failing,
                                        const std::vector<Compiler>& compilers) {
    const bool wrong_code = traits(one.kind).compares_runs;
    const bool crash = one.kind == testcase::Kind::Crash;
    const std::vector<Words> checks = wrong_code ? sanitizers(one, compilers) : std::vector<Words>{{}};
    const std::vector<Reference> rights =
        crash ? std::vector<Reference>{{}} : references(one, target, failing, compilers);
    std::vector<report::Tools> ways;
    for (const Calling& wrong : ways_to_call(one, target, failing))
        for (const Words& sanitizer : checks)
            for (const Reference& right : rights) {
                const report::Tools way{wrong, right.calling, right.warns, sanitizer};
                // First: they are quick if the program ends, and the others wait for one that does not. A
                // second is how long triage waits; slow machines and emulators need the ten.
                if (wrong_code)
                    for (const int seconds : {1, 10}) ways.emplace_back(way).endless = seconds;
                ways.push_back(way);
                if (crash) ways.emplace_back(way).any_crash = true;
            }
    return ways;
}

// Under test or not, each once. Those of other roots cannot be called from there.
std::vector<Compiler> callable_beside(const Compiler& failing, const toolchain::Toolset& tools) {
    std::vector<Compiler> all;
    for (const std::vector<Compiler>* some : {&tools.compilers, &tools.references, &tools.versions})
        for (const Compiler& one : *some)
            if (one.root == failing.root && std::ranges::find(all, one.name, &Compiler::name) == all.end())
                all.push_back(one);
    return all;
}

} // namespace

Result<Case> with_working_script(Case one, const std::string& target, const CampaignCompilers& tools) {
    const Compiler* failing = tools.named(one.compiler);
    if (!failing)
        return Error{
            fmt::format("bug {} needs {}: {}; --unchecked writes the bundle without running its script",
                        one.id, one.compiler, tools.why_missing(one.compiler))};
    const LiveLine line(fmt::format("bug {}: looking for a script that accepts its program", one.id));
    const std::vector<report::Tools> ways =
        ways_to_show(one, target, *failing, callable_beside(*failing, tools.toolbox));
    for (const report::Tools& way : ways) {
        one.tools = way;
        auto accepted = failing->root.empty() ? accepts(one) : accepts_in(failing->root, one);
        if (!accepted) return accepted.error();
        if (*accepted) return one;
    }
    return Error{
        fmt::format("bug {}: no script that this machine can run accepts its program ({} ways were "
                    "tried); does it still fail? Ask `assay replay {}`; --unchecked writes the bundle "
                    "all the same",
                    one.id, ways.size(), one.id)};
}

Case with_unchecked_script(Case one, const std::string& target, const CampaignCompilers& tools) {
    one.tools = {};
    one.tools.unchecked = "it was exported with --unchecked";
    if (const Compiler* failing = tools.named(one.compiler))
        one.tools.wrong = ways_to_call(one, target, *failing).front();
    else if (!one.about.path.empty() && base::find_program(one.compiler).empty())
        one.tools.wrong = {concat(Words{one.about.path}, one.options)};
    return one;
}

} // namespace assay::cli
