#include "campaign/shield.h"

#include <gtest/gtest.h>

namespace assay::campaign {
namespace {

testcase::Verdict verdict(testcase::Kind kind, const std::string& title) {
    return {kind, {"gcc-12", {"-O2"}}, 0, title, ""};
}

TEST(Shield, CoversACrashThatWasSeenOften) {
    Shield shield;
    const auto crash = verdict(testcase::Kind::Crash, "in f, at g.cc");
    for (const uint64_t number : {3, 4, 5}) shield.add(crash, number);
    EXPECT_TRUE(shield.covers(crash, 1000));
    EXPECT_FALSE(shield.covers(verdict(testcase::Kind::Crash, "in h, at g.cc"), 1000));
}

TEST(Shield, DoesNotCoverWhatWasSeenTwice) {
    Shield shield;
    const auto crash = verdict(testcase::Kind::Crash, "in f, at g.cc");
    for (const uint64_t number : {3, 4}) shield.add(crash, number);
    EXPECT_FALSE(shield.covers(crash, 1000));
}

TEST(Shield, CoversARefusalByItsWords) {
    Shield shield;
    const auto refusal = verdict(testcase::Kind::Reject, "valid code is refused: ',' expected");
    for (const uint64_t number : {3, 4, 5}) shield.add(refusal, number);
    EXPECT_TRUE(shield.covers(refusal, 1000));
    EXPECT_FALSE(
        shield.covers(verdict(testcase::Kind::Reject, "valid code is refused: '...' undeclared"), 1000));
}

TEST(Shield, NeverCoversWrongOutput) {
    Shield shield;
    const auto wrong = verdict(testcase::Kind::WrongOutput, "wrong output");
    for (uint64_t number = 0; number < 100; ++number) shield.add(wrong, number);
    EXPECT_FALSE(shield.covers(wrong, 1000));
}

TEST(Shield, KnowsSoonWhatEveryTestTriggers) {
    Shield shield;
    const auto crash = verdict(testcase::Kind::Crash, "in f, at g.cc");
    for (const uint64_t number : {0, 1, 2}) shield.add(crash, number);
    EXPECT_FALSE(shield.covers(crash, 11));
    EXPECT_TRUE(shield.covers(crash, 12));
}

// Whatever is found by tests that may still run when a test begins makes no difference to it.
TEST(Shield, KnowsOnlyWhatIsFinishedForSure) {
    const auto hang = verdict(testcase::Kind::Hang, "the compiler does not end");
    for (uint64_t number = 0; number < 200; ++number) {
        for (uint64_t unfinished = 0; unfinished < 200; ++unfinished) {
            Shield shield;
            shield.add(hang, unfinished);
            if (shield.covers(hang, number)) {
                EXPECT_LE(Shield::first_too_early(unfinished), number);
            }
        }
    }
}

} // namespace
} // namespace assay::campaign
