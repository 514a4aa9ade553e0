#include "choice/choices.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace assay::choice {
namespace {

enum class Fruit { Apple, Pear, Plum, Lemon };
constexpr SiteOf kFruit{"test.fruit", Option{Fruit::Apple, "apple", 6}, Option{Fruit::Pear, "pear", 3},
                        Option{Fruit::Plum, "plum", 1}, Option{Fruit::Lemon, "lemon", 0}};
constexpr Coin kRare{"test.rare", 5};
constexpr Knob kDepth{"test.depth", 5, 1, 20};

std::vector<std::uint64_t> draws(Choices& choices, int count) {
    std::vector<std::uint64_t> result;
    for (int i = 0; i < count; ++i) result.push_back(choices.bits64());
    return result;
}

TEST(Choices, TheSeedDecidesEverything) {
    Session session;
    Choices a(session, 1);
    Choices same(session, 1);
    Choices other(session, 2);
    std::vector<std::uint64_t> of_a = draws(a, 20);
    EXPECT_EQ(of_a, draws(same, 20));
    EXPECT_NE(of_a, draws(other, 20));
}

// Computed once by an independent implementation. A change here changes every program that Assay has ever
// made.
TEST(Choices, KnownAnswers) {
    Session session;
    Choices choices(session, 7);
    EXPECT_EQ(choices.bits64(), 2286988576683087253U);
    EXPECT_EQ(choices.below(1'000'000), 362463U);
    EXPECT_EQ(choices.range(-1000, 1000), 319);
    EXPECT_EQ(choices.fork("body").bits64(), 359843944415183845U);
    EXPECT_EQ(choices.fork("body", 3).bits64(), 1393556002158692221U);
}

TEST(Choices, AForkDependsOnThePathAlone) {
    Session session;
    Choices fresh(session, 1);
    Choices used(session, 1);
    draws(used, 1000);
    Choices fork_of_fresh = fresh.fork("x");
    Choices fork_of_used = used.fork("x");
    EXPECT_EQ(draws(fork_of_fresh, 20), draws(fork_of_used, 20));
}

TEST(Choices, AForkLeavesItsParentAsItWas) {
    Session session;
    Choices forked(session, 1);
    Choices alone(session, 1);
    Choices child = forked.fork("x");
    draws(child, 1000);
    EXPECT_EQ(draws(forked, 20), draws(alone, 20));
}

TEST(Choices, ForksDifferByLabelNumberAndPath) {
    Session session;
    Choices root(session, 1);
    std::vector<Choices> streams;
    streams.push_back(root.fork("a"));
    streams.push_back(root.fork("b"));
    streams.push_back(root.fork("ab"));
    streams.push_back(root.fork(""));
    streams.push_back(root.fork("a").fork("b"));
    streams.push_back(root.fork("b").fork("a"));
    streams.push_back(Choices(session, 2).fork("a"));
    for (std::uint64_t i = 0; i < 5; ++i) streams.push_back(root.fork("a", i));
    streams.push_back(std::move(root));
    std::vector<std::uint64_t> firsts;
    for (Choices& stream : streams) firsts.push_back(stream.bits64());
    std::sort(firsts.begin(), firsts.end());
    EXPECT_EQ(std::unique(firsts.begin(), firsts.end()), firsts.end());
}

TEST(Choices, NumberedForksAreNotCorrelated) {
    Session session;
    Choices root(session, 3);
    int ones = 0;
    for (std::uint64_t i = 0; i < 10'000; ++i)
        ones += std::popcount(root.fork("i", i).bits64() ^ root.fork("i", i + 1).bits64());
    EXPECT_NEAR(ones / 10'000.0, 32.0, 0.2);
}

TEST(Choices, RangesOfEveryIntegerType) {
    Session session;
    Choices choices(session, 1);
    std::map<int, int> seen;
    for (int i = 0; i < 3000; ++i) ++seen[choices.range(-1, 1)];
    EXPECT_EQ(seen.size(), 3U);
    for (auto [value, count] : seen) EXPECT_NEAR(count, 1000, 130) << value;

    auto narrow = choices.range<std::int8_t>(-128, 127);
    EXPECT_TRUE(narrow >= -128 && narrow <= 127);
    EXPECT_EQ(
        choices.range(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::min()),
        std::numeric_limits<std::int64_t>::min());
    bool negative = false;
    bool high = false;
    for (int i = 0; i < 64; ++i) {
        negative |= choices.range(std::numeric_limits<std::int64_t>::min(),
                                  std::numeric_limits<std::int64_t>::max()) < 0;
        high |= choices.range(std::uint64_t{0}, ~std::uint64_t{0}) >> 63 != 0;
    }
    EXPECT_TRUE(negative && high);
}

TEST(Choices, RangesOf128Bits) {
    Session session;
    Choices choices(session, 1);
    base::Int128 max = static_cast<base::Int128>(~base::UInt128{0} >> 1);
    base::Int128 wide = base::Int128{3} << 64; // needs rejection
    std::array<int, 3> parts{};
    int negative = 0;
    for (int i = 0; i < 9000; ++i) {
        base::Int128 drawn = choices.range<base::Int128>(-5, wide - 6);
        ASSERT_TRUE(drawn >= -5 && drawn <= wide - 6);
        ++parts[static_cast<std::size_t>((drawn + 5) >> 64)];
        negative += choices.range(-max - 1, max) < 0 ? 1 : 0;
        ASSERT_LT(choices.below128(10), 10U);
    }
    for (int part : parts) EXPECT_NEAR(part, 3000, 200);
    EXPECT_NEAR(negative, 4500, 250);
}

TEST(Choices, Chances) {
    Session session;
    Choices choices(session, 1);
    int quarter = 0;
    int percent = 0;
    for (int i = 0; i < 10'000; ++i) {
        quarter += choices.chance(1, 4) ? 1 : 0;
        percent += choices.percent(90) ? 1 : 0;
        ASSERT_FALSE(choices.chance(0, 3));
        ASSERT_TRUE(choices.percent(100));
    }
    EXPECT_NEAR(quarter, 2500, 180);
    EXPECT_NEAR(percent, 9000, 130);
}

TEST(Choices, ShuffleGivesEveryOrderEquallyOften) {
    Session session;
    Choices choices(session, 1);
    std::map<std::vector<int>, int> orders;
    for (int i = 0; i < 24'000; ++i) {
        std::vector<int> items{1, 2, 3, 4};
        choices.shuffle(items);
        ++orders[items];
    }
    ASSERT_EQ(orders.size(), 24U);
    double chi_square = 0;
    for (auto& [order, count] : orders) chi_square += (count - 1000) * (count - 1000) / 1000.0;
    EXPECT_LT(chi_square, 56.6); // 1 of 10,000 fair shuffles exceeds it
    std::vector<int> none;
    choices.shuffle(none);
}

TEST(Choices, ElementReachesAll) {
    Session session;
    Choices choices(session, 1);
    std::vector<int> items(5);
    for (int i = 0; i < 5000; ++i) ++choices.element(items);
    for (int count : items) EXPECT_NEAR(count, 1000, 150);
}

TEST(Choices, PickFollowsTheWeightsAndCounts) {
    Session session;
    Choices choices(session, 1);
    std::map<Fruit, int> seen;
    for (int i = 0; i < 10'000; ++i) ++seen[choices.pick(kFruit)];
    EXPECT_NEAR(seen[Fruit::Apple], 6000, 200);
    EXPECT_NEAR(seen[Fruit::Pear], 3000, 200);
    EXPECT_NEAR(seen[Fruit::Plum], 1000, 130);
    EXPECT_EQ(seen[Fruit::Lemon], 0) << "weight 0";
    EXPECT_EQ(session.tally().taken("test.fruit", "apple"), static_cast<std::uint64_t>(seen[Fruit::Apple]));
    EXPECT_EQ(session.tally().taken("test.fruit", "plum"), static_cast<std::uint64_t>(seen[Fruit::Plum]));
}

TEST(Choices, PickAmongTheAllowed) {
    Session session;
    Choices choices(session, 1);
    std::map<Fruit, int> seen;
    for (int i = 0; i < 10'000; ++i) ++seen[choices.pick(kFruit, kFruit.all_but(Fruit::Apple))];
    EXPECT_EQ(seen[Fruit::Apple], 0);
    EXPECT_NEAR(seen[Fruit::Pear], 7500, 180);
    EXPECT_NEAR(seen[Fruit::Plum], 2500, 180);
    EXPECT_EQ(seen[Fruit::Lemon], 0);
    EXPECT_EQ(session.tally().taken("test.fruit", "pear"), static_cast<std::uint64_t>(seen[Fruit::Pear]));
}

TEST(Choices, TryPickIsEmptyWhereAllWeightsAreZero) {
    Session session;
    Choices choices(session, 1);
    EXPECT_EQ(choices.try_pick(kFruit, kFruit.only(Fruit::Lemon)), std::nullopt);
    EXPECT_EQ(choices.try_pick(kFruit, Mask()), std::nullopt);
    EXPECT_EQ(choices.try_pick(kFruit, kFruit.only(Fruit::Lemon, Fruit::Plum)), Fruit::Plum);
}

TEST(ChoicesDeathTest, PickWithNothingAllowedNamesTheSite) {
    Session session;
    Choices choices(session, 1);
    EXPECT_DEATH(choices.pick(kFruit, kFruit.only(Fruit::Lemon)),
                 "site 'test.fruit': every alternative allowed here has weight 0 \\(allowed: lemon\\)");
    EXPECT_DEATH(choices.below(0), "below\\(0\\)");
    EXPECT_DEATH(choices.range(2, 1), "min above max");
}

TEST(Choices, PickOf64Alternatives) {
    static std::array<std::string, 64> names;
    static std::array<Alternative, 64> alternatives;
    for (std::size_t i = 0; i < 64; ++i) {
        names[i] = "a" + std::to_string(i);
        alternatives[i] = {names[i], kMaxWeight};
    }
    Site site("test.large", alternatives);
    Session session;
    Choices choices(session, 1);
    std::array<int, 64> seen{};
    for (int i = 0; i < 64'000; ++i) ++seen[choices.pick(site)];
    for (int count : seen) EXPECT_NEAR(count, 1000, 150);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(choices.pick(site, Mask::one(63)), 63U);
}

TEST(Choices, CoinsAndKnobs) {
    Policy policy;
    policy.set_knob(kDepth, 17);
    policy.set_weight(kRare, "no", 5);
    Session plain;
    Session changed(policy);
    Choices by_default(plain, 1);
    Choices by_policy(changed, 1);
    EXPECT_EQ(by_default.knob(kDepth), 5);
    EXPECT_EQ(by_policy.knob(kDepth), 17);
    int rare = 0;
    int even = 0;
    for (int i = 0; i < 10'000; ++i) {
        rare += by_default.pick(kRare) ? 1 : 0;
        even += by_policy.pick(kRare) ? 1 : 0;
    }
    EXPECT_NEAR(rare, 500, 90);
    EXPECT_NEAR(even, 5000, 200);
}

TEST(Choices, ManySitesInOneSession) {
    std::vector<std::string> names;
    for (int i = 0; i < 500; ++i) names.push_back("test.s" + std::to_string(i));
    static constexpr std::array<Alternative, 2> kTwo{{{"a", 1}, {"b", 1}}};
    std::vector<std::unique_ptr<Site>> sites;
    for (const std::string& name : names) sites.push_back(std::make_unique<Site>(name, kTwo));
    Session session;
    Choices choices(session, 1);
    for (int round = 0; round < 3; ++round)
        for (const auto& site : sites) choices.pick(*site);
    for (const std::string& name : names)
        EXPECT_EQ(session.tally().taken(name, "a") + session.tally().taken(name, "b"), 3U);
}

} // namespace
} // namespace assay::choice
