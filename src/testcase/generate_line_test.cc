#include "testcase/generate_line.h"

#include <gtest/gtest.h>

namespace assay::testcase {
namespace {

class Fake : public Method {
  public:
    std::string_view name() const override { return "grow"; }
    std::string_view summary() const override { return ""; }
    std::vector<Setting> settings_for(std::string_view) const override {
        return {{"size"},
                {"grammar", {}, "", Setting::Kind::Files},
                {"policies", {"off"}, "", Setting::Kind::Switch}};
    }
    std::string_view member_setting() const override { return "variant"; }
    base::Result<TestCase> make(uint64_t, const Settings&) override { return TestCase{}; }
    std::vector<const choice::Site*> sites() const override { return {}; }
    const choice::Tally& tally() const override { return tally_; }

  private:
    choice::Tally tally_;
};

GenerateLine line_of(const TestCase& test) {
    return generate_line(test, MethodRegistry({{"grow", std::make_unique<Fake>}}));
}

TestCase test_with(std::map<std::string, std::string> settings) {
    TestCase test;
    test.language = "c";
    test.target = "lp64";
    test.origin = {"grow", 7, std::move(settings), "1"};
    return test;
}

TEST(GenerateLine, HasOptionsThatGenerateKnows) {
    EXPECT_EQ(
        line_of(test_with({{"size", "tiny"}, {"policies", "off"}, {"batch", "4"}})).command,
        "assay generate --method grow --seed 7 --lang c --target lp64 --batch 4 --no-policies --size tiny "
        "--out DIR");
    EXPECT_EQ(
        line_of(test_with({{"grammar", "a b.g4,c.g4"}})).command,
        "assay generate --method grow --seed 7 --lang c --target lp64 --grammar 'a b.g4' --grammar c.g4 "
        "--out DIR");
    EXPECT_EQ(to_text(line_of(test_with({{"policy", "[knob]\n\"x\" = 1\n"}}))),
              "assay generate --method grow --seed 7 --lang c --target lp64 --policy policy.toml --out DIR\n"
              "--- policy.toml\n[knob]\n\"x\" = 1\n");
}

TEST(GenerateLine, NamesTheMemberOfAGroup) {
    EXPECT_NE(line_of(test_with({{"variant", "3"}})).command.find(" --variant 3 "), std::string::npos);
}

TEST(GenerateLine, SaysThatThereIsNone) {
    EXPECT_EQ(to_text(line_of(test_with({{"command", "mygen {seed}"}}))),
              "it cannot be generated again: it was made by a generator of yours: mygen {seed}\n");
    EXPECT_EQ(line_of(test_with({{"reduced", "yes"}})).command, "");
    TestCase given;
    given.origin.method = "given";
    EXPECT_EQ(line_of(given).why, "it was not made by Assay");
}

} // namespace
} // namespace assay::testcase
