#include "source/prune/analysis.h"
#include "source/prune/variant.h"
#include "source/prune/witness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

namespace assay::source::prune {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Subject subject_of(const std::string& text) { return {{{"test.c", text}}, {}, {Input{}}}; }

class Prune : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!parser_missing().empty()) GTEST_SKIP() << parser_missing();
        if (!laboratory_missing().empty()) GTEST_SKIP() << laboratory_missing();
        auto opened = sandbox::Sandbox::open();
        ASSERT_TRUE(opened);
        sandbox_.emplace(std::move(*opened));
    }

    Analysis analysed(const std::string& text, CoverageSource source = CoverageSource::Regions) {
        subject_ = subject_of(text);
        auto analysis = analyse(*sandbox_, subject_, source);
        base::check(static_cast<bool>(analysis), analysis ? "" : analysis.error().message.c_str());
        return std::move(*analysis);
    }
    std::string refusal(const std::string& text) {
        Subject subject = subject_of(text);
        subject.limit = std::chrono::seconds(1);
        auto analysis = analyse(*sandbox_, subject);
        return analysis ? "it was taken" : analysis.error().message;
    }
    // The texts of the outermost dead statements.
    static std::vector<std::string> dead(const Analysis& analysis) {
        std::vector<std::string> texts;
        const Unit& unit = analysis.parser.unit();
        for (const uint32_t root : dead_roots(unit, analysis.life))
            texts.push_back(unit.text_of(unit.statements[root].span));
        return texts;
    }
    std::vector<std::string> variants(Analysis& analysis, uint64_t count, uint64_t seed = 1) {
        choice::Session session;
        std::vector<std::string> texts;
        for (Variant& variant :
             make_variants(analysis.parser, analysis.life, count, choice::Choices(session, seed)).variants)
            texts.push_back(std::move(variant.text));
        return texts;
    }
    // They do what the original does with both compilers.
    void expect_same(const Analysis& analysis, const std::vector<std::string>& texts) {
        auto laboratory = Laboratory::open(*sandbox_, subject_);
        ASSERT_TRUE(laboratory);
        for (const std::string& text : texts)
            for (const std::string& compiler : {laboratory->gcc(), laboratory->clang()}) {
                const auto seen = laboratory->try_text(compiler, text);
                ASSERT_TRUE(seen) << seen.error().message << "\n" << text;
                EXPECT_EQ(*seen, analysis.expected) << compiler << "\n" << text;
            }
    }

    std::optional<sandbox::Sandbox> sandbox_;
    Subject subject_;
};

// The first trap of gcov: it counts lines, so what shares one with something that ran is taken to have run.
TEST_F(Prune, StatementsOnOneLineAreToldApartByRegions) {
    const std::string text = "int x; int main(void) { if (x) { x = 5; } return 0; }\n";
    EXPECT_THAT(dead(analysed(text)), ::testing::ElementsAre("{ x = 5; }"));
    EXPECT_THAT(dead(analysed(text, CoverageSource::Lines)), ::testing::IsEmpty());
}

// The second: a loop whose increment never ran stands on a line that gcov may call unexecuted.
TEST_F(Prune, ALoopThatOnlyBreaksIsAlive) {
    const std::string text =
        "int main(void) {\n    const char *p = \"a\";\n    for (;;\n         p = p + 1) {\n"
        "        if (*p == 'a')\n            break;\n    }\n    return 0;\n}\n";
    for (const CoverageSource source : {CoverageSource::Regions, CoverageSource::Lines})
        EXPECT_THAT(dead(analysed(text, source)), ::testing::IsEmpty());
}

// Even if a coverage says so: a statement with a child that ran is not dead.
TEST_F(Prune, AStatementLivesIfAChildDoes) {
    auto parser =
        Parser::open({{{"test.c", "int x;\nint main(void) {\nif (x)\n;\nelse\nx = 1;\nreturn 0; }\n"}}, {}});
    ASSERT_TRUE(parser);
    const auto lines = Coverage::from_gcov(
        R"({"files":[{"file":"test.c","lines":[{"line_number":3,"count":0},{"line_number":6,"count":1}]}]})",
        "test.c");
    ASSERT_TRUE(lines);
    EXPECT_EQ(life_of(parser->unit(), {*lines}).dead_count(), 0);
}

// Clang derives the count of one branch from the other, which setjmp makes wrong; the witness notices.
TEST_F(Prune, TheWitnessRevivesWhatReturnsTwice) {
    const std::string text = "#include <setjmp.h>\n#include <stdio.h>\njmp_buf b;\nint main(void) {\n"
                             "    if (setjmp(b)) {\n        puts(\"again\");\n    } else {\n"
                             "        puts(\"once\");\n        longjmp(b, 1);\n    }\n    return 0;\n}\n";
    Analysis analysis = analysed(text);
    EXPECT_THAT(dead(analysis), ::testing::IsEmpty());
    auto laboratory = Laboratory::open(*sandbox_, subject_);
    const auto coverage = laboratory->coverage(CoverageSource::Regions);
    EXPECT_GT(life_of(analysis.parser.unit(), *coverage).dead_count(), 0) << "Clang counts it right by now";
}

constexpr const char* kAwkward = R"(#include <stdio.h>
#include <stdlib.h>
#define CHECK(x) if (!(x)) abort()
#define TWICE(x) x; x
#define IF_DEAD if (g > 100)
int g;
static int twice(int a) { return a + a; }
int f(int n, int *p) {
    if (n > 3) { g = 2; goto out; } else if (n < 0) g = 4;
    CHECK(n < 10);
    TWICE(g++);
    IF_DEAD { int a[n + 1]; a[0] = twice(n); g = a[0]; }
    for (int i = 0; i < n; i++) { if (g) continue; do g--; while (g > 0); }
    switch (n) {
        int hidden;
    case 1: hidden = 3; g = hidden;
    case 2: break;
    default: g = 5; int k; k = g; if (k) return k;
    }
    g = ({ int z = 3; if (n == 77) { z = 4; goto inner; } inner: z; });
    int used = 3;
    if (n > 50) { int v = 1; v = v + used; back: g += v; if (g < 9) goto back; }
    n == 60 && (g = n + 1);
    g = n < 40 ? g : n * 3;
    void *where = &&out;
    if (n == 99) { static int s = 4; struct t { int q; } u = {s}; g = u.q; goto *where; }
#if 1
    if (n == 98) {
#else
    if (n == 97) {
#endif
        g = 8;
    }
    (void)p;
out:
    return g;
}
int never(int a, int b) { if (a < b) return twice(a) * 3; while (b-- > 2) a ^= b; return a - b; }
int main(void) { printf("%d %d\n", f(2, &g), __LINE__); return 3; }
)";

TEST_F(Prune, VariantsOfAwkwardCodeCompileAndDoTheSame) {
    Analysis analysis = analysed(kAwkward);
    EXPECT_EQ(analysis.expected[0].exit, 3);
    const std::vector<std::string> texts = variants(analysis, 12);
    EXPECT_GE(texts.size(), 10);
    for (const std::string& text : texts) {
        EXPECT_NE(text, analysis.parser.unit().text);
        EXPECT_EQ(std::count(text.begin(), text.end(), '\n'),
                  std::count(analysis.parser.unit().text.begin(), analysis.parser.unit().text.end(), '\n'));
    }
    expect_same(analysis, texts);
}

TEST_F(Prune, TheSameSeedGivesTheSameVariants) {
    Analysis analysis = analysed(kAwkward);
    const std::vector<std::string> first = variants(analysis, 5), again = variants(analysis, 5);
    EXPECT_EQ(first, again);
    EXPECT_NE(first, variants(analysis, 5, 2));
}

TEST_F(Prune, BadProgramsAreRefusedWithOneLineEach) {
    EXPECT_THAT(refusal("class A { int x; };"), HasSubstr("not C"));
    EXPECT_THAT(refusal("int f(void) { return 0; }"), HasSubstr("no function main"));
    EXPECT_THAT(refusal("int g(void); int main(void) { return g(); }"), HasSubstr("does not compile"));
    EXPECT_THAT(refusal("int main(void) { return *(volatile int *)8; }"), HasSubstr("fails at -O0: signal"));
    EXPECT_THAT(refusal("#include <stdio.h>\nint main(void) { int x; printf(\"%p\", &x); }"),
                HasSubstr("something else each time"));
    EXPECT_THAT(
        refusal("#include <stdio.h>\n#include <time.h>\nint main(void) { printf(\"%ld\", (long)time(0)); }"),
        HasSubstr("something else each time"));
    EXPECT_THAT(refusal("#include <stdio.h>\nint main(void) { puts(__TIME__); }"),
                HasSubstr("time of its compilation"));
    EXPECT_THAT(refusal("int main(void) { for (volatile int i = 0;; i++); }"), HasSubstr("does not end"));
}

// An if that replaces the branch of another must not take its else.
TEST_F(Prune, ACopyTakesNobodysElse) {
    Analysis analysis =
        analysed("#include <stdio.h>\nint x, y;\nint main(void) {\n    if (y == 0) { y = 2; }\n"
                 "    if (x)\n        x = 5;\n    else\n        x = 9;\n    printf(\"%d\\n\", x);\n"
                 "    return 0;\n}\n");
    std::set<std::string> all;
    bool replaced = false;
    for (uint64_t seed = 1; seed <= 12; ++seed)
        for (const std::string& text : variants(analysis, 6, seed)) {
            all.insert(text);
            replaced |= text.find("{ if (") != std::string::npos;
        }
    EXPECT_TRUE(replaced) << "nothing was replaced by an if";
    expect_same(analysis, {all.begin(), all.end()});
}

// A call that compilers drop because it cannot happen must not be moved to where it seems to be possible.
TEST_F(Prune, CallsToWhatDoesNotExistAreNotMoved) {
    Analysis analysis =
        analysed("void link_error(void);\nint x;\nint main(void) {\n    if (0) link_error();\n"
                 "    if (x) { x = 1; x = 2; }\n    return 0;\n}\n");
    EXPECT_TRUE(calls_the_unknown(analysis.parser.unit(), analysis.life));
    expect_same(analysis, variants(analysis, 8));
}

TEST_F(Prune, InputsDecideWhatIsDead) {
    subject_ = subject_of(
        "#include <stdio.h>\nint main(int c, char **v) { int n = getchar();\nif (c > 1) { puts(v[1]); }\n"
        "if (n == 'x') { puts(\"x\"); }\nif (c > 2) { puts(\"many\"); }\nreturn c; }\n");
    subject_.inputs = {{{"one"}, ""}, {{}, "x"}};
    auto analysis = analyse(*sandbox_, subject_);
    ASSERT_TRUE(analysis) << analysis.error().message;
    EXPECT_THAT(dead(*analysis), ::testing::ElementsAre("{ puts(\"many\"); }"));
    EXPECT_EQ(analysis->expected[0].out, "one\n");
    EXPECT_EQ(analysis->expected[1].out, "x\n");
    EXPECT_EQ(analysis->expected[1].exit, 1);
}

TEST(PruneCount, TheMeanIsWhatWasAskedFor) {
    choice::Session session;
    choice::Choices choices(session, 1);
    uint64_t sum = 0;
    for (int i = 0; i < 2000; ++i) sum += draw_count(8, choices);
    EXPECT_NEAR(static_cast<double>(sum) / 2000, 8, 0.4);
}

} // namespace
} // namespace assay::source::prune
