// A user's compiler as a family of its own.
#include "testcase/language.h"
#include "toolchain/families/failures.h"
#include "toolchain/families/small.h"
#include "toolchain/families/user_compilers.h"
#include "toolchain/probe/trial.h"
#include "toolchain/text.h"

#include <fmt/format.h>
#include <optional>
#include <string_view>

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
        Candidate candidate{user_.name, programs.find(user_.command.front())};
        candidate.remember = false; // what the command and the runner do may change in files that they name
        return {candidate};
    }
    base::Result<Compiler> probe(sandbox::Sandbox& sandbox, const Programs& programs,
                                 const Candidate& candidate) const override;

    std::vector<std::string> reference_languages() const override {
        return user_.reference ? user_.languages : std::vector<std::string>{};
    }

    // Only what the user lists is known to work.
    std::vector<std::string> unoptimised() const override {
        for (const Words& options : user_.options)
            if (contains(options, "-O0")) return options;
        const bool bare =
            std::find(user_.options.begin(), user_.options.end(), Words{}) != user_.options.end();
        return bare ? Words{} : user_.options.front();
    }
    bool is_unoptimised(const testcase::Setup& setup) const override {
        return setup.options == unoptimised();
    }
    OptionLists levels(const Compiler& compiler) const override {
        OptionLists all = user_.options;
        std::erase_if(all, [&](const Words& options) { return was_left_out(compiler, options); });
        return all;
    }

    std::vector<OptionSet> option_sets(const Compiler& compiler) const override {
        std::vector<OptionSet> sets;
        for (const auto& options : levels(compiler))
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
                if (const auto match = match_in(*text, pattern)) return normalised(first_line(*match));
            }
        }
        return wordless_crash(step);
    }

  private:
    UserCompiler user_;

    // By probing; the sets as texts.
    static bool was_left_out(const Compiler& compiler, const Words& options) {
        return contains(compiler.knows("left out"), joined(options, " "));
    }
    base::Result<void> try_options(sandbox::Sandbox& sandbox, Compiler& compiler) const;
    void identify(Prober& prober, Compiler& compiler) const;
    Words standards() const {
        if (!user_.standards.empty()) return user_.standards;
        Words all;
        for (const std::string& name : user_.languages)
            if (const testcase::Language* language = testcase::language_named(name))
                append(all, language->standards);
        if (contains(user_.languages, "c")) all.emplace_back("c90"); // of programs that a user brings
        return all;
    }

    // The first group of the first match, or all of it. The library goes one call deeper for each character
    // and would overflow the stack in a long line of some compiler's, so it sees some lines at a time, and of
    // a long line only pieces.
    static std::optional<std::string> match_in(std::string_view text, const std::regex& pattern) {
        constexpr size_t kAtOnce = 8'000;
        while (!text.empty()) {
            std::string_view piece = text.substr(0, kAtOnce);
            if (const size_t end = piece.rfind('\n'); piece.size() < text.size() && end != piece.npos)
                piece = piece.substr(0, end + 1);
            std::match_results<std::string_view::const_iterator> match;
            if (std::regex_search(piece.begin(), piece.end(), match, pattern))
                return match.str(match.size() > 1 ? 1 : 0);
            text.remove_prefix(piece.size());
        }
        return std::nullopt;
    }
    static bool finds(const std::vector<std::regex>& patterns, const Execution& step) {
        return std::any_of(patterns.begin(), patterns.end(), [&](const std::regex& pattern) {
            return match_in(step.err, pattern) || match_in(step.out, pattern);
        });
    }

    static Words filled(const Words& text, const Words& options, const testcase::TestCase& test) {
        Words argv;
        for (std::string word : text) {
            if (word == "{options}") {
                append(argv, options);
            } else if (word == "{sources}") {
                append(argv, test.sources);
                append(argv, test.libraries);
            } else if (!has(word, "{standard}") || !test.standard.empty()) {
                replace_all(word, "{standard}", test.standard);
                replace_all(word, "{output}", kProgram);
                argv.push_back(std::move(word));
            }
        }
        return argv;
    }
};

// Those that do not work are left out; without any that does, the compiler cannot be used.
base::Result<void> UserFamily::try_options(sandbox::Sandbox& sandbox, Compiler& compiler) const {
    std::vector<testcase::Setup> setups;
    for (const Words& options : user_.options) setups.push_back({user_.name, options, user_.target});
    std::string first;
    for (const std::string& language : user_.languages) {
        const auto trials = try_setups(sandbox, compiler, setups, language);
        if (!trials) return trials.error();
        for (size_t i = 0; i < setups.size(); ++i) {
            const std::string set = joined(setups[i].options, " ");
            if (!(*trials)[i].is_refusal() || was_left_out(compiler, setups[i].options)) continue;
            if (first.empty()) first = (*trials)[i].why;
            compiler.learned["left out"].push_back(set);
            compiler.left_out.push_back(fmt::format("options \"{}\": {}", set, (*trials)[i].why));
        }
    }
    if (!levels(compiler).empty()) return {};
    return base::Error{fmt::format("{}: {}", user_.name, first)};
}

void UserFamily::identify(Prober& prober, Compiler& compiler) const {
    if (user_.version.empty()) return;
    const auto said = prober.ask(user_.version);
    compiler.banner = first_line(trimmed(said.out.empty() ? said.err : said.out));
    for (const std::string& word : words_of(compiler.banner))
        if (compiler.version.empty() && word.find_first_of("0123456789") == 0) compiler.version = word;
}

base::Result<Compiler> UserFamily::probe(sandbox::Sandbox& sandbox, const Programs&,
                                         const Candidate& candidate) const {
    if (candidate.path.empty())
        return base::Error{fmt::format("{}: there is no program '{}'", user_.name, user_.command.front())};
    Compiler compiler = unprobed(*this, candidate);
    compiler.abilities.languages = user_.languages;
    compiler.abilities.standards = standards();
    if (auto some = try_options(sandbox, compiler); !some) return some.error();
    Prober prober(sandbox, candidate.root, std::chrono::seconds(30));
    identify(prober, compiler);
    const auto recipe_for = [&](const std::string& source) {
        testcase::TestCase test;
        test.sources = {source};
        if (!user_.standards.empty()) test.standard = user_.standards.front();
        return recipe(compiler, {user_.name, levels(compiler).front(), ""}, test);
    };
    const Build build = [&](Prober& p, const std::string& source) {
        return p.ask(recipe_for(source).build[0].command.argv);
    };
    if (contains(user_.languages, "c")) {
        if (auto works = probe_small(prober, compiler, build, recipe_for("model.c").run.argv); !works)
            return works.error();
    }
    compiler.abilities.languages = user_.languages;
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
