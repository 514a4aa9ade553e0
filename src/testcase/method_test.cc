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
        return {{"size", {"tiny", "small", "large"}}, {"programs"}, {"grammar"}};
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
                  s.size = "large";
              }),
              "");
    EXPECT_EQ(refusal([](Settings& s) { s.programs = "/"; }), "");
    EXPECT_TRUE(takes(Small(), "c", "size"));
    EXPECT_FALSE(takes(Small(), "java", "size"));
    EXPECT_FALSE(takes(Small(), "c", "strategy"));
}

TEST(Settings, OthersAreRefusedWithWhatItTakes) {
    EXPECT_EQ(refusal([](Settings& s) { s.strategy = "x"; }),
              "small takes no 'strategy'; it takes size (tiny, small, large), programs, grammar");
    EXPECT_EQ(refusal([](Settings& s) { s.policies = false; }),
              "small takes no 'policies'; it takes size (tiny, small, large), programs, grammar");
    EXPECT_EQ(refusal([](Settings& s) {
                  s.language = "java";
                  s.size = "tiny";
              }),
              "small takes no 'size'; it has no such settings");
    EXPECT_EQ(refusal([](Settings& s) { s.size = "huge"; }), "unknown size 'huge': use tiny, small or large");
    EXPECT_EQ(refusal([](Settings& s) { s.language = "cobol"; }), "small makes c, c++ and java, not 'cobol'");
    EXPECT_EQ(refusal([](Settings& s) {
                  s.language = "java";
                  s.target = "ilp32";
              }),
              "small makes java programs for lp64 alone, not 'ilp32'");
}

TEST(Settings, FilesMustBeThere) {
    EXPECT_EQ(refusal([](Settings& s) { s.grammars = {"/no/such.g4"}; }),
              "grammar: there is no file /no/such.g4");
    EXPECT_EQ(refusal([](Settings& s) { s.programs = "/no/such"; }), "programs: there is no folder /no/such");
}

TEST(Settings, AGrammarOfTheUsersMayBeOfAnyLanguage) {
    EXPECT_EQ(refusal([](Settings& s) {
                  s.language = "cobol";
                  s.grammars = {"/proc/self/status"};
              }),
              "");
}

} // namespace
} // namespace assay::testcase
