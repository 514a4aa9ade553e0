#include "triage/history.h"

#include <gtest/gtest.h>

namespace assay::triage {
namespace {

using toolchain::Compiler;

// Compilers named after their versions; f: fails, w: works, ?: nobody can tell.
History history(const std::vector<std::pair<std::string, char>>& all) {
    std::vector<Compiler> compilers;
    Versions versions;
    for (const auto& [version, answer] : all) {
        Compiler& compiler = compilers.emplace_back();
        compiler.name = "gcc-" + version + "-" + std::to_string(compilers.size());
        compiler.version = version;
        versions[compiler.name] = answer == 'f'   ? Behaviour::Fails
                                  : answer == 'w' ? Behaviour::Right
                                                  : Behaviour::CannotTell;
    }
    std::vector<const Compiler*> pointers;
    for (const Compiler& compiler : compilers) pointers.push_back(&compiler);
    return history_of(pointers, versions);
}

TEST(History, OfARegressionThatIsAlive) {
    const History one = history({{"9.5.0", 'w'}, {"15.3.0", 'f'}, {"16.2.0", 'f'}, {"17.0.0", 'f'}});
    EXPECT_TRUE(one.is_regression());
    EXPECT_EQ(regression_mark(one), "[15/16/17 Regression] ");
    EXPECT_EQ(to_text(one), "fails with 17.0.0, 16.2.0, 15.3.0; works with 9.5.0");
    EXPECT_EQ(rank(one), 0);
}

TEST(History, TenComesAfterNine) {
    const History one = history({{"9.5.0", 'f'}, {"10.1.0", 'w'}});
    EXPECT_TRUE(one.is_fixed());
    EXPECT_EQ(regression_mark(one), "");
    EXPECT_EQ(rank(one), 2);
}

TEST(History, OfABugThatWasAlwaysThere) {
    const History one = history({{"15.3.0", 'f'}, {"17.0.0", 'f'}});
    EXPECT_TRUE(one.is_alive());
    EXPECT_FALSE(one.is_regression());
    EXPECT_EQ(rank(one), 1);
}

TEST(History, OneVersionTellsNothing) {
    const History one = history({{"12.2.0", 'f'}});
    EXPECT_FALSE(one.is_alive());
    EXPECT_FALSE(one.is_fixed());
    EXPECT_EQ(rank(one), 1);
}

TEST(History, WhatNobodyCanTellAndWhatContradictsItselfIsLeftOut) {
    const History one = history({{"14.1.0", '?'}, {"15.3.0", 'w'}, {"15.3.0", 'f'}, {"16.2.0", 'f'}});
    EXPECT_EQ(to_text(one), "fails with 16.2.0");
    EXPECT_FALSE(history({{"", 'f'}, {"", 'w'}}).is_alive());
}

TEST(History, FixedAndBrokenAgainIsAlive) {
    const History one = history({{"14.1.0", 'f'}, {"15.3.0", 'w'}, {"16.2.0", 'f'}});
    EXPECT_TRUE(one.is_alive());
    EXPECT_FALSE(one.is_regression());
}

TEST(VersionRange, NamesTheFirstBadAndTheLastGood) {
    std::vector<Compiler> compilers(3);
    Versions versions;
    std::vector<const Compiler*> pointers;
    for (size_t i = 0; i < 3; ++i) {
        compilers[i].name = "gcc-" + std::to_string(14 + i);
        compilers[i].version = std::to_string(14 + i) + ".1.0";
        versions[compilers[i].name] = i == 1 ? Behaviour::Fails : Behaviour::Right;
        pointers.push_back(&compilers[i]);
    }
    EXPECT_EQ(version_range(pointers, versions), "first bad: gcc-15; last good: gcc-14; good again: gcc-16");
    compilers[2].version = "15.1.0";
    EXPECT_EQ(version_range(pointers, versions), "") << "one version, two answers";
}

} // namespace
} // namespace assay::triage
