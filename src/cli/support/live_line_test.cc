#include "cli/support/live_line.h"

#include <gtest/gtest.h>

namespace assay::cli {
namespace {

TEST(LiveLine, LeavesOutWhatMattersLeastUntilItFits) {
    const std::vector<LineField> fields{
        {"0m07s", 9}, {"testing", 9}, {"12 programs", 5}, {"3.1/s", 1}, {"2 bugs", 7}};
    EXPECT_EQ(fitted(fields, 100), "0m07s  testing  12 programs  3.1/s  2 bugs");
    EXPECT_EQ(fitted(fields, 42), "0m07s  testing  12 programs  3.1/s  2 bugs");
    EXPECT_EQ(fitted(fields, 41), "0m07s  testing  12 programs  2 bugs");
    EXPECT_EQ(fitted(fields, 25), "0m07s  testing  2 bugs");
    EXPECT_EQ(fitted(fields, 14), "0m07s  testing");
}

TEST(LiveLine, CutsTheLastFieldThatIsLeft) {
    EXPECT_EQ(fitted({{"reducing bug 12", 1}}, 10), "reducin...");
    EXPECT_EQ(fitted({{"reducing", 1}}, 2), "..");
    EXPECT_EQ(fitted({{"reducing", 1}}, 0), "");
    EXPECT_EQ(fitted({}, 10), "");
}

TEST(LiveLine, IsNeverWiderThanTheTerminal) {
    for (size_t width = 0; width < 80; ++width)
        EXPECT_LE(
            fitted({{"1h02m", 9}, {"testing, reducing bugs 3, 4", 9}, {"100 programs", 4}}, width).size(),
            width);
}

TEST(LiveLine, TellsTimesInTwoUnits) {
    EXPECT_EQ(clock_text(7.9), "0m07s");
    EXPECT_EQ(clock_text(3599), "59m59s");
    EXPECT_EQ(clock_text(7500), "2h05m");
    EXPECT_EQ(clock_text(-1), "0m00s");
}

} // namespace
} // namespace assay::cli
