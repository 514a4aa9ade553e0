#include "base/int128.h"

#include <gtest/gtest.h>

namespace assay::base {
namespace {

TEST(Int128, TextOfOrdinaryValues) {
    EXPECT_EQ(to_text(Int128{0}), "0");
    EXPECT_EQ(to_text(Int128{-1}), "-1");
    EXPECT_EQ(to_text(UInt128{10000000000000000000U}), "10000000000000000000");
}

TEST(Int128, TextOfTheExtremes) {
    UInt128 all = ~UInt128{0};
    EXPECT_EQ(to_text(all), "340282366920938463463374607431768211455");
    EXPECT_EQ(to_text(static_cast<Int128>(all >> 1)), "170141183460469231731687303715884105727");
    EXPECT_EQ(to_text(-static_cast<Int128>(all >> 1) - 1), "-170141183460469231731687303715884105728");
}

} // namespace
} // namespace assay::base
