#include "triage/failure.h"

#include "toolchain/registry.h"

#include <gmock/gmock.h>

namespace assay::triage {
namespace {

using ::testing::HasSubstr;

class RetrialTest : public testing::Test {
  protected:
    // What the compiler says when it is asked with these options more. Empty: it is not installed.
    std::optional<Answer> asked(const std::string& name, const std::vector<std::string>& options) {
        sandboxes_.push_back(std::move(*sandbox::Sandbox::open()));
        toolchain::ProbeCache cache("");
        auto found = registry_.find_named(sandboxes_, programs_, cache, {name});
        if (!found || found->empty()) return std::nullopt;
        const toolchain::Compiler& compiler = found->front();
        testcase::TestCase test;
        test.files = {
            {"test.c",
             "int printf(const char *, ...);\n#ifndef SHOWN\n#define SHOWN 7\n#endif\n#ifndef STATUS\n"
             "#define STATUS 0\n#endif\n"
             "int main(void) { printf(\"%d\\n\", SHOWN); return STATUS; }\n"}};
        test.sources = {"test.c"};
        test.language = "c";
        test.target = "lp64";
        test.promises = {true, true, true};
        test.expected = "7\n";
        const testcase::Setup setup{compiler.name, options, "lp64"};
        Retrial retrial(sandboxes_.front(), {&compiler, setup, testcase::Kind::WrongOutput, ""}, {});
        auto answer = retrial.ask(test);
        EXPECT_TRUE(answer);
        return answer ? std::optional(*answer) : std::nullopt;
    }

    toolchain::Registry registry_{{}};
    toolchain::Programs programs_ = toolchain::Programs::on_path();
    std::vector<sandbox::Sandbox> sandboxes_;
};

// Compiling and linking are steps of their own; the search for a culprit reads what the first one says.
TEST_F(RetrialTest, HearsGccNameItsPasses) {
    const auto answer = asked("gcc", {"-O2", "-fdump-passes"});
    if (!answer) GTEST_SKIP() << "gcc is not installed";
    EXPECT_EQ(answer->what, Behaviour::Right);
    EXPECT_THAT(answer->said, HasSubstr("tree-pre"));
}

TEST_F(RetrialTest, HearsClangNameItsPasses) {
    const auto answer = asked("clang", {"-O2", "-mllvm", "-opt-bisect-limit=-1"});
    if (!answer) GTEST_SKIP() << "clang is not installed";
    EXPECT_EQ(answer->what, Behaviour::Right);
    EXPECT_THAT(answer->said, HasSubstr("BISECT: running pass (1)"));
}

TEST_F(RetrialTest, TellsAWrongStatusFromAWrongValue) {
    const auto status = asked("gcc", {"-DSTATUS=3"}), value = asked("gcc", {"-DSTATUS=3", "-DSHOWN=8"});
    if (!status || !value) GTEST_SKIP() << "gcc is not installed";
    EXPECT_EQ(status->what, Behaviour::Fails);
    EXPECT_TRUE(status->by_status);
    EXPECT_EQ(value->what, Behaviour::Fails);
    EXPECT_FALSE(value->by_status);
}

// It is run hundreds of times in a search for the culprit.
TEST_F(RetrialTest, DoesNotWaitLongForAProgramThatShouldTakeMilliseconds) {
    if (programs_.find("gcc").empty()) GTEST_SKIP() << "gcc is not installed";
    sandboxes_.push_back(std::move(*sandbox::Sandbox::open()));
    toolchain::ProbeCache cache("");
    auto found = registry_.find_named(sandboxes_, programs_, cache, {"gcc"});
    ASSERT_TRUE(found) << found.error().message;
    testcase::TestCase test;
    test.files = {{"test.c", "int main(void) { for (volatile int i = 0;; ) i = 1; }\n"}};
    test.sources = {"test.c"};
    test.language = "c";
    test.target = "lp64";
    test.promises = {true, true, true};
    test.expected = "7\n";
    const testcase::Setup setup{found->front().name, {"-O0"}, "lp64"};
    Retrial retrial(sandboxes_.front(), {&found->front(), setup, testcase::Kind::RunCrash, ""}, {});
    const auto before = retrial.ask(test);
    ASSERT_TRUE(before);
    EXPECT_GE(before->run_us, 900'000u);
    retrial.right_takes(2'000);
    const auto after = retrial.ask(test);
    ASSERT_TRUE(after);
    EXPECT_EQ(after->what, Behaviour::Fails);
    EXPECT_LT(after->run_us, 500'000u);
    retrial.right_takes(10'000'000);
    EXPECT_LT(retrial.ask(test)->run_us, 500'000u) << "never longer than before";
}

TEST(Impatient, WaitsLessForAProgramThatDidNotEndAndAsLongForACompiler) {
    toolchain::TestLimits limits;
    limits.run.cpu = limits.compile.cpu = std::chrono::seconds(20);
    Failure failure;
    failure.kind = testcase::Kind::RunCrash;
    EXPECT_EQ(impatient(failure, limits).run.cpu, std::chrono::seconds(1));
    EXPECT_EQ(impatient(failure, limits).compile.cpu, std::chrono::seconds(20));
    failure.kind = testcase::Kind::WrongOutput;
    EXPECT_EQ(impatient(failure, limits).run.cpu, std::chrono::seconds(20));
}

} // namespace
} // namespace assay::triage
