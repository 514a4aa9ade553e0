#include "base/hash.h"

#include <bit>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace assay::base {
namespace {

// Stored seeds depend on these values: a change here changes every program that Assay has ever made.
TEST(Hash, IsTheSameInEveryRelease) {
    EXPECT_EQ(hash_text(""), 0xf52a15e9a9b5e89bU);
    EXPECT_EQ(hash_text("grow.statement"), 0xdd7f784f35be2cb4U);
    EXPECT_EQ(combine(1, 2), 0x081a5c1377856b73U);
}

TEST(Hash, ManyTextsWithoutCollision) {
    std::set<std::uint64_t> seen;
    for (int i = 0; i < 100'000; ++i) seen.insert(hash_text("site" + std::to_string(i)));
    EXPECT_EQ(seen.size(), 100'000U);
}

TEST(Hash, CombineDependsOnTheOrder) {
    EXPECT_NE(combine(1, 2), combine(2, 1));
    EXPECT_NE(combine(0, 0), combine(0, 1));
    EXPECT_NE(combine(0, 0), 0U);
}

TEST(Hash, OneBitOfInputReachesHalfOfTheOutput) {
    for (int bit = 0; bit < 64; ++bit) {
        int changed = 0;
        for (std::uint64_t i = 1; i <= 100; ++i)
            changed += std::popcount(scramble(i * 0x9e3779b97f4a7c15U) ^
                                     scramble(i * 0x9e3779b97f4a7c15U ^ std::uint64_t{1} << bit));
        EXPECT_NEAR(changed / 100.0, 32.0, 3.0) << "input bit " << bit;
    }
}

} // namespace
} // namespace assay::base
