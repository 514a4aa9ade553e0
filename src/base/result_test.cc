#include "base/result.h"

#include <memory>

#include <gtest/gtest.h>

namespace assay::base {
namespace {

Result<int> half(int value) {
    if (value % 2 != 0) return Error{"odd"};
    return value / 2;
}

Result<void> only_even(int value) {
    if (value % 2 != 0) return Error{"odd"};
    return {};
}

TEST(Result, HoldsAValueOrAnError) {
    EXPECT_TRUE(half(4).ok());
    EXPECT_EQ(*half(4), 2);
    EXPECT_FALSE(half(3));
    EXPECT_EQ(half(3).error().message, "odd");
}

TEST(Result, WithoutAValue) {
    EXPECT_TRUE(only_even(2));
    EXPECT_EQ(only_even(1).error().message, "odd");
}

TEST(Result, GivesUpValuesThatOnlyMove) {
    Result<std::unique_ptr<int>> result = std::make_unique<int>(7);
    std::unique_ptr<int> taken = *std::move(result);
    EXPECT_EQ(*taken, 7);
}

TEST(ResultDeathTest, RefusesToGiveWhatItDoesNotHold) {
    EXPECT_DEATH((void)half(3).value(), "value\\(\\) of a failed Result");
    EXPECT_DEATH((void)half(2).error(), "error\\(\\) of a successful Result");
    EXPECT_DEATH((void)only_even(2).error(), "error\\(\\) of a successful Result");
}

} // namespace
} // namespace assay::base
