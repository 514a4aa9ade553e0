// The compilers of this machine: every form of option set builds a test that prints what it should, and what
// can be shared is shared. What is not installed is skipped.
#include "toolchain/probe/features.h"
#include "toolchain/test_support.h"
#include "toolchain/text.h"

namespace assay::toolchain {
namespace {

using testcase::Compiled;
using Way = testcase::Setup; // a name that gtest has not taken
using testcase::TestCase;

constexpr const char* kMain = "#include \"test.h\"\n"
                              "int main(void) { printf(\"%d\\n\", twice(21)); return 0; }\n";

TestCase two_files(const std::string& target = "lp64") {
    TestCase test = c_test("");
    test.files = {{"test_func.c", "#include \"test.h\"\nint twice(int x) { return x * 2; }\n"},
                  {"test_main.c", kMain},
                  {"test.h", "#ifdef __cplusplus\nextern \"C\"\n#endif\n"
                             "int printf(const char *, ...);\nint twice(int x);\n"}};
    test.valid_cxx = true;
    test.sources = {"test_func.c", "test_main.c"};
    test.support = {"test_main.c"};
    test.target = target;
    test.expected = "42\n";
    return test;
}

class RealCompiler : public testing::TestWithParam<const char*> {
  protected:
    const Registry registry;
    std::optional<Compiler> compiler = real_compiler(registry, GetParam());
};

// One set of each form, so that the whole takes seconds.
TEST_P(RealCompiler, BuildsWithEveryForm) {
    if (!compiler) GTEST_SKIP() << GetParam() << " is not installed";
    std::vector<std::pair<Form, std::string>> seen;
    sandbox::Sandbox sandbox = open_sandbox();
    const std::string native = compiler->abilities.targets.front();
    for (const OptionSet& set : compiler->family->option_sets(*compiler)) {
        const auto kind = std::pair(set.form, set.target);
        if (std::find(seen.begin(), seen.end(), kind) != seen.end()) continue;
        TestCase test = two_files(set.target);
        const Way setup{compiler->name, set.options, set.target};
        if (!fits(*compiler, setup, test)) continue;
        seen.push_back(kind);
        sandbox.clear();
        auto bench = Workbench::open(sandbox, test, short_limits());
        auto result = bench->observe(*compiler, setup);
        ASSERT_TRUE(result.ok());
        EXPECT_EQ(result->compiled, Compiled::Built) << setup.name() << "\n" << result->compile.err;
        ASSERT_TRUE(result->run.has_value()) << setup.name();
        EXPECT_EQ(result->run->out, "42\n") << setup.name() << "\n" << result->run->err;
        EXPECT_FALSE(result->alarm) << setup.name();
        EXPECT_EQ(result->sanitized, set.form == Form::Sanitized) << setup.name();
    }
    EXPECT_FALSE(seen.empty());
}

INSTANTIATE_TEST_SUITE_P(Installed, RealCompiler,
                         testing::Values("gcc", "clang", "tcc", "chibicc", "pcc", "s390x-linux-gnu-clang-14",
                                         "arm-linux-gnueabihf-clang-14", "zig-clang"),
                         [](const auto& about) {
                             std::string name = about.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

class WithGcc : public testing::Test {
  protected:
    const Registry registry;
    std::optional<Compiler> gcc = real_compiler(registry, "gcc");
    sandbox::Sandbox sandbox = open_sandbox();
};

TEST_F(WithGcc, TheDriverFileIsBuiltOnceAndEqualProgramsRunOnce) {
    if (!gcc) GTEST_SKIP() << "gcc is not installed";
    const TestCase test = two_files();
    auto bench = Workbench::open(sandbox, test, short_limits());
    for (const char* level : {"-O2", "-O3"}) {
        auto seen = bench->observe(*gcc, {gcc->name, {level}, "lp64"});
        ASSERT_TRUE(seen.ok());
        EXPECT_EQ(seen->run->out, "42\n");
    }
    // `return x * 2` is the same code at both levels.
    EXPECT_EQ(bench->savings().shared_steps, 1U);
    EXPECT_EQ(bench->savings().links, 1U);
    EXPECT_EQ(bench->savings().runs, 1U);
}

TEST_F(WithGcc, NothingIsSharedWhenResultsAreRepeated) {
    if (!gcc) GTEST_SKIP() << "gcc is not installed";
    const TestCase test = two_files();
    auto bench = Workbench::open(sandbox, test, short_limits(), Reuse::Off);
    for (int i = 0; i < 2; ++i) {
        auto seen = bench->observe(*gcc, {gcc->name, {"-O2"}, "lp64"});
        EXPECT_EQ(seen->run->out, "42\n");
        EXPECT_GT(seen->run->wall_us, 0U);
    }
    EXPECT_EQ(bench->savings().shared_steps + bench->savings().links + bench->savings().runs, 0U);
}

TEST_F(WithGcc, FunctionsThatTheStandInLacksAreFoundInTheLibrary) {
    if (!gcc) GTEST_SKIP() << "gcc is not installed";
    const TestCase test = c_test("int printf(const char *, ...);\ndouble strtod(const char *, char **);\n"
                                 "int main(void) { printf(\"%g\\n\", strtod(\"2.5\", 0)); return 0; }\n");
    auto bench = Workbench::open(sandbox, test, short_limits());
    for (const char* level : {"-O1", "-O2"}) {
        auto seen = bench->observe(*gcc, {gcc->name, {level}, "lp64"});
        EXPECT_EQ(seen->compiled, Compiled::Built) << seen->compile.err;
        EXPECT_EQ(seen->run->out, "2.5\n");
    }
}

TEST_F(WithGcc, AnAlarmOfASanitizerIsNoOrdinaryExit) {
    if (!gcc || !contains(gcc->abilities.sanitizers, "undefined")) GTEST_SKIP() << "no gcc with sanitizers";
    const char* text = "int main(void) { volatile int big = 2147483647; big = big + 1; return 0; }\n";
    TestCase test = c_test(text);
    auto bench = Workbench::open(sandbox, test, short_limits());
    auto seen = bench->observe(*gcc, {gcc->name, {"-O1", "-fsanitize=undefined,address"}, "lp64"});
    ASSERT_TRUE(seen->run.has_value()) << seen->compile.err;
    EXPECT_TRUE(seen->sanitized);
    EXPECT_TRUE(seen->alarm) << seen->run->err;
    const TestCase plain = c_test("int main(void) { return 86; }\n");
    auto other = Workbench::open(sandbox, plain, short_limits());
    seen = other->observe(*gcc, {gcc->name, {"-O1", "-fsanitize=undefined,address"}, "lp64"});
    EXPECT_FALSE(seen->alarm);
    EXPECT_EQ(seen->run->code, 86);
}

TEST_F(WithGcc, RandomOptionsAreAccepted) {
    if (!gcc) GTEST_SKIP() << "gcc is not installed";
    const TestCase test = two_files();
    auto bench = Workbench::open(sandbox, test, short_limits());
    choice::Session session;
    choice::Choices choices(session, 1);
    for (int i = 0; i < 20; ++i) {
        const Way setup = setup_of(*gcc, random_options(*gcc, choices));
        auto seen = bench->observe(*gcc, setup);
        EXPECT_EQ(seen->compiled, Compiled::Built) << setup.name() << "\n" << seen->compile.err;
    }
}

TEST(RealJava, ModesOfTheMachineShareTheBytecode) {
    const Registry registry;
    const auto javac = real_compiler(registry, "javac");
    if (!javac) GTEST_SKIP() << "javac is not installed";
    TestCase test;
    test.language = "java";
    test.files = {{"Test.java", "public class Test { public static void main(String[] a) { "
                                "System.out.println(-1 >>> 28); } }\n"}};
    test.sources = {"Test.java"};
    sandbox::Sandbox sandbox = open_sandbox();
    auto bench = Workbench::open(sandbox, test, short_limits());
    for (const OptionSet& set : javac->family->option_sets(*javac)) {
        auto seen = bench->observe(*javac, {javac->name, set.options, ""});
        ASSERT_TRUE(seen.ok());
        ASSERT_EQ(seen->compiled, Compiled::Built) << seen->compile.err;
        EXPECT_EQ(seen->run->out, "15\n");
    }
    EXPECT_EQ(bench->savings().shared_steps, javac->family->option_sets(*javac).size() - 1);
}

TEST(RealPython, RunsAndIsBlamedForItsOwnCrashesAlone) {
    const Registry registry;
    const auto python = real_compiler(registry, "python3");
    if (!python) GTEST_SKIP() << "python3 is not installed";
    const auto observed = [&](const std::string& text) {
        TestCase test;
        test.language = "python";
        test.files = {{"test.py", text}};
        test.sources = {"test.py"};
        sandbox::Sandbox sandbox = open_sandbox();
        auto bench = Workbench::open(sandbox, test, short_limits());
        return *bench->observe(*python, {python->name, {}, ""});
    };
    EXPECT_EQ(observed("print(6 * 7)\n").run->out, "42\n");
    EXPECT_EQ(observed("raise ValueError(1)\n").compiled, Compiled::Built);
    const auto refused = observed("print(1)\ndef f(:\n");
    EXPECT_EQ(refused.compiled, Compiled::Rejected);
    EXPECT_EQ(refused.compile.err, "test.py:2: error: invalid syntax\n");
    EXPECT_EQ(observed(std::string("x = '\0'\n", 8)).compiled, Compiled::Rejected);
    const auto crashed = observed("import os\nos.kill(os.getpid(), 11)\n");
    EXPECT_EQ(crashed.compiled, Compiled::Crashed);
    EXPECT_EQ(crashed.signature, "SIGSEGV");
}

} // namespace
} // namespace assay::toolchain
