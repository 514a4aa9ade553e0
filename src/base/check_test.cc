#include "base/check.h"

#include <gtest/gtest.h>

namespace assay::base {
namespace {

TEST(Check, PassesWhenTrue) { check(true, "never printed"); }

TEST(CheckDeathTest, StopsWithReasonAndPlaceOfTheCaller) {
    EXPECT_DEATH(check(1 > 2, "one above two"),
                 "assay: internal error: one above two .*check_test\\.cc:[0-9]+, TestBody");
}

constexpr int at_least_one(int value) {
    check(value >= 1, "too small");
    return value;
}
static_assert(at_least_one(3) == 3, "check works in constant expressions");

} // namespace
} // namespace assay::base
