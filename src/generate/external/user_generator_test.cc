#include "generate/external/user_generator.h"

#include <gmock/gmock.h>

namespace assay::generate::external {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

UserGenerator shell(const std::string& script) {
    UserGenerator generator;
    generator.name = "mine";
    generator.command = {"sh", "-c", script};
    return generator;
}

TEST(UserGenerator, TakesTheFilesThatTheCommandLeaves) {
    const auto method =
        make_user_method(shell("echo 'int a = {seed};' > {folder}/b.c; echo > a.c; echo > a.h"));
    const auto test = method->make(17, {});
    ASSERT_TRUE(test.ok()) << test.error().message;
    EXPECT_THAT(test->sources, ElementsAre("a.c", "b.c"));
    ASSERT_EQ(test->files.size(), 3u);
    EXPECT_EQ(test->files[2].text, "int a = 17;\n");
    EXPECT_FALSE(test->expected);
    EXPECT_EQ(test->name(), "mine-17");
}

TEST(UserGenerator, TakesWhatIsPrintedIfThereIsNoFile) {
    const auto test = make_user_method(shell("echo 'int main(void) { return 0; }'"))->make(1, {});
    ASSERT_TRUE(test.ok());
    EXPECT_THAT(test->sources, ElementsAre("test.c"));
}

TEST(UserGenerator, PassesOverSeedsThatFail) {
    const auto test = make_user_method(shell("test {seed} != 1 && echo x"))->make(1, {});
    ASSERT_TRUE(test.ok());
    const auto never = make_user_method(shell("echo no luck >&2; exit 3"))->make(1, {});
    ASSERT_FALSE(never.ok());
    EXPECT_THAT(never.error().message, HasSubstr("no luck"));
}

TEST(UserGenerator, SaysWhatItMisses) {
    UserGenerator generator = shell("echo > a.c");
    generator.sources = {"main.c"};
    EXPECT_THAT(make_user_method(generator)->make(1, {}).error().message, HasSubstr("did not make main.c"));
    generator = shell("echo > a.txt");
    EXPECT_THAT(make_user_method(generator)->make(1, {}).error().message, HasSubstr("ends in .c"));
}

} // namespace
} // namespace assay::generate::external
