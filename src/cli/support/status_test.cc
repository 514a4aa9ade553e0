#include "cli/support/status.h"

#include <gmock/gmock.h>

namespace assay::cli {
namespace {

using ::testing::HasSubstr;

TEST(Status, SaysWhatIsBeingDone) {
    campaign::Progress progress;
    EXPECT_EQ(activity_text(progress), "starting");
    progress.tests_running = 4;
    EXPECT_EQ(activity_text(progress), "testing");
    progress.triaging = {3};
    progress.reducing = {4, 5};
    EXPECT_EQ(activity_text(progress), "testing, triaging bug 3, reducing bugs 4, 5");
    progress.reducing = {4, 5, 6, 7, 8};
    EXPECT_THAT(activity_text(progress), HasSubstr("reducing bugs 4, 5, 6 and 2 more"));
    progress.triaging = progress.reducing = {};
    progress.time_is_over = true;
    progress.tests_running = 1;
    EXPECT_EQ(activity_text(progress), "waiting for 1 test");
    progress.stopping = true;
    EXPECT_EQ(activity_text(progress), "stopping");
}

TEST(Status, WhatIsBeingDoneAndTheBugsStayOnANarrowTerminal) {
    campaign::Progress progress;
    progress.elapsed = std::chrono::seconds(63);
    progress.left = std::chrono::seconds(57);
    progress.programs = 1803;
    progress.runs = 1207;
    progress.hits = 76;
    progress.bugs = 6;
    progress.findings = {{testcase::Kind::WrongOutput, 6}, {testcase::Kind::Reject, 3}};
    progress.tests_running = 4;
    progress.reducing = {3};
    EXPECT_EQ(fitted(fields_of(progress), 33), "testing, reducing bug 3  6 bugs");
    EXPECT_EQ(fitted(fields_of(progress), 72), "left 0m57s  testing, reducing bug 3  1803 programs  6 bugs");
}

TEST(Status, CountsInSingularAndPlural) {
    campaign::Progress progress;
    progress.programs = progress.runs = progress.hits = 1;
    EXPECT_THAT(
        summary(progress),
        HasSubstr("1 program in 0m00s, 1 run of compilers; found nothing, and 1 hit of known bugs\n"));
    progress.programs = progress.runs = 2;
    EXPECT_THAT(summary(progress), HasSubstr("2 programs in 0m00s, 2 runs of compilers"));
}

} // namespace
} // namespace assay::cli
