#include "generate/derive/derive.h"

#include "base/suggest.h"
#include "choice/choices.h"
#include "generate/derive/engine/derivation.h"
#include "generate/derive/grammar/reader.h"
#include "generate/model/model_method.h"
#include "program/target.h"
#include "testcase/embedded_grammars.h"
#include "testcase/language.h"

#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace assay::generate::derive {

using base::Error;
using base::Result;
using choice::Choices;
using choice::SiteOf;
using testcase::embedded_grammars;
using testcase::EmbeddedGrammar;
using testcase::Settings;
using testcase::TestCase;

namespace {

enum class Size { Tiny, Small, Medium, Large };
constexpr SiteOf kSize{"derive.size", choice::Option{Size::Tiny, "tiny", 25},
                       choice::Option{Size::Small, "small", 60}, choice::Option{Size::Medium, "medium", 14},
                       choice::Option{Size::Large, "large", 1}};
constexpr SiteOf kStrategy{"derive.strategy",
                           choice::Option{Strategy::New, "NIS", 5},
                           choice::Option{Strategy::Closest, "CIS", 30},
                           choice::Option{Strategy::Farthest, "FIS", 10},
                           choice::Option{Strategy::Random, "RIS", 15},
                           choice::Option{Strategy::Uniform, "SUIS", 10},
                           choice::Option{Strategy::Decreasing, "SDIS", 30}};

int tokens_of(Size size, Choices& c) {
    switch (size) {
    case Size::Tiny: return c.range(60, 160);
    case Size::Small: return c.range(200, 500);
    case Size::Medium: return c.range(900, 2000);
    case Size::Large: return c.range(6000, 9000);
    }
    return 0;
}

Result<Size> size_named(const std::string& name) {
    for (size_t i = 0; i < kSize.size(); ++i)
        if (kSize.alternatives()[i].name == name) return kSize.value(i);
    return Error{fmt::format("unknown size '{}': use tiny, small, medium or large", name)};
}

Result<Request> request_for(const Settings& settings, Choices& c) {
    Request request;
    request.strategy = c.pick(kStrategy);
    if (const std::string& wanted = settings["strategy"]; !wanted.empty()) {
        auto strategy = strategy_named(wanted);
        if (!strategy) return strategy.error();
        request.strategy = *strategy;
    }
    Size size = c.pick(kSize);
    if (const std::string& wanted = settings["size"]; !wanted.empty()) {
        auto named = size_named(wanted);
        if (!named) return named.error();
        size = *named;
    }
    request.size = tokens_of(size, c);
    return request;
}

// Each occurrence of a word in place of which another shall stand; it is part of no longer word.
std::string with_word(std::string text, std::string_view word, std::string_view other) {
    const auto is_letter = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
    };
    for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const size_t end = at + word.size();
        if ((at > 0 && is_letter(text[at - 1])) || (end < text.size() && is_letter(text[end]))) continue;
        text.replace(at, word.size(), other);
        at += other.size() - 1;
    }
    return text;
}

class Derive : public testcase::Method {
  public:
    std::string_view name() const override { return "derive"; }
    std::string_view summary() const override {
        return "programs out of grammars, identifiers selected by their scopes";
    }
    std::vector<std::string> languages() const override {
        std::vector<std::string> all;
        for (const EmbeddedGrammar& grammar : embedded_grammars()) all.emplace_back(grammar.name);
        return all;
    }
    uint32_t default_weight() const override { return 3; }
    // Of a grammar of the user's nothing is known.
    std::vector<std::string> targets(std::string_view language) const override {
        const testcase::Language* known = testcase::language_named(language);
        if (known != nullptr && !known->data_model) return {"lp64"};
        return {};
    }
    std::vector<testcase::Setting> settings_for(std::string_view language) const override {
        std::vector<testcase::Setting> all{
            {"size", names_of(kSize), "tiny, small, medium or large; otherwise a mix"},
            {"strategy", names_of(kStrategy), "how identifiers are selected"},
            {"grammar", {}, "ANTLR grammars in place of its own", testcase::Setting::Kind::Files, true}};
        const testcase::Language* known = testcase::language_named(language);
        if (known != nullptr && !known->standards.empty())
            all.push_back({"standard", known->standards, "as in -std=; otherwise the method chooses"});
        return all;
    }
    std::vector<const choice::Site*> sites() const override {
        std::vector<const choice::Site*> all{&kSize, &kStrategy};
        for (const EmbeddedGrammar& grammar : embedded_grammars()) {
            auto language = embedded(grammar);
            base::check(language.ok(), "our own grammars can be read");
            for (const auto& site : (*language)->sites) all.push_back(site->site.get());
        }
        return all;
    }
    const choice::Tally& tally() const override { return tally_; }
    Result<TestCase> make(uint64_t seed, const Settings& settings) override;
    // Where the grammar says how, as for Java, whose virtual machine takes longer to start than most
    // programs.
    bool batches(const Settings& settings) const override;
    Result<TestCase> make_batch(uint64_t first, uint64_t count, const Settings& settings) override;

  private:
    using Known = std::map<std::string, std::unique_ptr<Language>>;

    Result<const Language*> language_for(const Settings& settings) const;
    Result<const Language*> embedded(const EmbeddedGrammar& grammar) const;
    Result<const Language*> keep(const std::string& key, Result<Grammar> grammar) const;
    Result<TestCase> as_test(const Language& language, std::string text, const Settings& settings) const;

    mutable Known known_; // read once
    choice::Tally tally_;
};

Result<const Language*> Derive::keep(const std::string& key, Result<Grammar> grammar) const {
    if (!grammar) return grammar.error();
    auto language = make_language(std::move(*grammar));
    if (!language) return language.error();
    return (known_[key] = std::move(*language)).get();
}

Result<const Language*> Derive::embedded(const EmbeddedGrammar& grammar) const {
    const std::string key(grammar.name);
    if (const auto found = known_.find(key); found != known_.end()) return found->second.get();
    return keep(key, read_grammar({{key + ".g4", std::string(grammar.text)}},
                                  [](const std::string&) { return std::nullopt; }));
}

Result<const Language*> Derive::language_for(const Settings& settings) const {
    if (const std::string& key = settings["grammar"]; !key.empty()) {
        if (const auto found = known_.find(key); found != known_.end()) return found->second.get();
        return keep(key, read_grammar_files(testcase::files_of(key)));
    }
    std::vector<std::string_view> names;
    for (const EmbeddedGrammar& grammar : embedded_grammars()) {
        if (grammar.name == settings.language) return embedded(grammar);
        names.push_back(grammar.name);
    }
    return Error{fmt::format("derive has no grammar for '{}': {}, or give one with --grammar",
                             settings.language, base::suggest(settings.language, names))};
}

Result<TestCase> Derive::make(uint64_t seed, const Settings& settings) {
    auto language = language_for(settings);
    if (!language) return language.error();
    choice::Session session(settings.policy);
    Choices root(session, seed);
    Choices planning = root.fork("plan");
    auto request = request_for(settings, planning);
    if (!request) return request.error();
    Choices choices = root.fork("program");
    Derivation derivation(**language, choices, *request);
    auto text = derivation.run();
    if (!text) return text.error();
    tally_.merge(session.tally());
    auto test = as_test(**language, std::move(*text), settings);
    if (test) test->origin.seed = seed;
    return test;
}

bool Derive::batches(const Settings& settings) const {
    const auto language = language_for(settings);
    return language.ok() && !(*language)->setting("batch_file").empty();
}

// The file and the word by which a program is known get a number each; one more file runs them all.
Result<TestCase> Derive::make_batch(uint64_t first, uint64_t count, const Settings& settings) {
    auto language = language_for(settings);
    if (!language) return language.error();
    if (!batches(settings)) return Method::make_batch(first, count, settings);
    const auto setting = [&](const char* key) -> const std::string& { return (*language)->setting(key); };
    std::string driver = setting("batch_head");
    std::vector<testcase::File> programs;
    for (uint64_t i = 0; i < count; ++i) {
        auto alone = make(first + i, settings);
        if (!alone) return alone.error();
        const std::string unit = fmt::format("{}{}", setting("unit"), i);
        for (testcase::File& file : alone->files)
            programs.push_back({with_word(std::move(file.name), setting("unit"), unit),
                                with_word(std::move(file.text), setting("unit"), unit)});
        driver +=
            with_word(with_word(setting("batch_each"), "$label", fmt::format("{}-{}", name(), first + i)),
                      "$unit", unit);
    }
    auto test = as_test(**language, driver + setting("batch_tail"), settings);
    if (!test) return test.error();
    test->files[0].name = setting("batch_file");
    test->sources = {test->files[0].name};
    for (testcase::File& program : programs) {
        test->sources.push_back(program.name);
        test->files.push_back(std::move(program));
    }
    test->origin.seed = first;
    test->origin.settings["batch"] = std::to_string(count);
    return test;
}

Result<TestCase> Derive::as_test(const Language& language, std::string text, const Settings& settings) const {
    TestCase test;
    test.language = language.setting("language").empty() ? settings.language : language.setting("language");
    const std::string file = language.setting("file").empty() ? "sentence.txt" : language.setting("file");
    test.files = {{file, std::move(text)}};
    test.sources = {file};
    test.standard = settings["standard"].empty() ? language.setting("standard") : settings["standard"];
    if (auto target = program::target_named(settings.target); !target) return target.error();
    test.target = settings.target;
    const std::string& promised = language.setting("promises");
    const auto promises = [&](const char* what) { return promised.find(what) != std::string::npos; };
    test.promises = {promises("no_ub"), promises("deterministic"), promises("terminates")};
    test.origin.method = name();
    test.origin.settings = settings.changed();
    return test;
}

} // namespace

std::unique_ptr<testcase::Method> make_method() { return std::make_unique<Derive>(); }

} // namespace assay::generate::derive
