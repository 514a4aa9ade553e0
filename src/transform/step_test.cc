#include "transform/step.h"

#include "transform/registry.h"

#include <gtest/gtest.h>

namespace assay::transform {
namespace {

Step split(uint32_t site, Int128 left, Int128 right) {
    Step step;
    step.kind = "split-constant";
    step.site = {site};
    step.args = {0, static_cast<UInt128>(left), static_cast<UInt128>(right)};
    step.fresh = {240, 12, 3};
    return step;
}

std::string error_of(std::string_view text) {
    const auto steps = load_steps(text, "list.steps", all_transforms());
    return steps ? "no error" : steps.error().message;
}

TEST(Steps, AreOneLineEach) {
    const Step steps[] = {split(17, 5, -3), split(18, 0, 1)};
    EXPECT_EQ(save_steps(steps),
              "split-constant 17 with 0 5 -3 new 240 12 3\nsplit-constant 18 with 0 0 1 new 240 12 3\n");
}

TEST(Steps, LoadAsTheyWereSaved) {
    const Int128 lowest = static_cast<Int128>(UInt128{1} << 127);
    std::vector<Step> steps{split(17, 5, -3), split(0, lowest, ~lowest), split(1, -1, 0)};
    Step wrap;
    wrap.kind = "wrap-in-block";
    wrap.site = {3};
    steps.push_back(wrap);
    const auto loaded = load_steps(save_steps(steps), "list.steps", all_transforms());
    ASSERT_TRUE(loaded.ok());
    EXPECT_EQ(*loaded, steps);
}

TEST(Steps, EmptyLinesAndCommentsMeanNothing) {
    const auto loaded =
        load_steps("; made by hand\n\n  wrap-in-block  3 with new 5 0 0\r\n   \n;end", "f", all_transforms());
    ASSERT_TRUE(loaded.ok());
    ASSERT_EQ(loaded->size(), 1u);
    EXPECT_EQ(loaded->front().site.index, 3u);
    EXPECT_EQ(loaded->front().fresh.nodes, 5u);
}

TEST(Steps, ErrorsNameFileLineAndReason) {
    EXPECT_EQ(error_of("; x\nsplit-constnat 1 with 0 0 0 new 0 0 0\n"),
              "list.steps:2: no transform is named 'split-constnat'");
    EXPECT_EQ(error_of("wrap-in-block"), "list.steps:1: the line ends where the node is wanted");
    EXPECT_EQ(error_of("wrap-in-block x with new 0 0 0"), "list.steps:1: the node must be a number, not 'x'");
    EXPECT_EQ(error_of("wrap-in-block -1 with new 0 0 0"), "list.steps:1: the node is out of range");
    EXPECT_EQ(error_of("wrap-in-block 1 wiht new 0 0 0"), "list.steps:1: 'with' is wanted, not 'wiht'");
    EXPECT_EQ(error_of("split-constant 1 with 0 0 new 0 0 0"),
              "list.steps:1: split-constant takes 3 arguments, not 2");
    EXPECT_EQ(error_of("split-constant 1 with 0 0 0x7 new 0 0 0"),
              "list.steps:1: an argument must be a number, not '0x7'");
    EXPECT_EQ(error_of("wrap-in-block 1 with"), "list.steps:1: the line ends where 'new' is wanted");
    EXPECT_EQ(error_of("wrap-in-block 1 with new 4 0"),
              "list.steps:1: the line ends where the first new label is wanted");
    EXPECT_EQ(error_of("wrap-in-block 1 with new 4294967294 0 0"),
              "list.steps:1: the first new node is out of range");
    EXPECT_EQ(error_of("wrap-in-block 1 with new 0 0 0 0"), "list.steps:1: '0' is too much");
    const std::string too_large =
        "split-constant 1 with 0 0 170141183460469231731687303715884105728 new 0 0 0";
    EXPECT_EQ(error_of(too_large),
              "list.steps:1: an argument must be a number, not '170141183460469231731687303715884105728'");
}

} // namespace
} // namespace assay::transform
