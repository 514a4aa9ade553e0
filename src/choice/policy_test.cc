#include "choice/choices.h"
#include "choice/policy.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

namespace assay::choice {
namespace {

constexpr SiteOf kSite{"test.site", Option{0, "a", 10}, Option{1, "b", 20}, Option{2, "c", 0},
                       Option{3, "d", 30}};
constexpr SiteOf kSameInOtherOrder{"test.site", Option{3, "d", 30}, Option{2, "c", 0}, Option{1, "b", 20},
                                   Option{0, "a", 10}};
constexpr SiteOf kOther{"test.other", Option{0, "a", 10}, Option{1, "b", 20}, Option{3, "d", 30}};
constexpr Knob kFixed{"test.fixed", 5, 1, 20};
constexpr Knob kLoose{"test.loose", 5, -20, 20, ShuffleRange{-3, 3}};

using Weights = std::vector<std::uint32_t>;

Policy shuffled(std::uint64_t seed) {
    Policy policy;
    policy.shuffle(seed);
    return policy;
}

TEST(Policy, DefaultsAsDeclared) {
    EXPECT_EQ(Policy().weights(kSite), (Weights{10, 20, 0, 30}));
    EXPECT_EQ(Policy().value(kFixed), 5);
}

TEST(Policy, OverridesByName) {
    Policy policy;
    policy.set_weight(kSite, "b", 0);
    policy.set_weight(kSite, "c", 7);
    policy.set_knob(kFixed, 20);
    EXPECT_EQ(policy.weights(kSite), (Weights{10, 0, 7, 30}));
    EXPECT_EQ(policy.weights(kSameInOtherOrder), (Weights{30, 7, 0, 10}));
    EXPECT_EQ(policy.weights(kOther), (Weights{10, 20, 30}));
    EXPECT_EQ(policy.value(kFixed), 20);
}

TEST(PolicyDeathTest, RefusesNamesAndValuesThatAreNot) {
    Policy policy;
    EXPECT_DEATH(policy.set_weight(kSite, "z", 1), "the site does not have");
    EXPECT_DEATH(policy.set_weight(kSite, "a", kMaxWeight + 1), "weight out of range");
    EXPECT_DEATH(policy.set_knob(kFixed, 0), "out of the knob's range");
    policy.set_weight(kSite, "a", 0);
    policy.set_weight(kSite, "b", 0);
    policy.set_weight(kSite, "d", 0);
    EXPECT_DEATH((void)policy.weights(kSite), "without a weight above 0");
}

TEST(Policy, ShuffleDependsOnSeedAndNamesAlone) {
    Weights weights = shuffled(1).weights(kSite);
    EXPECT_EQ(weights, shuffled(1).weights(kSite));
    EXPECT_NE(weights, shuffled(2).weights(kSite));
    Weights reversed = shuffled(1).weights(kSameInOtherOrder);
    std::reverse(reversed.begin(), reversed.end());
    EXPECT_EQ(weights, reversed);
    EXPECT_NE((Weights{weights[0], weights[1], weights[3]}), shuffled(1).weights(kOther));
}

TEST(Policy, ShuffleKeepsZeroAtZeroAndNothingElse) {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        Weights weights = shuffled(seed).weights(kSite);
        EXPECT_EQ(weights[2], 0U);
        EXPECT_GT(std::min({weights[0], weights[1], weights[3]}), 0U);
    }
}

TEST(Policy, ShuffleReachesVeryDifferentWeights) {
    // How much of the picks the alternative that was declared least gets.
    int nearly_none = 0;
    int most = 0;
    std::set<Weights> distinct;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        Weights weights = shuffled(seed).weights(kSite);
        distinct.insert(weights);
        std::uint64_t sum = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
        nearly_none += weights[0] * 1000 < sum ? 1 : 0;
        most += weights[0] * 2 > sum ? 1 : 0;
    }
    EXPECT_GT(distinct.size(), 900U);
    EXPECT_NEAR(nearly_none, 125, 50);
    EXPECT_NEAR(most, 330, 80);
}

TEST(Policy, ShuffleLeavesWhatIsSet) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Policy policy;
        policy.set_weight(kSite, "a", 7);
        policy.set_weight(kSite, "c", 14);
        policy.set_weight(kSite, "d", 0);
        policy.set_knob(kLoose, 9);
        policy.shuffle(seed);
        Weights weights = policy.weights(kSite);
        EXPECT_EQ(weights[0] * 2, weights[2]) << "relative to each other";
        EXPECT_EQ(weights[3], 0U);
        // The mean of what is set and declared is 13, and a drawn weight is at most 8 times that.
        EXPECT_LT(weights[1], weights[0] * 13 * 8 / 7 + 8) << "on the scale of the site";
        EXPECT_EQ(policy.value(kLoose), 9);
    }
}

TEST(Policy, ShuffleOfTheLargestWeightsFits) {
    static std::array<std::string, kMaxAlternatives> names;
    static std::array<Alternative, kMaxAlternatives> alternatives;
    for (std::size_t i = 0; i < kMaxAlternatives; ++i) {
        names[i] = "a" + std::to_string(i);
        alternatives[i] = {names[i], kMaxWeight};
    }
    Site site("test.large", alternatives);
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Weights weights = shuffled(seed).weights(site);
        EXPECT_LT(std::accumulate(weights.begin(), weights.end(), std::uint64_t{0}), std::uint64_t{1} << 31);
    }
}

TEST(Policy, ShuffleOfKnobsStaysInTheirShuffleRange) {
    std::set<std::int64_t> seen;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        EXPECT_EQ(shuffled(seed).value(kFixed), 5) << "no shuffle range was declared";
        seen.insert(shuffled(seed).value(kLoose));
    }
    EXPECT_EQ(seen, (std::set<std::int64_t>{-3, -2, -1, 0, 1, 2, 3}));
}

TEST(Policy, ShuffleFromChoices) {
    Session session;
    Choices choices(session, 4);
    Policy policy;
    policy.shuffle(choices.bits64());
    Session with_policy(policy);
    Choices shuffled_choices(with_policy, 1);
    Weights counts(4);
    for (int i = 0; i < 10'000; ++i) ++counts[shuffled_choices.pick(static_cast<const Site&>(kSite))];
    Weights weights = policy.weights(kSite);
    double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(counts[i], 10'000 * weights[i] / sum, 200);
    EXPECT_EQ(counts[2], 0U);
}

} // namespace
} // namespace assay::choice
