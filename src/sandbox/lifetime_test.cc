// However Assay ends, nothing of its sandboxes is left.
#include "sandbox/scratch.h"
#include "sandbox/test_support.h"

#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/wait.h>

namespace assay::sandbox {
namespace {

class Lifetime : public testing::TestWithParam<Strength> {};
INSTANTIATE_TEST_SUITE_P(Sandbox, Lifetime, testing::ValuesIn(strengths()), name_of);

struct Owner {
    pid_t pid;
    std::string folder;
};

// A process that owns a sandbox and runs a script in it.
Owner start_owner(const Means& means, const std::string& script) {
    int ends[2];
    if (::pipe(ends) != 0) return {};
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::setsid();
        base::Result<Sandbox> sandbox = Sandbox::open(means);
        const std::string folder = sandbox.ok() ? sandbox->folder() : "failed";
        if (::write(ends[1], folder.data(), folder.size()) < 0) ::_exit(1);
        ::close(ends[1]);
        const bool fine = sandbox.ok() && sandbox->run({.argv = {"sh", "-c", script}}).ok();
        ::_exit(fine ? 0 : 1);
    }
    ::close(ends[1]);
    std::string folder;
    char buffer[256];
    for (ssize_t got = 0; (got = ::read(ends[0], buffer, sizeof buffer)) > 0;) folder.append(buffer, got);
    ::close(ends[0]);
    return {pid, folder};
}

// With processes of many kinds, one of them in a group of its own.
std::string lasting(const std::string& mark) {
    return fmt::format(
        "trap '' TERM HUP INT; echo x > file; echo x > $TMPDIR/file; setsid sleep {0} & sleep {0}", mark);
}

TEST_P(Lifetime, AKilledOwnerLeavesNothing) {
    const std::string mark = unique_mark();
    const Owner owner = start_owner(GetParam().means, lasting(mark));
    // The shell has the mark twice, the sleepers have it too.
    ASSERT_TRUE(
        eventually([&] { return processes_with("sleep" + std::string(1, '\0') + mark).size() == 2; }));
    ::kill(owner.pid, SIGKILL);
    ::waitpid(owner.pid, nullptr, 0);
    EXPECT_TRUE(eventually([&] { return processes_with(mark).empty(); }));
    EXPECT_TRUE(eventually([&] { return !std::filesystem::exists(owner.folder); }));
    const std::filesystem::path scratch = std::filesystem::path(owner.folder).parent_path();
    EXPECT_TRUE(scratch == "/tmp" || eventually([&] { return !std::filesystem::exists(scratch); }))
        << scratch;
}

TEST_P(Lifetime, SignalsOfTheTerminalDoNotReachCommands) {
    const std::string mark = unique_mark();
    const Owner owner = start_owner(GetParam().means, "sleep 0.15; exit 0; # " + mark);
    ASSERT_TRUE(eventually([&] { return !processes_with(mark).empty(); }));
    // To the whole group, as a terminal does. The owner has no handler and dies of it; the command then goes
    // because the owner is gone, not by the signal, which would leave its folder.
    ::kill(-owner.pid, SIGINT);
    int status = 0;
    ::waitpid(owner.pid, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    EXPECT_TRUE(eventually([&] { return processes_with(mark).empty(); }));
    EXPECT_TRUE(eventually([&] { return !std::filesystem::exists(owner.folder); }));
}

TEST_P(Lifetime, AnOwnerThatIgnoresTheTerminalGoesOn) {
    struct sigaction old, ignore{};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGINT, &ignore, &old);
    const std::string mark = unique_mark();
    const Owner owner = start_owner(GetParam().means, "sleep 0.15; exit 0; # " + mark);
    ::sigaction(SIGINT, &old, nullptr);
    ASSERT_TRUE(eventually([&] { return !processes_with(mark).empty(); }));
    ::kill(-owner.pid, SIGINT);
    int status = 0;
    ::waitpid(owner.pid, &status, 0);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_P(Lifetime, TheDestructorLeavesNothing) {
    std::string folder;
    {
        base::Result<Sandbox> sandbox = Sandbox::open(GetParam().means);
        ASSERT_TRUE(sandbox.ok());
        folder = sandbox->folder();
        ASSERT_TRUE(sandbox->write("a/b", "x").ok());
        ASSERT_TRUE(sandbox->run({.argv = {"sh", "-c", "echo x > c; chmod 0 a"}}).ok());
    }
    EXPECT_FALSE(std::filesystem::exists(folder));
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1); // no child is left to wait for
}

TEST_P(Lifetime, StopEndsWhatRuns) {
    base::Result<Sandbox> sandbox = Sandbox::open(GetParam().means);
    ASSERT_TRUE(sandbox.ok());
    const std::string mark = unique_mark();
    std::thread stopper([&] {
        EXPECT_TRUE(eventually([&] { return !processes_with(mark).empty(); }));
        sandbox->stop();
    });
    EXPECT_FALSE(sandbox->run({.argv = {"sleep", mark}}).ok());
    stopper.join();
    EXPECT_TRUE(eventually([&] { return processes_with(mark).empty(); }));
    EXPECT_FALSE(sandbox->run({.argv = {"true"}}).ok());
}

TEST_P(Lifetime, ADeadWardenIsAnError) {
    const std::string mark = unique_mark();
    base::Result<Sandbox> sandbox = Sandbox::open(GetParam().means);
    ASSERT_TRUE(sandbox.ok());
    std::thread killer([&] {
        EXPECT_TRUE(eventually([&] { return !processes_with(mark).empty(); }));
        // Our only child is the warden or stands by it.
        std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", ::getpid()));
        pid_t child = 0;
        ASSERT_TRUE(children >> child);
        ::kill(child, SIGKILL);
    });
    EXPECT_FALSE(sandbox->run({.argv = {"sleep", mark}}).ok());
    killer.join();
    EXPECT_TRUE(eventually([&] { return processes_with(mark).empty(); }));
    const std::string folder = sandbox->folder();
    *sandbox = *Sandbox::open(GetParam().means);
    EXPECT_TRUE(sandbox->folder() == folder || !std::filesystem::exists(folder));
    EXPECT_TRUE(sandbox->run({.argv = {"true"}})->ok());
}

TEST(Scratch, OneWithALivingMakerIsLeftAlone) {
    base::Result<Scratch> scratch = make_scratch(true);
    ASSERT_TRUE(scratch.ok());
    remove_scratch(scratch->path);
    EXPECT_TRUE(std::filesystem::exists(scratch->path));
    remove_scratch(*scratch);
    EXPECT_FALSE(std::filesystem::exists(scratch->path));
}

TEST(Scratch, OneOfADeadMakerIsRemoved) {
    base::Result<Scratch> scratch = make_scratch(false);
    ASSERT_TRUE(scratch.ok());
    std::ofstream(scratch->path + "/file") << "x";
    scratch->folder.close();
    remove_scratch(scratch->path);
    EXPECT_FALSE(std::filesystem::exists(scratch->path));
}

} // namespace
} // namespace assay::sandbox
