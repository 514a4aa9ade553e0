#include "sandbox/sandbox.h"

#include "sandbox/test_support.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <gmock/gmock.h>
#include <sys/resource.h>

namespace assay::sandbox {
namespace {

using testcase::Ending;
using testcase::Execution;
using testing::HasSubstr;

INSTANTIATE_TEST_SUITE_P(Sandbox, EveryFence, testing::ValuesIn(strengths()), name_of);

TEST_P(EveryFence, TellsHowACommandEnded) {
    Execution execution = shell("echo out; echo err >&2; exit 3");
    EXPECT_EQ(execution.ending, Ending::Exited);
    EXPECT_EQ(execution.code, 3);
    EXPECT_EQ(execution.out, "out\n");
    EXPECT_EQ(execution.err, "err\n");
    EXPECT_FALSE(execution.truncated);
    EXPECT_GT(execution.peak_kb, 100U);
    EXPECT_GT(execution.wall_us, 0U);
    EXPECT_TRUE(shell("exit 0").ok());
    execution = shell("kill -SEGV $$");
    EXPECT_EQ(execution.ending, Ending::Signalled);
    EXPECT_EQ(execution.code, SIGSEGV);
    execution = shell("kill -KILL $$");
    EXPECT_EQ(execution.ending, Ending::Signalled); // by somebody else: it needed little memory
    EXPECT_EQ(execution.code, SIGKILL);
}

TEST_P(EveryFence, TellsWhyACommandDidNotStart) {
    Execution execution = run({.argv = {"no-such-program"}});
    EXPECT_EQ(execution.ending, Ending::NotStarted);
    EXPECT_THAT(execution.err, HasSubstr("no-such-program"));
    EXPECT_EQ(run({.argv = {"/no/such/program"}}).ending, Ending::NotStarted);
    EXPECT_EQ(run({.argv = {"true"}, .folder = "no-such-folder"}).ending, Ending::NotStarted);
    ASSERT_TRUE(sandbox().write("not-executable", "text").ok());
    EXPECT_EQ(run({.argv = {"./not-executable"}}).ending, Ending::NotStarted);
    EXPECT_TRUE(run({.argv = {"true"}}).ok());
}

TEST_P(EveryFence, HasASmallCleanEnvironment) {
    ::setenv("ASSAY_SANDBOX_TEST", "leaked", 1);
    Command command{.argv = {"env"}, .environment = {"MINE=1", "LANG=de"}};
    const std::string out = run(command).out;
    EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 5) << out;
    EXPECT_THAT(out, HasSubstr("MINE=1\n"));
    EXPECT_THAT(out, HasSubstr("LANG=de\n"));
    EXPECT_THAT(out, HasSubstr("PATH="));
    EXPECT_THAT(out, HasSubstr("TMPDIR="));
    EXPECT_THAT(out, HasSubstr("HOME="));
}

TEST_P(EveryFence, RunsCommandsAsAShellWould) {
    ::signal(SIGPIPE, SIG_IGN);
    ::signal(SIGUSR1, [](int) {});
    sandbox_.reset();
    SetUp(); // the new warden is forked with these
    ::signal(SIGPIPE, SIG_DFL);
    ::signal(SIGUSR1, SIG_DFL);
    EXPECT_EQ(shell("grep ^SigBlk /proc/self/status").out, "SigBlk:\t0000000000000000\n");
    // Signals 32 and 33 are the C library's own: what Assay's parent did to them cannot be undone.
    const std::string ignored = shell("grep ^SigIgn /proc/self/status").out;
    ASSERT_EQ(ignored.size(), std::string("SigIgn:\t0000000000000000\n").size()) << ignored;
    EXPECT_EQ(std::stoull(ignored.substr(8), nullptr, 16) & ~(uint64_t{3} << 31), 0U) << ignored;
    EXPECT_EQ(run({.argv = {"cut", "-d ", "-f41", "/proc/self/stat"}}).out, "0\n"); // the scheduler's policy
    // No open file but the three and the one that ls reads.
    EXPECT_EQ(shell("ls /proc/self/fd/").out, "0\n1\n2\n3\n");
}

TEST_P(EveryFence, KeepsNice) {
    const int before = ::getpriority(PRIO_PROCESS, 0);
    if (::setpriority(PRIO_PROCESS, 0, before + 2) != 0) GTEST_SKIP() << "priorities cannot be changed here";
    sandbox_.reset();
    SetUp();
    EXPECT_EQ(run({.argv = {"cut", "-d ", "-f19", "/proc/self/stat"}}).out,
              std::to_string(before + 2) + "\n");
    ::setpriority(PRIO_PROCESS, 0, before);
}

TEST_P(EveryFence, FeedsInput) {
    EXPECT_EQ(run({.argv = {"cat"}}).out, "");
    EXPECT_EQ(run({.argv = {"cat"}, .input = "hello"}).out, "hello");
    const std::string much(900'000, 'x'); // more than a pipe holds
    EXPECT_EQ(run({.argv = {"cat"}, .input = much}).out, much);
    EXPECT_TRUE(run({.argv = {"true"}, .input = much}).ok()); // that nobody reads
}

TEST_P(EveryFence, ExchangesFiles) {
    ASSERT_TRUE(sandbox().write("sub/a.txt", "from assay").ok());
    EXPECT_EQ(run({.argv = {"cat", "a.txt"}, .folder = "sub"}).out, "from assay");
    EXPECT_EQ(shell("pwd; echo from command > sub/b.txt").out, sandbox().folder() + "\n");
    EXPECT_EQ(*sandbox().read("sub/b.txt"), "from command\n");
    ASSERT_TRUE(sandbox().write("sub/b.txt", "replaced").ok());
    EXPECT_EQ(shell("cat sub/b.txt; rm sub/b.txt").out, "replaced");
    EXPECT_FALSE(sandbox().exists("sub/b.txt"));
    sandbox().clear();
    EXPECT_EQ(shell("ls -A").out, "");
}

TEST_P(EveryFence, CompilesAndRuns) {
    ASSERT_TRUE(
        sandbox().write("a.c", "int printf(const char*, ...); int main() { printf(\"%d\\n\", 42); }").ok());
    Execution execution = run({.argv = {"cc", "-O1", "a.c", "-o", "a"}});
    EXPECT_TRUE(execution.ok()) << execution.err;
    EXPECT_GT(execution.cpu_us, 1000U);
    EXPECT_GT(execution.peak_kb, 10'000U); // of the compiler proper, not of its driver
    EXPECT_EQ(run({.argv = {"./a"}}).out, "42\n");
}

TEST_P(EveryFence, RunsSanitizedPrograms) {
    if (!GetParam().means.privilege || !GetParam().means.memory)
        GTEST_SKIP() << "no different from the others";
    ASSERT_TRUE(
        sandbox().write("a.c", "int main(int n, char** v) { int a[2] = {0}; return a[n + 1]; }").ok());
    Limits limits;
    limits.address_space = false;
    const Command compile{.argv = {"cc", "-fsanitize=address", "a.c", "-o", "a"}, .limits = limits};
    if (!run(compile).ok()) GTEST_SKIP() << "the compiler has no address sanitizer";
    const Execution execution = run({.argv = {"./a"}, .limits = limits});
    EXPECT_EQ(execution.ending, Ending::Exited);
    EXPECT_NE(execution.code, 0);
    EXPECT_THAT(execution.err, HasSubstr("stack-buffer-overflow"));
}

TEST_P(EveryFence, TemporaryFilesAreGoneAfterwards) {
    const std::string list = "ls -A $TMPDIR | grep assay-left";
    for (int round = 0; round < 2; ++round) {
        EXPECT_EQ(shell("mkdir -p $TMPDIR/assay-left/e && echo x > $TMPDIR/assay-left/e/f && "
                        "echo x > $HOME/assay-left2 && " +
                        list)
                      .out,
                  "assay-left\nassay-left2\n");
        EXPECT_EQ(shell(list).out, "");
    }
}

TEST_P(EveryFence, KeepsTheFolderAtItsPlace) {
    if (!sandbox().fence().files) GTEST_SKIP() << "nothing protects it";
    shell("cd /; mv " + sandbox().folder() + " /tmp/elsewhere; rm -rf " + sandbox().folder());
    ASSERT_TRUE(sandbox().write("a", "still there").ok());
    EXPECT_EQ(run({.argv = {"cat", "a"}}).out, "still there");
}

TEST_P(EveryFence, SaysWhatItIs) {
    const Fence& fence = sandbox().fence();
    const bool everything = fence.processes && fence.network && fence.files && fence.memory_backed;
    EXPECT_TRUE(everything || !fence.why.empty());
    const Means& means = GetParam().means;
    EXPECT_TRUE(means.namespaces || !fence.processes);
    EXPECT_TRUE(means.namespaces || means.filter || !fence.network);
    EXPECT_TRUE(means.mounts || means.landlock || !fence.files);
}

TEST_P(EveryFence, CountsItsOwnTime) {
    for (int i = 0; i < 5; ++i) shell(":");
    const uint64_t before = sandbox().own_cpu_us();
    EXPECT_GT(before, 0U);
    shell("i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done");
    EXPECT_LT(sandbox().own_cpu_us() - before, 50'000U);
}

TEST_P(EveryFence, HasNoLeaks) {
    rlimit old;
    ::getrlimit(RLIMIT_NOFILE, &old);
    const rlimit few{40, old.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &few); // whoever leaks open files fails soon
    base::Result<Sandbox> opened = Sandbox::open(GetParam().means);
    ASSERT_TRUE(opened.ok());
    const Command command{.argv = {"/bin/true"}, .input = "x"};
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(opened->run(command).ok());
    EXPECT_TRUE(opened->write("a", "b").ok());
    for (int i = 0; i < 100; ++i) ASSERT_EQ(*opened->read("a"), "b");
    for (int i = 0; i < 50; ++i) opened->clear();
    ::setrlimit(RLIMIT_NOFILE, &old);
}

TEST(Sandbox, WorksInThreadsThatComeAndGo) {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "a process that forks while its threads allocate may hang: gcc's sanitizer does not hold "
                    "its locks";
#endif
    std::vector<std::thread> threads;
    std::vector<std::unique_ptr<Sandbox>> sandboxes(4);
    for (auto& sandbox : sandboxes)
        threads.emplace_back([&] { sandbox = std::make_unique<Sandbox>(*Sandbox::open()); });
    for (std::thread& thread : threads) thread.join();
    threads.clear();
    for (size_t i = 0; i < sandboxes.size(); ++i) {
        threads.emplace_back([&, i] {
            const std::string mine = std::to_string(i);
            ASSERT_TRUE(sandboxes[i]->write("who", mine).ok());
            for (int round = 0; round < 20; ++round)
                EXPECT_EQ(sandboxes[i]->run({.argv = {"cat", "who"}})->out, mine);
        });
    }
    for (std::thread& thread : threads) thread.join();
}

TEST(Sandbox, SeesWhatWasInTheTemporaryFolderButCannotChangeIt) {
    std::string path = std::filesystem::temp_directory_path() / "assay-visible-XXXXXX";
    ASSERT_NE(::mkdtemp(path.data()), nullptr);
    std::ofstream(path + "/tool") << "#!/bin/sh\necho I am a tool\n";
    std::filesystem::permissions(path + "/tool", std::filesystem::perms::owner_all);
    base::Result<Sandbox> sandbox = Sandbox::open();
    ASSERT_TRUE(sandbox.ok());
    EXPECT_EQ(sandbox->run({.argv = {path + "/tool"}})->out, "I am a tool\n");
    EXPECT_EQ(sandbox->run({.argv = {"tool"}, .environment = {"PATH=/bin:" + path}})->out, "I am a tool\n");
    const base::Result<Execution> removal = sandbox->run({.argv = {"rm", "-rf", path}});
    EXPECT_EQ(std::filesystem::exists(path + "/tool"), sandbox->fence().files) << removal->err;
    std::filesystem::remove_all(path);
}

TEST(Sandbox, CanBeMoved) {
    base::Result<Sandbox> first = Sandbox::open();
    base::Result<Sandbox> second = Sandbox::open();
    ASSERT_TRUE(first.ok() && second.ok());
    ASSERT_TRUE(first->write("a", "first").ok());
    *second = std::move(*first);
    EXPECT_EQ(*second->read("a"), "first");
    EXPECT_TRUE(second->run({.argv = {"true"}})->ok());
}

} // namespace
} // namespace assay::sandbox
