// The text itself, letter by letter, where people will read it.
#include "print/print.h"

#include "print/compile_and_run.h"
#include "print/forms.h"
#include "print/test_models.h"

#include <gtest/gtest.h>

#include <set>

namespace assay::print {
namespace {

using program::Standard;

constexpr std::string_view kSmall = R"(
(struct Pair (field a short) (field b (ptr int)))
(global total int 5)
(global unobserved limit (const uint) 7u)
(global pairs (array (struct Pair) 2) (init (init -1 (addr total))))
(func static clamp int ((x int) (high uint))
  (block (if (> x (cast int high)) (return (cast int high))) (return (call twice x))))
(func noinline twice int ((x int)) (block (return (guard (* x 2)))))
(func run void ()
  (block
    (for (declare i int 0) (< i 9) (postinc i)
      (block (do (guard (+= total (call clamp i limit)))) (observe (guard (/ total i)))))
    (do (= (. ([] pairs 1) a) (deref (. ([] pairs 0) b))))))
(entry run)
)";

std::string one_file(std::string_view text, Standard standard, const Options& options = {}) {
    const Known it = known(text, {{}, standard});
    return print(it.program, it.meaning, options).files.at(0).text;
}

TEST(Print, AWholeProgramInC) {
    EXPECT_EQ(one_file(kSmall, Standard::C11), R"(int printf(const char *, ...);

struct Pair {
    short a;
    int *b;
};

static unsigned long long assay_sum = 14695981039346656037ULL;

static void assay_mix(unsigned long long v) {
    assay_sum = (assay_sum ^ v) * 1099511628211ULL;
    assay_sum ^= assay_sum >> 32;
}

int total = 5;
const unsigned int limit = 7;
struct Pair pairs[2] = {{-1, &total}};

__attribute__((noinline)) int twice(int x);

static int safe_mul_int(int a, int b) {
    return (a > 0 ? (b > 0 ? a > 2147483647 / b : b < (-2147483647 - 1) / a)
            : (b > 0 ? a < (-2147483647 - 1) / b : a != 0 && b < 2147483647 / a)) ? a : a * b;
}

static int safe_add_int(int a, int b) {
    return (b > 0 ? a > 2147483647 - b : a < (-2147483647 - 1) - b) ? a : a + b;
}

static int clamp(int x, unsigned int high) {
    if (x > (int)high)
        return (int)high;
    return twice(x);
}

__attribute__((noinline)) int twice(int x) {
    return safe_mul_int(x, 2);
}

void run(void) {
    for (int i = 0; i < 9; i++) {
        total = safe_add_int(total, clamp(i, limit));
        assay_mix(i == 0 || (total == (-2147483647 - 1) && i == -1) ? total : total / i);
    }
    pairs[1].a = *pairs[0].b;
}

int main(void) {
    run();
    assay_mix(total);
    for (int i0 = 0; i0 < 2; i0++) {
        assay_mix(pairs[i0].a);
    }
    printf("%016llx\n", assay_sum);
    return 0;
}
)");
}

// What a person reads who gets a bug.
TEST(Print, ShortHarnesses) {
    const Known it = known("(global a int 3)(global b short)(global c double)(global u ulong 7ul)"
                           "(func run void () (block (do (= a (* a 2))) (do (= b (- 6 a)))))(entry run)",
                           {{}, Standard::C17});
    Options options;
    options.entry_in_main = true;
    options.harness = Harness::Brief;
    const auto main_of = [&] {
        const std::string text = print(it.program, it.meaning, options).files[0].text;
        return text.substr(text.find("int main"));
    };
    const std::string run = "int main() {\n    a = a * 2;\n    b = 6 - a;\n";
    const std::string bits = "    if (assay_double_bits(c) != 0x0ULL) ";
    EXPECT_EQ(main_of(), run + "    if (a != 6) __builtin_abort();\n    if (b) __builtin_abort();\n" + bits +
                             "__builtin_abort();\n    if (u != 7UL) __builtin_abort();\n}\n");
    options.plain_calls = true;
    EXPECT_EQ(main_of(), run + "    if (a != 6) abort();\n    if (b) abort();\n" + bits +
                             "abort();\n    if (u != 7UL) abort();\n    return 0;\n}\n");
    options.harness = Harness::Show;
    EXPECT_EQ(main_of(), run + "    printf(\"%d\\n\", a);\n    printf(\"%d\\n\", b);\n"
                               "    printf(\"%a\\n\", (double)c);\n"
                               "    printf(\"%llu\\n\", (unsigned long long)u);\n    return 0;\n}\n");
}

TEST(Print, ShortHarnessesShowValuesInPlace) {
    const Known it =
        known("(global unobserved a int 3)(global unobserved b int)(global unobserved u ulong 7ul)"
              "(func run void () (block (observe (- a 3)) (if b (observe 1)) (observe (+ u 1ul))"
              "(observe (= a 5))))(entry run)",
              {{}, Standard::C17});
    Options options;
    options.entry_in_main = true;
    options.harness = Harness::Brief;
    const std::string globals = "int a = 3, b;\nunsigned long u = 7;\n\nint main() {\n";
    const Printed brief = print(it.program, it.meaning, options);
    EXPECT_EQ(brief.files[0].text, globals + "    if (a - 3) __builtin_abort();\n"
                                             "    if (b)\n        __builtin_abort();\n"
                                             "    if (u + 1UL != 8UL) __builtin_abort();\n"
                                             "    if ((a = 5) != 5) __builtin_abort();\n}\n");
    EXPECT_EQ(brief.expected, "");
    options.harness = Harness::Show;
    const Printed shown = print(it.program, it.meaning, options);
    EXPECT_EQ(shown.files[0].text, globals +
                                       "    __builtin_printf(\"%d\\n\", a - 3);\n"
                                       "    if (b)\n        __builtin_abort();\n"
                                       "    __builtin_printf(\"%llu\\n\", (unsigned long long)(u + 1UL));\n"
                                       "    __builtin_printf(\"%d\\n\", a = 5);\n}\n");
    EXPECT_EQ(shown.expected, "0\n8\n5\n");
}

TEST(Print, SelfCheckInThreeFilesOfCxx) {
    const Known it = known(kSmall, {{}, Standard::Cxx17});
    Options options;
    options.layout = Layout::ThreeFiles;
    options.harness = Harness::SelfCheck;
    options.full_parentheses = true;
    options.stem = "small";
    options.comment = "made by Assay";
    const Printed printed = print(it.program, it.meaning, options);
    EXPECT_EQ(printed.expected, "ok\n");
    EXPECT_EQ(printed.sources, (std::vector<std::string>{"small_func.cpp", "small_main.cpp"}));
    ASSERT_EQ(printed.files.size(), 3u);
    EXPECT_EQ(printed.files[0].text, R"(/* made by Assay */

#include "small.h"

__attribute__((noinline)) int twice(int x);

static int safe_mul_int(int a, int b) {
    return (a > 0 ? (b > 0 ? a > 2147483647 / b : b < (-2147483647 - 1) / a)
            : (b > 0 ? a < (-2147483647 - 1) / b : a != 0 && b < 2147483647 / a)) ? a : a * b;
}

static int safe_add_int(int a, int b) {
    return (b > 0 ? a > 2147483647 - b : a < (-2147483647 - 1) - b) ? a : a + b;
}

static int clamp(int x, unsigned int high) {
    if (x > ((int)high))
        return (int)high;
    return twice(x);
}

__attribute__((noinline)) int twice(int x) {
    return safe_mul_int(x, 2);
}

void run(void) {
    for (int i = 0; i < 9; i++) {
        total = safe_add_int(total, clamp(i, limit));
        assay_mix(&assay_site1, i == 0 || (total == (-2147483647 - 1) && i == -1) ? total : total / i);
    }
    pairs[1].a = *pairs[0].b;
}
)");
    EXPECT_EQ(printed.files[1].text, R"(/* made by Assay */

#include "small.h"

unsigned long long assay_site1 = 14695981039346656037ULL;

void assay_mix(unsigned long long *hash, unsigned long long v) {
    *hash = (*hash ^ v) * 1099511628211ULL;
    *hash ^= *hash >> 32;
}

int total = 5;
const unsigned int limit = 7;
struct Pair pairs[2] = {{-1, &total}};

int main(void) {
    run();
    if (total != 68) abort();
    if (pairs[0].a != -1) abort();
    if (pairs[1].a != 68) abort();
    if (assay_site1 != 0xe2ee9447944dcf04ULL) abort();
    printf("ok\n");
    return 0;
}
)");
    EXPECT_EQ(printed.files[2].name, "small.h");
    EXPECT_EQ(printed.files[2].text, R"(extern "C" int printf(const char *, ...);
extern "C" void abort(void);

struct Pair {
    short a;
    int *b;
};

extern unsigned long long assay_site1;
void assay_mix(unsigned long long *hash, unsigned long long v);

extern int total;
extern const unsigned int limit;
extern struct Pair pairs[2];

void run(void);
)");
}

TEST(Print, AConstGlobalOfCxxIsExtern) {
    constexpr std::string_view text =
        "(global c (const int) 3) (global static s (const int) 4) (global n int)"
        "(func run void () (block (observe (+ c s)))) (entry run)";
    const std::string cxx = one_file(text, Standard::Cxx11), c = one_file(text, Standard::C99);
    EXPECT_NE(cxx.find("extern const int c = 3;\nstatic const int s = 4;\nint n;\n"), std::string::npos)
        << cxx;
    EXPECT_NE(c.find("\nconst int c = 3;\nstatic const int s = 4;\nint n;\n"), std::string::npos) << c;
}

TEST(Print, GeneratedNamesStepAside) {
    constexpr std::string_view text =
        "(global v4_int int 3) (global i0 (array int 3)) (global lanes (vec int 4)) (global safe_add_int int "
        "2147483647)"
        "(func run void () (block (observe (guard (+ ([] i0 1) safe_add_int))))) (entry run)";
    const std::string made = one_file(text, Standard::C11);
    EXPECT_NE(made.find("typedef int v4_int_ __attribute__((vector_size(16)));"), std::string::npos) << made;
    EXPECT_NE(made.find("for (int assay_i0 = 0; assay_i0 < 3; assay_i0++)"), std::string::npos) << made;
    EXPECT_NE(made.find("assay_safe_add_int(i0[1], safe_add_int)"), std::string::npos) << made;
}

TEST(Print, OnlyTypesThatAreNamedAreDefined) {
    constexpr std::string_view text =
        "(struct Unused (field a int)) (struct Inner (field a int)) (struct Outer (field i (array (struct "
        "Inner) 2)))"
        "(enum Used (A 1)) (enum Other (B 1))"
        "(func run void () (block (observe (+ A (sizeof-type (ptr (struct Outer))))))) (entry run)";
    const std::string made = one_file(text, Standard::C11);
    EXPECT_EQ(made.find("Unused"), std::string::npos) << made;
    EXPECT_EQ(made.find("Other"), std::string::npos) << made;
    const size_t inner = made.find("struct Inner {"), outer = made.find("struct Outer {");
    EXPECT_LT(inner, outer) << made;
    EXPECT_NE(outer, std::string::npos) << made;
    EXPECT_NE(made.find("enum Used { A = 1 };"), std::string::npos) << made;
}

TEST(Print, LinesStayShort) {
    for (const Standard standard : {Standard::C11, Standard::Cxx20})
        for (const bool full : {false, true}) {
            Options options;
            options.full_parentheses = full;
            options.harness = Harness::SelfCheck;
            for (const std::string_view text : {kTypesModel, kFlowModel}) {
                std::istringstream lines(one_file(text, standard, options));
                for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << line;
            }
        }
}

TEST(Print, ThePlainFormStandsForAFormThatDoesNotFit) {
    constexpr std::string_view text = "(global lanes (vec int 4)) (global x int 3)"
                                      "(func run void () (block (observe (form 2 ([] lanes 1))) (observe "
                                      "(form 99 (+ x 1))) (observe (form 1 (sizeof (+ x 1))))"
                                      " (observe (form 1 (cast short x))))) (entry run)";
    const std::string made = one_file(text, Standard::C11);
    for (const char* line :
         {"assay_mix(lanes[1]);", "assay_mix(x + 1);", "assay_mix(sizeof(x + 1));", "assay_mix((short)x);"})
        EXPECT_NE(made.find(line), std::string::npos) << line << "\n" << made;
}

TEST(Print, EveryFormOfTheTableIsCounted) {
    std::set<std::pair<int, int>> rows;
    for (const FormRow& row : form_rows()) {
        EXPECT_LT(row.form, form_count(row.kind)) << row.looks;
        EXPECT_GT(row.form, 0) << row.looks;
        rows.insert({static_cast<int>(row.kind), row.form});
    }
    for (const auto& [kind, form] : rows) {
        EXPECT_TRUE(form == 1 || rows.contains({kind, form - 1}));
    }
    EXPECT_EQ(form_count(program::NodeKind::VarRef), 1);
    EXPECT_EQ(form_count(program::NodeKind::Call), 4);
}

TEST(Print, AProgramWithoutMeaningIsPrintedAllTheSame) {
    const program::Program program =
        program::loaded("(global x int 3) (func run void () (block (observe (/ x 0)))) (entry run)");
    const semantics::Meaning meaning = semantics::evaluate(program);
    ASSERT_FALSE(meaning.defined());
    Options options;
    options.harness = Harness::SelfCheck;
    const Printed printed = print(program, meaning, options);
    EXPECT_EQ(printed.expected, "");
    EXPECT_NE(printed.files[0].text.find("    assay_mix(x / 0);\n"), std::string::npos);
    EXPECT_NE(printed.files[0].text.find("    run();\n    printf("), std::string::npos);
}

} // namespace
} // namespace assay::print
