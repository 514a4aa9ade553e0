#include "triage/needs.h"

#include <gmock/gmock.h>

namespace assay::triage {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Needs of(const std::string& text) {
    testcase::TestCase test;
    test.files = {{"test.c", text}};
    return needs_of(test);
}

TEST(Needs, AreOperatorsAndTypesWithoutTheHarness) {
    const Needs shift = of("int a = -8;\nint main() {\n    int *p = &a;\n    if ((*p >> 2) != -2) "
                           "__builtin_abort();\n}\n");
    EXPECT_THAT(shift.strong, ElementsAre("-", ">>"));
    EXPECT_THAT(shift.weak, ElementsAre("pointer"));
    const Needs loop = of("short a[4];\nint main() {\n    for (int i = 0; i < 4; i++) a[i] += 3;\n"
                          "    if (a[1] != 3) __builtin_abort();\n    return 0;\n}\n");
    EXPECT_THAT(loop.strong, ElementsAre("+", "short"));
    EXPECT_THAT(loop.weak, ElementsAre("array", "for"));
    EXPECT_THAT(of("int a, b;\nint main() { __builtin_printf(\"%d\", a * b & 3); }\n").strong,
                ElementsAre("&", "*"));
    EXPECT_THAT(of("int main() { }\n").strong, IsEmpty());
}

TEST(Needs, TellOneDefectFromAnother) {
    const Needs shift = of("int a; long b; int main() { b = a >> 3; }"),
                wide = of("long a, b; int main() { b = a >> 9; }"),
                narrow = of("short a; int b; int main() { b = a; }");
    EXPECT_TRUE(likeness(shift, wide).same);
    EXPECT_EQ(likeness(shift, wide).why, "both need >>");
    EXPECT_FALSE(likeness(shift, narrow).same);
    EXPECT_EQ(likeness(shift, narrow).why, "one needs >>, the other short");
    EXPECT_THAT(common(of("short a; int main() { a >> 3; }"), shift).strong, ElementsAre(">>"));
}

TEST(Needs, WhereNothingSpeaksAgainstItTheyAreOne) {
    EXPECT_TRUE(likeness({}, {}).same);
    EXPECT_TRUE(likeness(of("short a;"), {}).same);
    EXPECT_EQ(common(of("short a;"), {}).strong, std::set<std::string>{"short"});
}

TEST(Needs, LevelsAndVersionsSpeakToo) {
    Needs one, other;
    one.levels = {"-O0", "-O2"};
    other.levels = {"-O2"};
    EXPECT_FALSE(likeness(one, other).same);
    other.levels = {"-O0"};
    EXPECT_TRUE(likeness(one, other).same);
    one.versions = {{"gcc-11", Behaviour::Right}, {"gcc-12", Behaviour::Fails}};
    other.versions = {{"gcc-11", Behaviour::CannotTell}, {"gcc-12", Behaviour::Fails}};
    EXPECT_TRUE(likeness(one, other).same);
    other.versions["gcc-11"] = Behaviour::Fails;
    EXPECT_FALSE(likeness(one, other).same);
    EXPECT_EQ(likeness(one, other).why, "gcc-11 fails on one and is right on the other");
}

TEST(Needs, AreKeptAsText) {
    Needs one = of("short a; int main() { for (;;) a >> 3; }");
    one.levels = {"-O2"};
    one.versions = {{"gcc-12", Behaviour::Fails}};
    EXPECT_EQ(needs_from_json(to_json(one)), one);
    EXPECT_EQ(needs_from_json("[1]"), Needs());
    EXPECT_EQ(needs_from_json("{\"strong\": 7}"), Needs());
}

} // namespace
} // namespace assay::triage
