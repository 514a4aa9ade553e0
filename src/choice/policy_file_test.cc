#include "choice/policy.h"

#include "base/file.h"

#include <array>
#include <filesystem>

#include <gtest/gtest.h>

namespace assay::choice {
namespace {

constexpr SiteOf kSavedStatement{"grow.statement", Option{0, "assign", 10}, Option{1, "loop", 3},
                                 Option{2, "if", 0}};
constexpr SiteOf kExpression{"grow.expression", Option{0, "constant", 1}, Option{1, "variable", 1}};
constexpr Knob kSavedDepth{"grow.depth", 5, 1, 20};
constexpr Knob kShift{"grow.shift", 0, -8, 8};
constexpr std::array<const Site*, 2> kSites{&kSavedStatement, &kExpression};
constexpr std::array<const Knob*, 2> kKnobs{&kSavedDepth, &kShift};
const Catalogue kKnown{kSites, kKnobs};

using Weights = std::vector<std::uint32_t>;

std::string error_of(std::string_view text) {
    base::Result<Policy> policy = parse_policy(text, "p.toml", kKnown);
    return policy.ok() ? "no error" : policy.error().message;
}

TEST(PolicyFile, SetsWeightsAndKnobs) {
    base::Result<Policy> policy = parse_policy("[site.\"grow.statement\"]\n"
                                               "assign = 1\n"
                                               "loop = 0\n"
                                               "[knob]\n"
                                               "\"grow.depth\" = 20\n"
                                               "\"grow.shift\" = -8\n",
                                               "p.toml", kKnown);
    ASSERT_TRUE(policy) << policy.error().message;
    EXPECT_EQ(policy->weights(kSavedStatement), (Weights{1, 0, 0}));
    EXPECT_EQ(policy->weights(kExpression), (Weights{1, 1}));
    EXPECT_EQ(policy->value(kSavedDepth), 20);
    EXPECT_EQ(policy->value(kShift), -8);
    EXPECT_FALSE(policy->shuffled());
}

TEST(PolicyFile, QuotesMayBeLeftOut) {
    base::Result<Policy> quoted =
        parse_policy("[site.\"grow.statement\"]\nassign = 1\n[site.\"grow.expression\"]\n"
                     "constant = 9\n[knob]\n\"grow.depth\" = 2\n",
                     "p.toml", kKnown);
    base::Result<Policy> bare = parse_policy("[site.grow.statement]\nassign = 1\n[site.grow.expression]\n"
                                             "constant = 9\n[knob]\ngrow.depth = 2\n",
                                             "p.toml", kKnown);
    ASSERT_TRUE(quoted) << quoted.error().message;
    ASSERT_TRUE(bare) << bare.error().message;
    EXPECT_EQ(*quoted, *bare);
}

TEST(PolicyFile, EmptyIsTheDefault) {
    base::Result<Policy> policy = parse_policy("", "p.toml", kKnown);
    ASSERT_TRUE(policy);
    EXPECT_EQ(*policy, Policy());
}

TEST(PolicyFile, TextOfAPolicyReadsAsThePolicy) {
    Policy policy;
    policy.set_weight(kSavedStatement, "if", 7);
    policy.set_weight(kSavedStatement, "assign", 0);
    policy.set_knob(kShift, -3);
    policy.shuffle(0x7fffffffffffffffU);
    EXPECT_EQ(policy.to_text(), "[site.\"grow.statement\"]\n\"assign\" = 0\n\"if\" = 7\n"
                                "[knob]\n\"grow.shift\" = -3\n[shuffle]\nseed = 9223372036854775807\n");
    base::Result<Policy> back = parse_policy(policy.to_text(), "p.toml", kKnown);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back, policy);
    EXPECT_TRUE(back->shuffled());
}

TEST(PolicyFile, UnknownNames) {
    EXPECT_EQ(error_of("[site.\"grow.statment\"]\nassign = 1\n"),
              "p.toml:1:7: unknown site 'grow.statment'; did you mean 'grow.statement'?");
    EXPECT_EQ(error_of("\n\n[site.other]\n"),
              "p.toml:3:7: unknown site 'other'; known are: grow.expression, grow.statement");
    EXPECT_EQ(error_of("[site.\"grow.statement\"]\nassign = 1\n  lop = 2\n"),
              "p.toml:3:3: site 'grow.statement' has no alternative 'lop'; did you mean 'loop'?");
    EXPECT_EQ(error_of("[knob]\n\"grow.volume\" = 1\n"),
              "p.toml:2:1: unknown knob 'grow.volume'; known are: grow.depth, grow.shift");
    EXPECT_EQ(error_of("[knobs]\n\"grow.depth\" = 1\n"),
              "p.toml:1:2: unknown section 'knobs'; did you mean 'knob'?");
    EXPECT_EQ(error_of("[shuffle]\nseeds = 1\n"),
              "p.toml:2:1: unknown entry 'seeds'; [shuffle] has 'seed' alone");
}

TEST(PolicyFile, BadWeights) {
    constexpr const char* kExpected =
        "p.toml:2:8: the weight of 'loop' must be a whole number from 0 to 10000";
    EXPECT_EQ(error_of("[site.\"grow.statement\"]\nloop = -1\n"), kExpected);
    EXPECT_EQ(error_of("[site.\"grow.statement\"]\nloop = 10001\n"), kExpected);
    EXPECT_EQ(error_of("[site.\"grow.statement\"]\nloop = 2.5\n"), kExpected);
    EXPECT_EQ(error_of("[site.\"grow.statement\"]\nloop = \"often\"\n"), kExpected);
    EXPECT_EQ(error_of("[site.\"grow.statement\"]\nloop = true\n"), kExpected);
    EXPECT_EQ(error_of("[site.\"grow.statement\"]\nloop = [1]\n"), kExpected);
}

TEST(PolicyFile, NothingLeftToPick) {
    EXPECT_EQ(error_of("[site.\"grow.statement\"]\nloop = 0\nassign = 0\n"),
              "p.toml:1:7: site 'grow.statement' is left without an alternative of a weight above 0; give "
              "one to at "
              "least one");
    EXPECT_EQ(error_of("[site.\"grow.statement\"]\nloop = 0\nassign = 0\nif = 1\n"), "no error");
}

TEST(PolicyFile, BadKnobs) {
    constexpr const char* kExpected = "p.toml:2:16: knob 'grow.depth' must be a whole number from 1 to 20";
    EXPECT_EQ(error_of("[knob]\n\"grow.depth\" = 0\n"), kExpected);
    EXPECT_EQ(error_of("[knob]\n\"grow.depth\" = 21\n"), kExpected);
    EXPECT_EQ(error_of("[knob]\n\"grow.depth\" = \"deep\"\n"), kExpected);
    EXPECT_EQ(error_of("[knob]\n\"grow.depth\" = 3.0\n"), kExpected);
}

TEST(PolicyFile, BadShuffles) {
    EXPECT_EQ(error_of("[shuffle]\n"), "p.toml:1:2: [shuffle] needs a line 'seed = NUMBER'");
    EXPECT_EQ(error_of("[shuffle]\nseed = -4\n"),
              "p.toml:2:8: the seed of a shuffle must be a whole number from 0 on");
}

TEST(PolicyFile, WrongShapes) {
    EXPECT_EQ(error_of("knob = 3\n"), "p.toml:1:1: 'knob' must be a section; write [knob]");
    EXPECT_EQ(error_of("site = 3\n"), "p.toml:1:1: 'site' must be a section; write [site.\"NAME\"]");
    EXPECT_EQ(error_of("[site]\nloop = 3\n"), "p.toml:2:1: 'loop' must be a section; write [site.\"NAME\"]");
    EXPECT_EQ(error_of("shuffle = 3\n"), "p.toml:1:1: 'shuffle' must be a section; write [shuffle]");
}

TEST(PolicyFile, TheFirstProblemInTheFileIsTheOneReported) {
    EXPECT_EQ(error_of("[site.\"grow.statement\"]\nloop = -1\nassign = -1\n[knob]\na = 1\n"),
              "p.toml:2:8: the weight of 'loop' must be a whole number from 0 to 10000");
}

TEST(PolicyFile, NotToml) {
    EXPECT_EQ(error_of("[knob]\n\"grow.depth\" 5\n"),
              "p.toml:2:14: not valid TOML: Error while parsing key-value pair: expected '=', saw '5'");
    EXPECT_EQ(error_of("[knob]\ngrow.depth = 5\ngrow.depth = 6\n"),
              "p.toml:3:14: not valid TOML: Error while parsing key-value pair: cannot redefine existing "
              "integer 'grow.depth'");
}

TEST(PolicyFile, FromDisk) {
    std::string path = testing::TempDir() + "assay_policy_file_test.toml";
    ASSERT_TRUE(base::write_file(path, "[knob]\ngrow.depth = 7\n"));
    base::Result<Policy> policy = load_policy(path, kKnown);
    ASSERT_TRUE(policy) << policy.error().message;
    EXPECT_EQ(policy->value(kSavedDepth), 7);
    ASSERT_TRUE(base::write_file(path, "[knob]\ngrow.depth = 70\n"));
    EXPECT_EQ(load_policy(path, kKnown).error().message,
              path + ":2:14: knob 'grow.depth' must be a whole number from 1 to 20");
    std::filesystem::remove(path);
    EXPECT_EQ(load_policy(path, kKnown).error().message, path + ": cannot read: No such file or directory");
}

} // namespace
} // namespace assay::choice
