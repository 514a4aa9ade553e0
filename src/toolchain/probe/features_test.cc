#include "toolchain/probe/features.h"
#include "toolchain/test_support.h"

namespace assay::toolchain {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Features, AreFoundByTheirMarks) {
    EXPECT_THAT(features_in(c_test("int main(void) { return 0; }")), IsEmpty());
    EXPECT_THAT(features_in(c_test("unsigned __int128 x;")), ElementsAre("int128"));
    EXPECT_THAT(features_in(c_test("int my__int128x, unpacked;")), IsEmpty());
    EXPECT_THAT(features_in(c_test("typedef int v __attribute__((vector_size(16)));")),
                ElementsAre("vectors"));
    EXPECT_THAT(features_in(c_test("int f(void) { return ({ 1; }); }")),
                ElementsAre("statement_expressions"));
    EXPECT_THAT(features_in(c_test("goto *p;")), ElementsAre("computed_goto"));
    EXPECT_THAT(features_in(c_test("#include <stdio.h>")), ElementsAre("headers"));
    EXPECT_THAT(features_in(c_test("#include \"test.h\"")), IsEmpty());
    EXPECT_THAT(features_in(c_test("__attribute__((const)) int f(void);")),
                ElementsAre("function_attributes"));
}

TEST(Features, OfEveryFileCount) {
    testcase::TestCase test = c_test("int x;");
    test.files.push_back({"test.h", "_Atomic int y;"});
    EXPECT_THAT(features_in(test), ElementsAre("atomics"));
    test.language = "python";
    EXPECT_THAT(features_in(test), IsEmpty());
}

TEST(Features, ACompilerIsAskedOnlyWhatItUnderstands) {
    Compiler weak;
    EXPECT_TRUE(understands(weak, c_test("int x;")));
    EXPECT_FALSE(understands(weak, c_test("__int128 x;")));
    weak.abilities.features = {"int128"};
    EXPECT_TRUE(understands(weak, c_test("__int128 x;")));
}

TEST(Features, LinesOfTheProgramAreKnown) {
    std::vector<const Feature*> list;
    for (const Feature& feature : features()) list.push_back(&feature);
    const std::string program = feature_program(list);
    const auto lines = feature_lines(list);
    ASSERT_EQ(lines.size(), list.size() + 1);
    for (size_t i = 0; i < list.size(); ++i) {
        size_t at = 0;
        for (size_t line = 1; line < lines[i]; ++line) at = program.find('\n', at) + 1;
        EXPECT_TRUE(program.substr(at).starts_with(list[i]->code)) << list[i]->name;
    }
}

} // namespace
} // namespace assay::toolchain
