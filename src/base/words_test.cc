#include "base/words.h"

#include <gtest/gtest.h>

namespace assay::base {
namespace {

TEST(Words, AreJoined) {
    EXPECT_EQ(joined({}, ", "), "");
    EXPECT_EQ(joined({"a"}, ", "), "a");
    EXPECT_EQ(joined({"", "b", ""}, ", "), ", b, ");
}

} // namespace
} // namespace assay::base
