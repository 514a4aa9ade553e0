#include "triage/last_sound.h"

#include <gmock/gmock.h>

namespace assay::triage {
namespace {

using reduce::Answer;

TEST(LastSound, IsTheLastOneWhereAllAre) {
    std::vector<size_t> asked;
    const auto stands = [&](size_t place) {
        asked.push_back(place);
        return Answer::Yes;
    };
    EXPECT_EQ(last_sound(100, stands), 99u);
    EXPECT_THAT(asked, testing::ElementsAre(99));
}

// What was reduced for minutes was thrown away as a whole.
TEST(LastSound, IsTheOneBeforeTheStepThatWasWrong) {
    for (size_t wrong = 1; wrong < 50; ++wrong)
        EXPECT_EQ(last_sound(50, [&](size_t place) { return place < wrong ? Answer::Yes : Answer::No; }),
                  wrong - 1);
}

TEST(LastSound, WhatCannotBeAskedIsBelieved) {
    EXPECT_EQ(last_sound(50, [](size_t) { return Answer::Unknown; }), 49u);
}

} // namespace
} // namespace assay::triage
