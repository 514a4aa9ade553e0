#include "testcase/method_registry.h"

#include <gtest/gtest.h>

namespace assay::testcase {
namespace {

class Weighted : public Method {
  public:
    Weighted(std::string name, uint32_t weight) : name_(std::move(name)), weight_(weight) {}
    std::string_view name() const override { return name_; }
    std::string_view summary() const override { return ""; }
    uint32_t default_weight() const override { return weight_; }
    base::Result<TestCase> make(uint64_t, const Settings&) override { return TestCase{}; }
    std::vector<const choice::Site*> sites() const override { return {}; }
    const choice::Tally& tally() const override { return tally_; }

  private:
    std::string name_;
    uint32_t weight_;
    choice::Tally tally_;
};

MethodEntry entry(const std::string& name, uint32_t weight) {
    return {name, [=] { return std::make_unique<Weighted>(name, weight); }};
}

TEST(MethodRegistry, FindsMethodsByName) {
    const MethodRegistry registry({entry("one", 1), entry("two", 1)});
    ASSERT_TRUE(registry.make("two"));
    EXPECT_EQ(registry.make("two")->name(), "two");
    EXPECT_FALSE(registry.make("three"));
    EXPECT_EQ(registry.unknown("tow").rfind("unknown method 'tow': did you mean 'two'?", 0), 0U)
        << registry.unknown("tow");
}

TEST(MethodRegistry, TheFirstOfANameHidesTheOthers) {
    MethodRegistry own({entry("grow", 7)});
    own.add(MethodRegistry({entry("grow", 1)}));
    EXPECT_EQ(own.make("grow")->default_weight(), 7U);
}

TEST(MethodRegistry, ThoseThatAHuntTakesMostOftenComeFirst) {
    const MethodRegistry registry({entry("a", 1), entry("b", 5), entry("c", 1)});
    std::string names;
    for (const auto& method : registry.make_all()) names += method->name();
    EXPECT_EQ(names, "bac");
}

} // namespace
} // namespace assay::testcase
