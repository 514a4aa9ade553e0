// A user's compiler as a family of its own.
#include "toolchain/failures.h"
#include "toolchain/small.h"
#include "toolchain/text.h"
#include "toolchain/user_compilers.h"

#include <fmt/format.h>

namespace assay::toolchain {
namespace {

using testcase::Compiled;
using testcase::Ending;
using testcase::Execution;

constexpr const char* kProgram = "prog";

void replace_all(std::string& text, std::string_view what, std::string_view with) {
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
}

class UserFamily : public Family {
  public:
    explicit UserFamily(UserCompiler compiler) : user_(std::move(compiler)) {}

    std::string_view name() const override { return user_.name; }
    std::string_view summary() const override { return "described in assay.toml"; }

    std::vector<Candidate> candidates(const Programs& programs) const override {
        return {{user_.name, programs.find(user_.command.front())}};
    }
    base::Result<Compiler> probe(sandbox::Sandbox& sandbox, const Programs& programs,
                                 const Candidate& candidate) const override;

    std::vector<OptionSet> option_sets(const Compiler& compiler) const override {
        std::vector<OptionSet> sets;
        for (const auto& options : user_.options)
            sets.push_back({Form::Plain, options, 1, compiler.abilities.targets.front()});
        return sets;
    }

    Recipe recipe(const Compiler& compiler, const testcase::Setup& setup,
                  const testcase::TestCase& test) const override {
        Recipe recipe;
        Step& step = recipe.build.emplace_back();
        step.command.argv = filled(user_.command, setup.options, test);
        step.command.argv.front() = compiler.path;
        step.outputs = {kProgram};
        recipe.product = kProgram;
        recipe.run.argv = filled(user_.run, setup.options, test);
        if (recipe.run.argv.front() == kProgram) recipe.run.argv.front() = std::string("./") + kProgram;
        return recipe;
    }

    Compiled classify(const Execution& step) const override {
        if (step.ending == Ending::Exited) {
            if (finds(user_.broken, step)) return Compiled::Broken;
            if (finds(user_.memory, step)) return Compiled::OutOfMemory;
            if (finds(user_.crash, step)) return Compiled::Crashed;
            if (std::find(user_.crash_exit.begin(), user_.crash_exit.end(), step.code) !=
                user_.crash_exit.end())
                return Compiled::Crashed;
        }
        return classify_by({}, step);
    }

    std::string signature(const Execution& step) const override {
        if (classify(step) != Compiled::Crashed) return "";
        for (const std::regex& pattern : user_.crash) {
            for (const std::string* text : {&step.err, &step.out}) {
                std::smatch match;
                if (std::regex_search(*text, match, pattern))
                    return normalised(first_line(match.str(match.size() > 1 ? 1 : 0)));
            }
        }
        return wordless_crash(step);
    }

  private:
    UserCompiler user_;

    static bool finds(const std::vector<std::regex>& patterns, const Execution& step) {
        return std::any_of(patterns.begin(), patterns.end(), [&](const std::regex& pattern) {
            return std::regex_search(step.err, pattern) || std::regex_search(step.out, pattern);
        });
    }

    static Words filled(const Words& text, const Words& options, const testcase::TestCase& test) {
        Words argv;
        for (std::string word : text) {
            if (word == "{options}") {
                append(argv, options);
            } else if (word == "{sources}") {
                append(argv, test.sources);
            } else if (!has(word, "{standard}") || !test.standard.empty()) {
                replace_all(word, "{standard}", test.standard);
                replace_all(word, "{output}", kProgram);
                argv.push_back(std::move(word));
            }
        }
        return argv;
    }
};

base::Result<Compiler> UserFamily::probe(sandbox::Sandbox& sandbox, const Programs&,
                                         const Candidate& candidate) const {
    if (candidate.path.empty())
        return base::Error{fmt::format("{}: there is no program '{}'", user_.name, user_.command.front())};
    Prober prober(sandbox, std::chrono::seconds(30));
    Compiler compiler = unprobed(*this, candidate);
    if (!user_.version.empty()) {
        const auto said = prober.ask(user_.version);
        compiler.banner = first_line(trimmed(said.out.empty() ? said.err : said.out));
        for (const std::string& word : words_of(compiler.banner))
            if (compiler.version.empty() && word.find_first_of("0123456789") == 0) compiler.version = word;
    }
    const Build build = [&](Prober& p, const std::string& source) {
        testcase::TestCase test;
        test.sources = {source};
        if (!user_.standards.empty()) test.standard = user_.standards.front();
        return p.ask(recipe(compiler, {user_.name, user_.options.front(), ""}, test).build[0].command.argv);
    };
    if (contains(user_.languages, "c")) {
        if (auto works = probe_small(prober, compiler, build); !works) return works.error();
    }
    compiler.abilities.languages = user_.languages;
    compiler.abilities.standards = user_.standards;
    if (user_.standards.empty())
        compiler.abilities.standards = {"c90",   "c99",   "c11",   "c17",   "c2x",  "c23",
                                        "c++11", "c++14", "c++17", "c++20", "c++23"};
    if (!user_.target.empty()) compiler.abilities.targets = {user_.target};
    if (compiler.abilities.targets.empty()) compiler.abilities.targets = {"lp64"};
    if (auto worked = prober.state(); !worked) return worked.error();
    return compiler;
}

} // namespace

std::unique_ptr<Family> user_family(UserCompiler compiler) {
    return std::make_unique<UserFamily>(std::move(compiler));
}

} // namespace assay::toolchain
