#include "choice/knob.h"
#include "choice/site.h"

#include <array>

#include <gtest/gtest.h>

namespace assay::choice {
namespace {

enum class Statement { Assign, Loop, If };

constexpr SiteOf kStatement{"test.statement", Option{Statement::If, "if", 5},
                            Option{Statement::Assign, "assign"}, Option{Statement::Loop, "loop", 0}};
static_assert(kStatement.size() == 3 && kStatement.index_of(Statement::Loop) == 2,
              "a site is known at compile time");

int one() { return 1; }
int two() { return 2; }

TEST(Site, KnowsItsAlternatives) {
    const Site& site = kStatement;
    EXPECT_EQ(site.name(), "test.statement");
    ASSERT_EQ(site.alternatives().size(), 3U);
    EXPECT_EQ(site.alternatives()[0].name, "if");
    EXPECT_EQ(site.alternatives()[0].weight, 5U);
    EXPECT_EQ(site.alternatives()[1].weight, 1U);
    EXPECT_EQ(kStatement.value(0), Statement::If);
}

TEST(Site, AlternativesMayStandForFunctions) {
    constexpr static SiteOf kMake{"test.make", Option{&one, "one"}, Option{&two, "two"}};
    EXPECT_EQ(kMake.value(1)(), 2);
}

TEST(Site, Masks) {
    EXPECT_EQ(kStatement.all().bits(), 7U);
    EXPECT_EQ(kStatement.only(Statement::If, Statement::Loop).bits(), 5U);
    EXPECT_EQ(kStatement.all_but(Statement::If).bits(), 6U);
    EXPECT_TRUE(Mask().empty());
    EXPECT_EQ(Mask::first(64).bits(), ~std::uint64_t{0});
    EXPECT_TRUE(Mask::first(64).has(63));
    Mask mask = Mask::one(3) | Mask::one(1);
    mask -= Mask::one(1);
    EXPECT_EQ(mask, Mask::one(3));
    EXPECT_EQ(mask & Mask::one(1), Mask());
}

TEST(SiteDeathTest, RefusesWhatCannotBeNamedOrPicked) {
    using Two = std::array<Alternative, 2>;
    auto make = [](std::string_view name, const Two& alternatives) { (void)Site(name, alternatives); };
    make("fine", Two{{{"a", 0}, {"b", 1}}});
    EXPECT_DEATH(make("", Two{{{"a", 1}, {"b", 1}}}), "a site needs a name");
    EXPECT_DEATH(make("a b", Two{{{"a", 1}, {"b", 1}}}), "a site needs a name");
    EXPECT_DEATH(make("x", Two{{{"a", 1}, {"", 1}}}), "an alternative needs a name");
    EXPECT_DEATH(make("x", Two{{{"a", 1}, {"a", 1}}}), "same name");
    EXPECT_DEATH(make("x", Two{{{"a", 0}, {"b", 0}}}), "a weight above 0");
    EXPECT_DEATH(make("x", Two{{{"a", 10001}, {"b", 0}}}), "at most 10000");
    EXPECT_DEATH((void)Site("x", std::span<const Alternative>()), "1 to 64 alternatives");
    EXPECT_DEATH((void)Coin("x", 101), "at most 10000");
}

TEST(KnobDeathTest, RefusesRangesThatDoNotFit) {
    EXPECT_DEATH((void)Knob("k", 5, 6, 7), "default lies within");
    EXPECT_DEATH((void)Knob("k", 5, 1, 7, ShuffleRange{0, 7}), "shuffle range lies within");
    EXPECT_DEATH((void)Knob("k", 5, 1, 7, ShuffleRange{3, 2}), "shuffle range lies within");
    EXPECT_DEATH((void)Knob("", 5, 1, 7), "a knob needs a name");
}

} // namespace
} // namespace assay::choice
