#include "base/process.h"
#include "generate/external/csmith.h"
#include "generate/external/user_generator.h"
#include "sandbox/test_support.h"

#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <thread>

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

// Whatever a generator does, it does in a sandbox.
TEST(UserGenerator, WritesNowhereElse) {
    std::string outside = std::filesystem::temp_directory_path() / "assay-outside-XXXXXX";
    ASSERT_NE(::mkdtemp(outside.data()), nullptr);
    const auto method = make_user_method(shell(fmt::format(
        "echo x > {0}/new; echo x > \"$HOME\"/assay-left; echo 'int main(void) {{ return 0; }}'", outside)));
    ASSERT_TRUE(method->make(1, {}).ok());
    EXPECT_TRUE(std::filesystem::is_empty(outside));
    const char* home = std::getenv("HOME");
    EXPECT_FALSE(home != nullptr && std::filesystem::exists(std::string(home) + "/assay-left"));
    std::filesystem::remove_all(outside);
}

TEST(UserGenerator, LeavesNoDaemons) {
    const std::string mark = sandbox::unique_mark();
    const auto method = make_user_method(shell(fmt::format("setsid sleep {0} & sleep {0} & echo x", mark)));
    ASSERT_TRUE(method->make(1, {}).ok());
    EXPECT_THAT(sandbox::processes_with(mark), ::testing::IsEmpty());
}

TEST(UserGenerator, HasNoBlockedSignals) {
    sigset_t blocked, before;
    sigemptyset(&blocked);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&blocked, signal);
    ::pthread_sigmask(SIG_BLOCK, &blocked, &before);
    const auto test = make_user_method(shell("grep SigBlk /proc/self/status"))->make(1, {});
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    ASSERT_TRUE(test.ok());
    EXPECT_THAT(test->files[0].text, HasSubstr("SigBlk:\t0000000000000000"));
}

TEST(UserGenerator, SeesTheUsersEnvironment) {
    ::setenv("ASSAY_TEST_VARIABLE", "seen", 1);
    const auto test = make_user_method(shell("echo $ASSAY_TEST_VARIABLE; echo x > $TMPDIR/y"))->make(1, {});
    ::unsetenv("ASSAY_TEST_VARIABLE");
    ASSERT_TRUE(test.ok()) << test.error().message;
    EXPECT_EQ(test->files[0].text, "seen\n");
}

TEST(UserGenerator, CanBeStopped) {
    const std::string mark = sandbox::unique_mark();
    UserGenerator generator = shell("sleep " + mark);
    generator.limit = std::chrono::seconds(100);
    const auto method = make_user_method(generator);
    std::thread stopper([&] {
        EXPECT_TRUE(sandbox::eventually([&] { return !sandbox::processes_with(mark).empty(); }));
        method->stop();
    });
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_FALSE(method->make(1, {}).ok());
    stopper.join();
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(10));
    EXPECT_FALSE(method->make(2, {}).ok()) << "nothing starts after a stop";
}

// Csmith itself writes a file of that name where it runs.
TEST(Csmith, LeavesNoFileInTheCurrentFolder) {
    if (base::find_program("csmith").empty()) GTEST_SKIP() << "csmith is not installed";
    std::string here = std::filesystem::temp_directory_path() / "assay-here-XXXXXX";
    ASSERT_NE(::mkdtemp(here.data()), nullptr);
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(here);
    const auto test = make_csmith()->make(1, {});
    std::filesystem::current_path(before);
    ASSERT_TRUE(test.ok()) << test.error().message;
    EXPECT_TRUE(std::filesystem::is_empty(here));
    std::filesystem::remove_all(here);
}

} // namespace
} // namespace assay::generate::external
