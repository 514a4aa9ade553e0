#include "base/listed.h"

#include <gtest/gtest.h>

namespace assay::base {
namespace {

TEST(Listed, AsInASentence) {
    EXPECT_EQ(listed({}), "");
    EXPECT_EQ(listed({"a"}), "a");
    EXPECT_EQ(listed({"a", "b"}), "a and b");
    EXPECT_EQ(listed({"a", "b", "c"}, "or"), "a, b or c");
}

} // namespace
} // namespace assay::base
