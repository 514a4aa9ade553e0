#include "base/process.h"
#include "source/parse.h"
#include "source/relax/analysis.h"
#include "source/relax/loose.h"
#include "source/relax/method.h"
#include "source/relax/self_contained.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::source::relax {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// Wrappers as the paper shows them, with their unsafe cases in full.
const std::string kWrappers = R"(#include <stdio.h>
#include <stdint.h>
static int32_t safe_lshift(int32_t X, int Y) { return (X < 0 || Y < 0 || Y >= 32 || X > (INT32_MAX >> Y)) ? X : (X << Y); }
static int32_t safe_add(int32_t X, int32_t Y) {
    return ((X > 0 && Y > 0 && X > INT32_MAX - Y) || (X < 0 && Y < 0 && X < INT32_MIN - Y)) ? X : (X + Y);
}
static int32_t safe_div(int32_t X, int32_t Y) { return (Y == 0 || (X == INT32_MIN && Y == -1)) ? X : (X / Y); }
static int32_t safe_mul(int32_t X, int32_t Y) {
    return ((int64_t)X * Y > INT32_MAX || (int64_t)X * Y < INT32_MIN) ? X : X * Y;
}
static int8_t safe_add8(int8_t X, int8_t Y) { return X + Y; }
)";

class Relax : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!analysis_missing().empty()) GTEST_SKIP() << analysis_missing();
        auto opened = sandbox::Sandbox::open();
        ASSERT_TRUE(opened);
        sandbox_.emplace(std::move(*opened));
    }

    Analysis analysed(const std::string& text) {
        auto analysis = analyse(*sandbox_, {{{"test.c", text}}, {}});
        base::check(static_cast<bool>(analysis), analysis ? "" : analysis.error().message.c_str());
        return std::move(*analysis);
    }
    std::string refusal(const std::string& text) {
        Subject subject{{{"test.c", text}}, {}};
        subject.limit = std::chrono::seconds(1);
        auto analysis = analyse(*sandbox_, subject);
        return analysis ? "it was taken" : analysis.error().message;
    }
    static std::vector<Program> forms(const Analysis& analysis) {
        choice::Session session;
        return five_forms(analysis, choice::Choices(session, 1));
    }
    static std::string relaxed(const Analysis& analysis) { return forms(analysis)[2].text; }
    // The calls that stay, as they are in the text.
    static std::vector<std::string> kept(const Analysis& analysis) {
        std::vector<std::string> texts;
        for (size_t i = 0; i < analysis.kept.size(); ++i) {
            const Span& span = analysis.wrappers.calls[i].span;
            if (analysis.kept[i]) texts.push_back(analysis.text.substr(span.begin, span.end - span.begin));
        }
        return texts;
    }
    // All forms print what the program itself prints, and the sanitizers are silent.
    void expect_agreement(const std::string& original, const Analysis& analysis) {
        std::vector<Program> programs = forms(analysis);
        programs.push_back({"itself", original});
        for (const Program& program : programs)
            for (const std::vector<std::string>& options :
                 {std::vector<std::string>{"gcc", "-O0"},
                  {"gcc", "-O2"},
                  {"gcc", "-O1", "-fsanitize=undefined", "-fno-sanitize-recover=all"}}) {
                ASSERT_TRUE(sandbox_->write("form.c", program.text));
                std::vector<std::string> argv = options;
                argv.insert(argv.end(), {"-w", "form.c", "-o", "form"});
                const auto built = sandbox_->run({.argv = argv});
                ASSERT_TRUE(built && built->ok()) << built->err << program.text;
                sandbox::Limits limits;
                limits.address_space = false;
                const auto ran = sandbox_->run({.argv = {"./form"}, .limits = limits});
                ASSERT_TRUE(ran);
                EXPECT_EQ(ran->out, analysis.seen.out) << program.name << ran->err << "\n" << program.text;
                EXPECT_EQ(ran->code, analysis.seen.exit) << program.name << ran->err;
            }
    }

    std::optional<sandbox::Sandbox> sandbox_;
};

TEST_F(Relax, ThePapersExample) {
    const std::string text = kWrappers + R"(
int main(void) {
    int s = 5;
    int t = 2147483646;
    s = safe_lshift(s, 14);
    for (int k = 8; k >= -8; k--) {
        s = safe_add(s, k);
        t = safe_div(t, k);
    }
    t = safe_mul(safe_mul(s, t), s);
    printf("%d %d\n", s, t);
    return 0;
}
)";
    const Analysis analysis = analysed(text);
    EXPECT_THAT(kept(analysis), ElementsAre("safe_div(t, k)", "safe_mul(safe_mul(s, t), s)"));
    EXPECT_THAT(relaxed(analysis), HasSubstr("s = ((int32_t)((((int32_t)(s)) + ((int32_t)(k)))));"));
    EXPECT_THAT(relaxed(analysis),
                HasSubstr("t = safe_mul(((int32_t)(((int32_t)(s)) * ((int32_t)(t)))), s);"));
    EXPECT_THAT(relaxed(analysis), Not(HasSubstr("safe_lshift")));
    expect_agreement(text, analysis);
}

TEST_F(Relax, WhatNeverRunsIsRedundant) {
    const std::string text = kWrappers + R"(
int nobody(int x) { return safe_div(x, 0); }
int main(void) {
    volatile int no = 0;
    int x = 7;
    if (no) x = safe_div(x, 0);
    if (0) x = safe_lshift(x, 77);
    x = safe_div(x, 2);
    printf("%d\n", x);
    return 0;
}
)";
    const Analysis analysis = analysed(text);
    EXPECT_THAT(kept(analysis), ElementsAre());
    EXPECT_THAT(analysis.ran, ElementsAre(false, false, false, true));
    EXPECT_THAT(relaxed(analysis), Not(HasSubstr("safe_")));
    expect_agreement(text, analysis);
}

TEST_F(Relax, EachUseOfAMacroIsOnItsOwn) {
    const std::string text = kWrappers + R"(
#define SHARE(x, n) (1 + safe_div((x), n))
int main(void) {
    int x = 40;
    printf("%d %d\n", SHARE(x, 0), SHARE(x, 3));
    return 0;
}
)";
    const Analysis analysis = analysed(text);
    EXPECT_THAT(kept(analysis), ElementsAre("safe_div((x), 0)"));
    EXPECT_EQ(analysis.removed(), 1U);
    expect_agreement(text, analysis);
}

TEST_F(Relax, NestedWrappersAreTakenOneByOne) {
    const std::string text = kWrappers + R"(
int main(void) {
    int big = 2147483647, x = 3;
    printf("%d\n", safe_add(big, safe_mul(x, 2)));
    printf("%d\n", safe_add(x, safe_mul(big, 2) / big));
    return 0;
}
)";
    const Analysis analysis = analysed(text);
    EXPECT_THAT(kept(analysis), ElementsAre("safe_add(big, safe_mul(x, 2))", "safe_mul(big, 2)"));
    expect_agreement(text, analysis);
}

TEST_F(Relax, OneIterationThatNeedsItIsEnough) {
    const std::string text = kWrappers + R"(
int main(void) {
    int sum = 0;
    for (int i = 0; i < 1000; i++) sum = safe_add(sum, safe_div(i, i - 777));
    printf("%d\n", sum);
    return 0;
}
)";
    const Analysis analysis = analysed(text);
    EXPECT_THAT(kept(analysis), ElementsAre("safe_div(i, i - 777)"));
    expect_agreement(text, analysis);
}

// Operands are converted to the parameters' types, and the value to the result's.
TEST_F(Relax, ConversionsStay) {
    const std::string text = kWrappers + R"(
static int64_t safe_odd(uint32_t X, int32_t Y) { return X == 0 ? X : -Y; }
static int64_t safe_use(uint32_t X, int32_t Y) { return (X == 0) ? X : Y + (int32_t)X; }
int main(void) {
    int x = 300, y = 84;
    uint32_t one = 1;
    printf("%d %d %d\n", safe_add8(x, y), safe_add8(x, 1), (int)sizeof safe_add8(x, y));
    printf("%lld %lld\n", (long long)safe_use(one, -5), (long long)safe_odd(one, 5));
    return 0;
}
)";
    const Analysis analysis = analysed(text);
    // A call inside sizeof keeps its wrapper as it is; safe_odd does not name every parameter.
    EXPECT_EQ(analysis.wrappers.calls.size(), 1U);
    EXPECT_THAT(relaxed(analysis), HasSubstr("((int64_t)(unsigned int)("));
    expect_agreement(text, analysis);
    const std::string narrow = kWrappers + R"(
int main(void) {
    int x = 300, y = 84;
    printf("%d %d\n", safe_add8(x, y), safe_add8(x, 1));
    return 0;
}
)";
    const Analysis second = analysed(narrow);
    EXPECT_EQ(second.seen.out, "-128 45\n");
    EXPECT_EQ(second.removed(), 2U);
    expect_agreement(narrow, second);
}

// `x = x++ + 1` has no meaning, `x = safe_add(x++, 1)` has.
TEST_F(Relax, ACallStaysWhereItsSequencePointIsNeeded) {
    const std::string text = kWrappers + R"(
int x = 1, y = 2, other[3] = {1, 1, 1};
int main(void) {
    int *p = &y, free = 5;
    x = safe_add(x++, 1);
    x = safe_add(y++, 2);
    y = safe_add((*p)--, 3);
    free = safe_add((*p = 3), 4);
    x = other[safe_add(other[1] = 1, 0)];
    x = (safe_add(x++, 5), 6);
    x = safe_mul(safe_add((x = 2), 7), 1);
    printf("%d %d %d\n", x, y, free);
    return 0;
}
)";
    const Analysis analysis = analysed(text);
    EXPECT_THAT(kept(analysis), ElementsAre("safe_add(x++, 1)", "safe_add((*p)--, 3)",
                                            "safe_add(other[1] = 1, 0)", "safe_add((x = 2), 7)"));
    expect_agreement(text, analysis);
}

TEST_F(Relax, StatementExpressionsAreWrappersToo) {
    const std::string text = R"(#include <stdio.h>
#include <stdint.h>
#define safe_div_m(_a, _b) ({ int16_t a = (_a); int16_t b = (_b); (((int16_t)b) == 0) ? ((int16_t)a) : (((int16_t)a) / ((int16_t)b)); })
int main(void) {
    int x = 70000, y = 0, a = 3;
    printf("%d %d\n", safe_div_m(x, y), safe_div_m(safe_div_m(x, 2), 3));
    if (0) safe_div_m(1, a); // names the block's own variable: no function can do that
    return 0;
}
)";
    const Analysis analysis = analysed(text);
    EXPECT_EQ(analysis.wrappers.calls.size(), 3U);
    EXPECT_EQ(analysis.removed(), 2U);
    expect_agreement(text, analysis);
}

// As `csmith --float` has them.
TEST_F(Relax, WrappersOfFloatingPoint) {
    const std::string text = R"(#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
static float safe_add_f(float a, float b) {
    return (fabsf((0.5f * a) + (0.5f * b)) > (0.5f * FLT_MAX)) ? (a) : (a + b);
}
static double safe_div_d(double a, double b) { return (fabs(b) < 1.0 && b == 0.0) ? a : a / b; }
static int32_t safe_to_int(float a) { return ((a <= INT32_MIN) || (a >= INT32_MAX)) ? (INT32_MAX) : ((int32_t)(a)); }
int main(void) {
    float big = 0x1p127f, half = 0.5f;
    int n = 16777217;
    printf("%a %a %a\n", safe_add_f(big, big), safe_add_f(half, n), safe_add_f(0.1, half));
    printf("%a %a\n", safe_div_d(half, 0), safe_div_d(1, 3));
    printf("%d %d\n", safe_to_int(big), safe_to_int(2.75));
    return 0;
}
)";
    const Analysis analysis = analysed(text);
    EXPECT_THAT(kept(analysis),
                ElementsAre("safe_add_f(big, big)", "safe_div_d(half, 0)", "safe_to_int(big)"));
    EXPECT_THAT(relaxed(analysis), HasSubstr("((float)((((float)(half)) + ((float)(n)))))"));
    EXPECT_THAT(analysis.seen.out, HasSubstr("\n2147483647 2\n"));
    expect_agreement(text, analysis);
}

// The headers are left out where a few declarations do; whatever else a program names makes them come back.
TEST_F(Relax, ProgramsThatNeedTheHeadersGetThem) {
    const std::string text = "#include <stdlib.h>\n#include <stdio.h>\n#include <stdint.h>\n"
                             "static long safe_minus(long x) { return x == 5 ? x : -x; }\n"
                             "int main(void) {\n    div_t parts = div(7, 2);\n    FILE *out = stdout;\n"
                             "    return fprintf(out, \"%ld\\n\", safe_minus(parts.rem)) != 3;\n}\n";
    const Analysis analysis = analysed(text);
    EXPECT_EQ(analysis.removed(), 1U);
    expect_agreement(text, analysis);
}

TEST_F(Relax, WhatIsNoWrapperStays) {
    const std::string text = R"(#include <stdio.h>
static int safe_square(int x) { return x > 1000 ? 0 : x * x; }
static int safe_both(int x, int y) { return x == 5 ? 0 : x && y; }
static int safe_loud(int x) { return x == 5 ? 0 : printf("%d\n", x); }
static int safe_taken(int x) { return x == 5 ? 0 : -x; }
static int safe_minus(int x) { return x == 5 ? 0 : -x; }
int (*pointer)(int) = safe_taken;
int main(void) {
    int i = 2;
    int r = safe_square(i++) + safe_both(0, i++);
    r += safe_loud(4) + safe_taken(1) + safe_minus(2);
    printf("%d %d\n", r, i);
    return 0;
}
)";
    const Analysis analysis = analysed(text);
    EXPECT_EQ(analysis.wrappers.calls.size(), 1U);
}

TEST_F(Relax, RefusesInOneLine) {
    EXPECT_THAT(refusal("int main(void) { return 0; }"), HasSubstr("calls no safe-math wrappers"));
    EXPECT_THAT(refusal("int main(void) { return x; }"), HasSubstr("not C that Clang accepts"));
    EXPECT_THAT(refusal("#include \"absent.h\"\n"), HasSubstr("does not compile"));
    EXPECT_THAT(refusal(kWrappers + "int f(void) { return safe_add(1, 2); }"), HasSubstr("no function main"));
    EXPECT_THAT(refusal(kWrappers + "int main(void) { for (;;) safe_add(1, 2); }"),
                HasSubstr("does not end within 1 s"));
    EXPECT_THAT(refusal(kWrappers + "int main(void) { return *(int *)0 + safe_add(1, 2); }"),
                HasSubstr("signal 11"));
}

// Only integers that no order of computing could change may stand for an index.
TEST_F(Relax, LooseIndexesAreVariablesThatTheExpressionDoesNotWrite) {
    const std::string text = R"(#include <stdio.h>
int a[4] = {1, 2, 3, 4}, global = 1;
static int f(int calm) {
    int written = 1, pointed = 2, *p = &pointed;
    { int gone = 3; written = gone; }
    volatile int watched = 1;
    return (written = 2) + a[3] + *p + watched;
}
int main(void) { int i = 0; return f(1) + a[i]; }
)";
    auto parser = Parser::open({{{"test.c", text}}, {}});
    ASSERT_TRUE(parser);
    const std::vector<Subscript> subscripts = *parser->subscripts();
    ASSERT_EQ(subscripts.size(), 1U);
    EXPECT_EQ(parser->unit().text_of(subscripts[0].index), "3");
    EXPECT_THAT(subscripts[0].others, ElementsAre("calm"));
}

TEST_F(Relax, WhatASanitizerSpeaksAboutIsKnown) {
    if (base::find_program("valgrind").empty()) GTEST_SKIP() << "no valgrind";
    const auto alarm = [&](const std::string& body) {
        const auto said =
            alarm_of(*sandbox_, "#include <stdio.h>\nint a[4]; int main(void) {" + body + "}\n", {"x\n", 0});
        return said ? *said : said.error().message;
    };
    EXPECT_EQ(alarm("puts(\"x\"); return a[2];"), "");
    EXPECT_EQ(alarm("volatile int i = 4; puts(\"x\"); return a[i] * 0;"), "UBSan or ASan");
    EXPECT_EQ(alarm("volatile int i; if (i == 77) puts(\"y\"); puts(\"x\"); return 0;"),
              "the memory sanitizer");
    EXPECT_EQ(alarm("puts(\"y\"); return 0;"), "UBSan or ASan");
}

TEST(SelfContained, KeepsTheSystemsHeadersAndPutsOthersIn) {
    EXPECT_EQ(
        self_contained("# 0 \"t.c\"\n# 1 \"/usr/include/stdc-predef.h\" 1 3 4\nx\n"
                       "# 0 \"<command-line>\" 2\n# 1 \"t.c\"\n#include \"own.h\"\n# 1 \"own.h\" 1\n"
                       "#include <stdio.h>\n# 1 \"/usr/include/stdio.h\" 1 3 4\n#include <bits/a.h>\n"
                       "# 1 \"/usr/include/bits/a.h\" 1 3 4\nint a;\n# 2 \"/usr/include/stdio.h\" 2 3 4\n"
                       "int b;\n# 2 \"own.h\" 2\nint own;\n# 3 \"t.c\" 2\n\n#pragma pack(push)\n"
                       "int x =\n# 3 \"t.c\" 3 4\n   (127)\n# 3 \"t.c\"\n;\n"),
        "#include <stdio.h>\nint own;\n#pragma pack(push)\nint x =\n   (127)\n;\n");
}

TEST(SelfContained, LeavesOutWrappersThatNobodyCalls) {
    const std::string called = "static int\n(safe_a)(int x )\n{\n  return\n    -x;\n}\n",
                      uncalled = "static int\n(safe_ab)(int x )\n{\n  return\n    -x;\n}\n",
                      other = "static int\n(unsafe_ab)(int x )\n{\n  return\n    -x;\n}\n",
                      rest = "static int y = 1;\nint main(void) {\n  return (safe_a)(y);\n}\n";
    EXPECT_EQ(without_unused_wrappers(called + uncalled + other + rest), called + other + rest);
    EXPECT_EQ(without_unused_wrappers("static int\n(safe_a)(int x )\n{\n"),
              "static int\n(safe_a)(int x )\n{\n");
}

TEST_F(Relax, TheMethodGivesFiveFormsOfACsmithProgram) {
    if (base::find_program("csmith").empty()) GTEST_SKIP() << "no csmith";
    const auto method = make_method();
    for (uint64_t seed = 1; seed <= 5; ++seed) {
        const auto group = method->make_group(seed, {});
        ASSERT_TRUE(group) << group.error().message;
        if (group->tests.empty()) continue;
        ASSERT_EQ(group->tests.size(), 5U);
        for (const testcase::TestCase& test : group->tests) {
            EXPECT_EQ(test.files.size(), 1U);
            EXPECT_THAT(test.files[0].text, Not(HasSubstr("csmith.h")));
            EXPECT_TRUE(test.expected && test.observed) << "what the witness run showed is expected";
            EXPECT_EQ(test.expected, group->tests[0].expected);
        }
        const auto again = make_method()->make_group(seed, {});
        ASSERT_TRUE(again);
        for (size_t i = 0; i < 5; ++i)
            EXPECT_EQ(again->tests[i].files[0].text, group->tests[i].files[0].text);
        return;
    }
    FAIL() << "no seed of five gave a program";
}

} // namespace
} // namespace assay::source::relax
