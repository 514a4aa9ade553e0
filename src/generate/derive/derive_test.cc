#include "generate/derive/derive.h"

#include "testcase/embedded_grammars.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::generate::derive {
namespace {

using testcase::Settings;
using testing::HasSubstr;

Settings of(const std::string& language, const std::string& size = "", const std::string& strategy = "") {
    Settings settings;
    settings.language = language;
    settings.set("size", size);
    settings.set("strategy", strategy);
    return settings;
}

std::string text_of(testcase::Method& method, uint64_t seed, const Settings& settings) {
    auto test = method.make(seed, settings);
    EXPECT_TRUE(test) << test.error().message;
    return test ? test->files[0].text : "";
}

TEST(Derive, KnowsThreeLanguages) {
    const auto method = make_method();
    for (const auto& [language, file] :
         {std::pair{"c", "main.c"}, {"java", "Main.java"}, {"python", "main.py"}}) {
        auto test = method->make(5, of(language));
        ASSERT_TRUE(test) << test.error().message;
        EXPECT_EQ(test->language, language);
        EXPECT_EQ(test->files[0].name, file);
        EXPECT_EQ(test->sources, std::vector<std::string>{file});
        EXPECT_TRUE(test->promises.no_ub && test->promises.deterministic && test->promises.terminates);
        EXPECT_FALSE(test->expected.has_value());
        EXPECT_EQ(test->name(), "derive-5");
    }
    EXPECT_EQ(method->make(5, of("cobol")).error().message.find("derive has no grammar for 'cobol'"), 0U);
}

TEST(Derive, RefusesWhatItDoesNotKnow) {
    const auto method = make_method();
    EXPECT_THAT(method->make(1, of("c", "huge")).error().message, HasSubstr("unknown size 'huge'"));
    EXPECT_THAT(method->make(1, of("c", "", "XIS")).error().message, HasSubstr("unknown strategy 'XIS'"));
    Settings other = of("c");
    other.target = "lp46";
    EXPECT_THAT(method->make(1, other).error().message, HasSubstr("unknown target 'lp46': use lp64"));
    other = of("c");
    other.set("grammar", "/nonexistent/x.g4");
    EXPECT_THAT(method->make(1, other).error().message, HasSubstr("/nonexistent/x.g4"));
}

TEST(Derive, TheSameSeedGivesTheSameBytes) {
    const auto first = make_method(), second = make_method();
    for (const testcase::EmbeddedGrammar& grammar : testcase::embedded_grammars()) {
        const Settings settings = of(std::string(grammar.name));
        std::set<std::string> different;
        for (uint64_t seed = 30; seed > 0; --seed) text_of(*second, seed, settings);
        for (uint64_t seed = 1; seed <= 30; ++seed) {
            const std::string text = text_of(*first, seed, settings);
            EXPECT_EQ(text, text_of(*second, seed, settings));
            different.insert(text);
        }
        EXPECT_EQ(different.size(), 30U);
    }
}

TEST(Derive, SizesAndStrategiesMatter) {
    const auto method = make_method();
    size_t last = 0;
    for (const char* size : {"tiny", "small", "medium", "large"}) {
        size_t sum = 0;
        for (uint64_t seed = 1; seed <= 10; ++seed) sum += text_of(*method, seed, of("c", size)).size();
        EXPECT_GT(sum, last * 3 / 2) << size;
        last = sum;
    }
    std::set<std::string> texts;
    for (const char* strategy : {"NIS", "CIS", "FIS", "RIS", "SUIS", "SDIS"})
        texts.insert(text_of(*method, 3, of("c", "medium", strategy)));
    EXPECT_EQ(texts.size(), 6U);
}

// An alternative that is never taken is a feature that nobody misses.
TEST(Derive, TakesEveryAlternativeWithin2000Programs) {
    const auto method = make_method();
    for (const testcase::EmbeddedGrammar& grammar : testcase::embedded_grammars())
        for (uint64_t seed = 1; seed <= 2000; ++seed) {
            auto test = method->make(seed, of(std::string(grammar.name)));
            ASSERT_TRUE(test) << grammar.name << " " << seed << ": " << test.error().message;
        }
    const std::vector<const choice::Site*> sites = method->sites();
    for (const choice::Tally::Count& count : method->tally().never_taken(sites))
        ADD_FAILURE() << count.site << ": " << count.alternative;
    EXPECT_GT(sites.size(), 200U);
}

} // namespace
} // namespace assay::generate::derive
