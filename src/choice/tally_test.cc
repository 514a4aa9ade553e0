#include "choice/choices.h"
#include "choice/tally.h"

#include <array>

#include <gtest/gtest.h>

namespace assay::choice {
namespace {

using Count = Tally::Count;

constexpr SiteOf kB{"test.b", Option{1, "z", 1}, Option{2, "y", 1}, Option{3, "off", 0}};
constexpr SiteOf kA{"test.a", Option{1, "only", 1}};
constexpr SiteOf kUnreached{"test.unreached", Option{1, "some", 1}, Option{2, "off", 0}};

Tally tally_of(int picks_b, int picks_a) {
    Session session;
    Choices choices(session, 1);
    for (int i = 0; i < picks_b; ++i) choices.pick(kB, kB.only(1));
    for (int i = 0; i < picks_a; ++i) choices.pick(kA);
    return session.tally();
}

TEST(Tally, ListsByNameThenAsDeclared) {
    EXPECT_EQ(tally_of(2, 3).counts(), (std::vector<Count>{{"test.a", "only", 3, true},
                                                           {"test.b", "z", 2, true},
                                                           {"test.b", "y", 0, true},
                                                           {"test.b", "off", 0, false}}));
    EXPECT_EQ(tally_of(2, 3).to_text(), "           3 test.a only\n"
                                        "           2 test.b z\n"
                                        "           0 test.b y\n"
                                        "           0 test.b off\n");
}

TEST(Tally, ForksCountInTheSameTally) {
    Session session;
    Choices choices(session, 1);
    choices.pick(kA);
    choices.fork("x").pick(kA);
    choices.fork("x").fork("y").pick(kA);
    EXPECT_EQ(session.tally().taken("test.a", "only"), 3U);
}

TEST(Tally, MergeAddsUp) {
    Tally total = tally_of(1, 0);
    total.merge(tally_of(5, 7));
    EXPECT_EQ(total.taken("test.b", "z"), 6U);
    EXPECT_EQ(total.taken("test.a", "only"), 7U);
    EXPECT_EQ(total.taken("test.a", "unknown"), 0U);
    EXPECT_EQ(total.taken("test.unknown", "x"), 0U);
}

TEST(Tally, NeverTakenLeavesOutWhatNobodyWanted) {
    EXPECT_EQ(tally_of(2, 3).never_taken(), (std::vector<Count>{{"test.b", "y", 0, true}}));
}

TEST(Tally, NeverTakenFindsSitesNeverReached) {
    std::array<const Site*, 3> all{&kUnreached, &kB, &kA};
    EXPECT_EQ(tally_of(2, 0).never_taken(all), (std::vector<Count>{{"test.a", "only", 0, true},
                                                                   {"test.b", "y", 0, true},
                                                                   {"test.unreached", "some", 0, true}}));
}

TEST(Tally, APolicyDecidesWhatIsWanted) {
    Policy policy;
    policy.set_weight(kB, "y", 0);
    policy.set_weight(kB, "off", 1);
    Session session(policy);
    Choices(session, 1).pick(kB, kB.only(1));
    std::array<const Site*, 1> all{&kB};
    EXPECT_EQ(session.tally().never_taken(), (std::vector<Count>{{"test.b", "off", 0, true}}));
    EXPECT_EQ(session.tally().never_taken(all), session.tally().never_taken());
}

TEST(TallyDeathTest, OneNameForTwoDifferentSites) {
    static constexpr SiteOf kOtherA{"test.a", Option{1, "different", 1}};
    Session session;
    Choices choices(session, 1);
    choices.pick(kA);
    EXPECT_DEATH(choices.pick(kOtherA), "two sites are named 'test.a' and have different alternatives");
}

} // namespace
} // namespace assay::choice
