#include "base/duration.h"

#include <gtest/gtest.h>

namespace assay::base {
namespace {

TEST(Duration, ReadsWhatPeopleWrite) {
    EXPECT_EQ(parse_duration("90")->count(), 90);
    EXPECT_EQ(parse_duration("90s")->count(), 90);
    EXPECT_EQ(parse_duration("10m")->count(), 600);
    EXPECT_EQ(parse_duration("2h")->count(), 7200);
    EXPECT_EQ(parse_duration("1h30m")->count(), 5400);
    EXPECT_EQ(parse_duration("1h2")->count(), 3602);
    EXPECT_EQ(parse_duration("1d")->count(), 86400);
}

TEST(Duration, RefusesTheRest) {
    for (const char* text : {"", "m", "-3", "3x", "99999999999999999999", "1.5h", " 3", "0", "0s", "0h0m"})
        EXPECT_FALSE(parse_duration(text)) << text;
}

} // namespace
} // namespace assay::base
