#include "testcase/method.h"

#include <gtest/gtest.h>

namespace assay::testcase {
namespace {

class Small : public Method {
  public:
    std::string_view name() const override { return "small"; }
    std::string_view summary() const override { return ""; }
    std::vector<std::string> languages() const override { return {"c", "c++", "java"}; }
    std::vector<std::string> targets(std::string_view language) const override {
        return language == "java" ? std::vector<std::string>{"lp64"} : std::vector<std::string>{};
    }
    std::vector<Setting> settings_for(std::string_view language) const override {
        if (language == "java") return {};
        return {{"size", {"tiny", "small", "large"}},
                {"programs", {}, "", Setting::Kind::Folder},
                {"grammar", {}, "", Setting::Kind::Files, true}};
    }
    base::Result<TestCase> make(uint64_t, const Settings&) override { return TestCase{}; }
    std::vector<const choice::Site*> sites() const override { return {}; }
    const choice::Tally& tally() const override { return tally_; }

  private:
    choice::Tally tally_;
};

template <typename Change> std::string refusal(Change change) {
    Settings settings;
    change(settings);
    const auto checked = check_settings(Small(), settings);
    return checked ? "" : checked.error().message;
}

TEST(Settings, ThatAMethodTakesAreAccepted) {
    EXPECT_EQ(refusal([](Settings&) {}), "");
    EXPECT_EQ(refusal([](Settings& s) {
                  s.language = "c++";
                  s.target = "ilp32";
                  s.set("size", "large");
              }),
              "");
    EXPECT_EQ(refusal([](Settings& s) { s.set("programs", "/"); }), "");
    EXPECT_TRUE(takes(Small(), "c", "size"));
    EXPECT_FALSE(takes(Small(), "java", "size"));
    EXPECT_FALSE(takes(Small(), "c", "strategy"));
}

TEST(Settings, OthersAreRefusedWithWhatItTakes) {
    EXPECT_EQ(refusal([](Settings& s) { s.set("strategy", "x"); }),
              "small takes no 'strategy'; it takes size (tiny, small, large), programs, grammar");
    EXPECT_EQ(refusal([](Settings& s) { s.set("policies", "off"); }),
              "small takes no 'policies'; it takes size (tiny, small, large), programs, grammar");
    EXPECT_EQ(refusal([](Settings& s) {
                  s.language = "java";
                  s.set("size", "tiny");
              }),
              "small takes no 'size'; it has no such settings");
    EXPECT_EQ(refusal([](Settings& s) { s.set("size", "huge"); }),
              "unknown size 'huge': use tiny, small or large");
    EXPECT_EQ(refusal([](Settings& s) { s.language = "cobol"; }), "small makes c, c++ and java, not 'cobol'");
    EXPECT_EQ(refusal([](Settings& s) {
                  s.language = "java";
                  s.target = "ilp32";
              }),
              "small makes java programs for lp64 alone, not 'ilp32'");
}

TEST(Settings, FilesMustBeThere) {
    EXPECT_EQ(refusal([](Settings& s) { s.set("grammar", "/no/such.g4"); }),
              "grammar: there is no file /no/such.g4");
    EXPECT_EQ(refusal([](Settings& s) { s.set("programs", "/no/such"); }),
              "programs: there is no folder /no/such");
}

TEST(Settings, AreReadBackFromTheOriginOfATest) {
    Settings asked;
    asked.language = "c++";
    asked.target = "ilp32";
    asked.set("size", "large");
    TestCase test;
    test.language = asked.language;
    test.target = asked.target;
    test.origin.settings = asked.changed();
    test.origin.settings["batch"] = "4"; // no setting of the method
    const auto again = settings_of(test, Small());
    ASSERT_TRUE(again);
    EXPECT_EQ(again->language, "c++");
    EXPECT_EQ(again->target, "ilp32");
    EXPECT_EQ(again->changed(), asked.changed());
}

TEST(Settings, AnEmptyValueIsNone) {
    Settings settings;
    settings.set("size", "tiny");
    settings.set("size", "");
    EXPECT_TRUE(settings.changed().empty());
    EXPECT_EQ(settings["size"], "");
}

TEST(Settings, AGrammarOfTheUsersMayBeOfAnyLanguage) {
    EXPECT_EQ(refusal([](Settings& s) {
                  s.language = "cobol";
                  s.set("grammar", "/proc/self/status");
              }),
              "");
}

} // namespace
} // namespace assay::testcase
