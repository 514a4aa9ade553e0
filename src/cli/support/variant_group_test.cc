#include "cli/support/variant_group.h"

#include <gtest/gtest.h>

namespace assay::cli {
namespace {

Given given(const std::string& method, uint64_t seed, const std::string& name) {
    Given made{name, {}};
    made.test.files = {{"test.c", "/* " + name + " */"}};
    made.test.origin.method = method;
    made.test.origin.seed = seed;
    return made;
}

bool go_together(const Given& one, const Given& other) {
    VariantGroup group;
    EXPECT_TRUE(group.takes(one));
    group.add(one, 0, {});
    return group.takes(other);
}

TEST(VariantGroup, HasWhatAMethodMakesOfOneSeed) {
    EXPECT_TRUE(go_together(given("prune", 1, "out/variant-1"), given("prune", 1, "out/variant-2")));
    EXPECT_TRUE(go_together(given("relax", 1, "out/relaxed-mix"), given("relax", 1, "out/relaxed-macros")));
}

TEST(VariantGroup, TellsOthersApart) {
    EXPECT_FALSE(go_together(given("prune", 1, "out/a"), given("prune", 2, "out/b"))) << "another seed";
    EXPECT_FALSE(go_together(given("prune", 1, "one/a"), given("prune", 1, "two/a"))) << "another folder";
    EXPECT_FALSE(go_together(given("prune", 1, "out/a"), given("relax", 1, "out/b"))) << "another method";
    EXPECT_FALSE(go_together(given("grow", 1, "out/a"), given("grow", 1, "out/b"))) << "makes no groups";
    EXPECT_FALSE(go_together(given("given", 0, "a.c"), given("given", 0, "b.c"))) << "files of the user's";
}

} // namespace
} // namespace assay::cli
