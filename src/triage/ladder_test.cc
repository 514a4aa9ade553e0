#include "triage/ladder.h"

#include "toolchain/registry.h"

#include <gmock/gmock.h>

namespace assay::triage {
namespace {

using ::testing::HasSubstr;

class LadderTest : public testing::Test {
  protected:
    void SetUp() override {
        for (int i = 0; i < 1; ++i) sandboxes_.push_back(std::move(*sandbox::Sandbox::open()));
        toolchain::ProbeCache cache("");
        auto found = registry_.find_named(sandboxes_, programs_, cache, {"gcc"});
        if (!found || found->front().abilities.sanitizers.empty()) GTEST_SKIP() << "no gcc with sanitizers";
        compilers_ = std::move(*found);
    }
    Climb climb(const std::string& text, const toolchain::TestLimits& limits = {},
                const Ladder& ladder = {}) {
        testcase::TestCase test;
        test.files = {{"test.c", text}};
        test.sources = {"test.c"};
        test.language = "c";
        test.target = "lp64";
        test.promises = {true, true, true};
        return *climb_ladder(sandboxes_.front(), test, compilers_, limits, ladder);
    }

    toolchain::Registry registry_{{}};
    toolchain::Programs programs_ = toolchain::Programs::on_path();
    std::vector<sandbox::Sandbox> sandboxes_;
    std::vector<toolchain::Compiler> compilers_;
};

TEST_F(LadderTest, LetsAValidProgramPass) {
    const Climb valid = climb("int printf(const char *, ...);\nint main(void) { printf(\"7\\n\"); }\n");
    EXPECT_EQ(valid.ruling, Ruling::Valid) << valid.why;
    EXPECT_EQ(valid.output, "7\n");
}

TEST_F(LadderTest, StopsWhatNoSanitizerSees) {
    const Climb missing = climb("int printf(const char *, ...);\nint f(int a) { a++; }\n"
                                "int main(void) { printf(\"%d\\n\", f(1) & 0); }\n");
    EXPECT_EQ(missing.ruling, Ruling::Invalid);
    EXPECT_THAT(missing.why, HasSubstr("return"));
    const Climb undeclared = climb("int main(void) { printf(\"7\\n\"); return 0; }\n");
    EXPECT_EQ(undeclared.ruling, Ruling::Invalid);
    EXPECT_THAT(undeclared.why, HasSubstr("implicit"));
    const Climb format =
        climb("int printf(const char *, ...);\nint main(void) { printf(\"%lld\\n\", 7); }\n");
    EXPECT_EQ(format.ruling, Ruling::Invalid);
    EXPECT_THAT(format.why, HasSubstr("format"));
}

// The memory sanitizer does not look at what printf() is given, and gcc does not warn.
TEST_F(LadderTest, SeesThatWhatIsPrintedWasNeverSet) {
    if (compilers_.front().major() < 12) GTEST_SKIP() << "this gcc cannot fill variables";
    const Climb unset = climb("int printf(const char *, ...);\nint never;\n"
                              "void set(long *p) { if (never) *p = 7; }\n"
                              "int main(void) { long a[1]; set(a); printf(\"%ld\\n\", a[0]); return 0; }\n",
                              {}, {.strictness = {.whole = false}});
    EXPECT_NE(unset.ruling, Ruling::Valid);
    EXPECT_THAT(unset.why, HasSubstr("-ftrivial-auto-var-init=pattern"));
}

// Clang has no nested functions, which says nothing against the program.
TEST_F(LadderTest, AReferenceThatRefusesItLeavesIt) {
    const std::string nested = "int printf(const char *, ...);\nint main(void) {\n    int a = 7;\n"
                               "    int f(void) { return a; }\n    printf(\"%d\\n\", f());\n}\n";
    const bool two = std::ranges::count_if(compilers_, [](const toolchain::Compiler& one) {
                         return !one.abilities.sanitizers.empty();
                     }) > 1;
    const Climb gnu = climb(nested);
    EXPECT_EQ(gnu.ruling, Ruling::Valid) << gnu.why;
    EXPECT_EQ(gnu.output, "7\n");
    if (two) {
        EXPECT_EQ(climb(nested, {}, {.all_compile = true}).ruling, Ruling::Invalid);
    }
    const Climb none = climb("int main(void) { return x; }\n");
    EXPECT_EQ(none.ruling, Ruling::Invalid);
    EXPECT_THAT(none.why, HasSubstr("it does not compile: "));
}

// The model's programs have them on purpose.
TEST_F(LadderTest, ReadsOfNothingWhereNothingRunsCanBeBelieved) {
    const std::string dead =
        "int x;\nint main(void) {\n    if (x) {\n        int never;\n        x = never;\n"
        "    }\n    return 0;\n}\n";
    EXPECT_EQ(climb(dead).ruling, Ruling::Invalid);
    const Climb believed = climb(dead, {}, {.strictness = {.strict_reads = false}});
    EXPECT_EQ(believed.ruling, Ruling::Valid) << believed.why;
    const std::string alive =
        "int printf(const char *, ...);\nint main(void) {\n    int never;\n    if (never) printf(\"1\");\n"
        "    return 0;\n}\n";
    EXPECT_EQ(climb(alive, {}, {.strictness = {.strict_reads = false}}).ruling, Ruling::Invalid);
}

TEST_F(LadderTest, WhatDoesNotEndIsTriedOnce) {
    toolchain::TestLimits limits;
    limits.run.wall = limits.run.cpu = std::chrono::seconds(1);
    const Climb endless = climb("int main(void) { for (;;) ; }\n", limits);
    EXPECT_EQ(endless.ruling, Ruling::CannotTell);
    EXPECT_EQ(endless.rungs.size(), 1U);
    EXPECT_THAT(endless.why, HasSubstr("does not end in time"));
}

TEST_F(LadderTest, StopsUndefinedBehaviour) {
    const Climb overflow = climb("int x = 2147483647;\nint main(void) { x++; return 0; }\n");
    EXPECT_EQ(overflow.ruling, Ruling::Invalid);
    const Climb outside = climb("int a[2], i = 2, b;\nint main(void) { b = a[i]; return 0; }\n");
    EXPECT_EQ(outside.ruling, Ruling::Invalid);
}

} // namespace
} // namespace assay::triage
