#include "base/suggest.h"

#include <gtest/gtest.h>

namespace assay::base {
namespace {

TEST(Suggest, EditDistance) {
    EXPECT_EQ(edit_distance("", ""), 0U);
    EXPECT_EQ(edit_distance("", "abc"), 3U);
    EXPECT_EQ(edit_distance("loop", "loop"), 0U);
    EXPECT_EQ(edit_distance("loop", "lop"), 1U);
    EXPECT_EQ(edit_distance("loop", "lopo"), 1U);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

TEST(Suggest, NamesTheNearest) {
    EXPECT_EQ(suggest("asign", {"loop", "assign", "if"}), "did you mean 'assign'?");
    EXPECT_EQ(suggest("fi", {"loop", "assign", "if"}), "did you mean 'if'?");
}

TEST(Suggest, ListsAllWhenNothingIsNear) {
    EXPECT_EQ(suggest("statement", {"loop", "assign", "if"}), "known are: assign, if, loop");
    EXPECT_EQ(suggest("x", {}), "none is known here");
}

TEST(Suggest, KeepsTheListShort) {
    EXPECT_EQ(suggest("statement", {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n"}),
              "known are: a, b, c, d, e, f, g, h, i, j, k, l and 2 more");
}

} // namespace
} // namespace assay::base
