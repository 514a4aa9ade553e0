// @yowasp/clang: a snapshot of clang's next version, built with assertions, as WebAssembly under node, for
// WebAssembly alone. A compile takes seconds, so it is asked only when a user names it.
#include "toolchain/families/clang.h"
#include "toolchain/families/families.h"
#include "toolchain/families/small.h"
#include "toolchain/text.h"

#include <filesystem>
#include <fmt/format.h>

namespace assay::toolchain {
namespace {

using testcase::Compiled;
using testcase::Execution;

constexpr const char* kCompileScript = "yowasp-compile.mjs";
constexpr const char* kRunScript = "yowasp-run.mjs";

// The package compiles files that it is handed in memory, and hands files back.
constexpr std::string_view kCompile = R"js(
import { readFileSync, writeFileSync, readdirSync } from 'node:fs';
const [bundle, ...args] = process.argv.slice(2);
console.log = () => {}; // reports of progress
const { runClang, Exit } = await import(bundle);
const files = {};
for (const name of readdirSync('.'))
    if (/\.(c|cc|h|o)$/.test(name)) files[name] = new Uint8Array(readFileSync(name));
const stream = to => bytes => { if (bytes) to.write(bytes); };
let status = 0;
try {
    const made = await runClang(args, files, {
        stdout: stream(process.stdout), stderr: stream(process.stderr) });
    for (const [name, content] of Object.entries(made))
        if (content instanceof Uint8Array && !(name in files)) writeFileSync(name, content);
} catch (error) {
    if (!(error instanceof Exit)) process.stderr.write(`${error.stack}\n`);
    status = error instanceof Exit ? error.code : 70;
}
process.exitCode = status;
)js";

constexpr std::string_view kRun = R"js(
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';
const wasi = new WASI({ version: 'preview1', returnOnExit: true });
const module = await WebAssembly.compile(readFileSync(process.argv[2]));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);
)js";

class Yowasp : public Clang {
  public:
    std::string_view name() const override { return "yowasp"; }
    std::vector<std::string> reference_languages() const override { return {}; }
    std::string_view summary() const override {
        return "a snapshot of clang with assertions, for WebAssembly under node: yowasp-clang";
    }
    std::string_view install() const override { return "npm install -g @yowasp/clang"; }

    std::vector<Candidate> candidates(const Programs& programs) const override {
        const std::string package = programs.node_package("@yowasp/clang"), node = programs.find("node");
        if (package.empty() || node.empty()) return {};
        Candidate candidate{"yowasp-clang", node, {"yowasp"}};
        candidate.detail = package + "/gen/bundle.js";
        candidate.by_name_only = true;
        return {candidate};
    }

    base::Result<Compiler> probe(sandbox::Sandbox& sandbox, const Programs& programs,
                                 const Candidate& candidate) const override;
    std::vector<OptionSet> option_sets(const Compiler& compiler) const override;
    Recipe recipe(const Compiler& compiler, const testcase::Setup& setup,
                  const testcase::TestCase& test) const override;
    Compiled classify(const Execution& step) const override {
        return has(step.err, "RuntimeError: ") ? Compiled::Crashed : Clang::classify(step);
    }
    // The frames of WebAssembly are numbers, the same ones for the same build.
    std::string signature(const Execution& step) const override {
        std::string title = Clang::signature(step);
        const std::string_view error = between(step.err, "RuntimeError: ", "\n");
        if (error.empty() || !title.starts_with("exit status")) return title;
        return fmt::format("{} in wasm-function[{}]", error, between(step.err, "wasm-function[", "]"));
    }
};

base::Result<Compiler> Yowasp::probe(sandbox::Sandbox& sandbox, const Programs&,
                                     const Candidate& candidate) const {
    Prober prober(sandbox, candidate.root, std::chrono::seconds(60));
    Compiler compiler = unprobed(*this, candidate);
    compiler.learned["command"] = {kCompileScript, candidate.detail, "clang"};
    compiler.learned["run"] = {compiler.path, "--no-warnings", kRunScript};
    compiler.aids = {{kCompileScript, std::string(kCompile)}, {kRunScript, std::string(kRun)}};
    for (const Aid& aid : compiler.aids) prober.write(aid.name, aid.content);
    const Build build = [&](Prober& p, const std::string& source) {
        return p.ask(concat(launch(compiler), Words{"-w", source, "-o", "prog"}));
    };
    prober.write("model.c", model_program());
    if (const auto built = build(prober, "model.c"); !built.ok())
        return base::Error{fmt::format("{}: it cannot compile: {}", compiler.name, reason(built))};
    const auto ran = prober.ask(concat(compiler.knows("run"), Words{"prog"}));
    const std::string model = model_from(ran.out);
    if (model.empty())
        return base::Error{fmt::format("{}: what it makes does not run: {}", compiler.name, reason(ran))};
    const auto said = prober.ask(concat(launch(compiler), Words{"--version"}));
    compiler.banner = first_line(said.out);
    compiler.version = between(said.out, "version ", " ");
    compiler.abilities.languages = {"c"};
    compiler.abilities.targets = {model};
    compiler.abilities.standards = {"c99", "c11", "c17", "c2x", "c23"};
    // A clang of that age has all of them except what WebAssembly has not.
    compiler.abilities.features = {"int128",
                                   "vectors",
                                   "convertvector",
                                   "statement_expressions",
                                   "overflow_builtins",
                                   "bit_builtins",
                                   "bswap",
                                   "abs_builtins",
                                   "expect",
                                   "unreachable",
                                   "function_attributes",
                                   "layout_attributes",
                                   "generic",
                                   "typeof",
                                   "alignas",
                                   "headers"};
    if (auto worked = prober.state(); !worked) return worked.error();
    return compiler;
}

std::vector<OptionSet> Yowasp::option_sets(const Compiler& compiler) const {
    std::vector<OptionSet> all;
    for (const Level& level : weighted_levels(compiler))
        for (const Words& more : {Words{}, Words{"-msimd128"}})
            all.push_back({more.empty() ? Form::Plain : Form::Wide,
                           concat(Words{std::string(level.option)}, more), level.weight,
                           compiler.abilities.targets.front()});
    return all;
}

Recipe Yowasp::recipe(const Compiler& compiler, const testcase::Setup& setup,
                      const testcase::TestCase& test) const {
    Recipe recipe;
    Words argv = concat(launch(compiler), Words{"-w", "-Wno-everything"}, setup.options);
    if (!test.standard.empty()) argv.push_back("-std=" + test.standard);
    Step& step = recipe.build.emplace_back();
    step.command.argv = concat(std::move(argv), test.sources, Words{"-o", "prog"});
    step.command.limits.address_space = false;
    step.outputs = {"prog"};
    recipe.product = "prog";
    recipe.slow_build = 10;
    recipe.slow_run = 3;
    recipe.aids = compiler.aids;
    recipe.run.argv = concat(compiler.knows("run"), Words{"prog"});
    recipe.run.limits.address_space = false;
    return recipe;
}

} // namespace

std::unique_ptr<Family> yowasp_family() { return std::make_unique<Yowasp>(); }

} // namespace assay::toolchain
