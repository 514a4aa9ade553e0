#include "testcase/group_method.h"

#include <gtest/gtest.h>

namespace assay::testcase {
namespace {

// Odd seeds give nothing, others as many tests as they say.
class Many : public GroupMethod {
  public:
    std::string_view name() const override { return "many"; }
    std::string_view summary() const override { return ""; }
    std::vector<const choice::Site*> sites() const override { return {}; }
    const choice::Tally& tally() const override { return tally_; }
    base::Result<TestGroup> make_group(uint64_t seed, const Settings&) override {
        if (seed % 2 == 1) return nothing("it is odd");
        TestGroup group{std::vector<TestCase>(seed)};
        group.tests[0].target = "first";
        return group;
    }

  private:
    choice::Tally tally_;
};

TEST(GroupMethod, ASingleTestIsTheFirstOfItsGroup) {
    const auto test = Many().make(4, {});
    ASSERT_TRUE(test);
    EXPECT_EQ(test->target, "first");
}

TEST(GroupMethod, ASeedThatGivesNothingSaysWhy) {
    const auto test = Many().make(3, {});
    ASSERT_FALSE(test);
    EXPECT_EQ(test.error().message, "many: seed 3 gave nothing: it is odd");
}

} // namespace
} // namespace assay::testcase
