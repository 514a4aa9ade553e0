// However Assay ends, nothing of its sandboxes is left.
#include "sandbox/on_demand.h"
#include "sandbox/scratch.h"
#include "sandbox/test_support.h"
#include "sandbox/users_world.h"

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

// The control group goes with the sandbox; what was left by the dead goes with the next one.
TEST(Sandbox, LeavesNoControlGroup) {
    namespace fs = std::filesystem;
    const auto place_of = [](const std::string& group) -> fs::path {
        std::error_code ignored;
        for (const auto& entry : fs::recursive_directory_iterator(
                 "/sys/fs/cgroup", fs::directory_options::skip_permission_denied, ignored))
            if (entry.path().filename() == group) return entry.path();
        return {};
    };
    fs::path place;
    {
        base::Result<Sandbox> sandbox = Sandbox::open();
        ASSERT_TRUE(sandbox.ok());
        const auto shown = sandbox->run({.argv = {"cat", "/proc/self/cgroup"}});
        ASSERT_TRUE(shown.ok());
        const size_t at = shown->out.find("assay-");
        if (at == std::string::npos) GTEST_SKIP() << "no control group can be made here";
        place = place_of(shown->out.substr(at, shown->out.find('\n', at) - at));
        ASSERT_FALSE(place.empty());
    }
    EXPECT_FALSE(fs::exists(place));
    const fs::path left = place.parent_path() / "assay-999999999";
    fs::create_directory(left);
    ASSERT_TRUE(Sandbox::open().ok());
    EXPECT_FALSE(fs::exists(left));
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
    EXPECT_TRUE(sandbox->broken());
    const std::string folder = sandbox->folder();
    ASSERT_TRUE(sandbox->reopen().ok());
    EXPECT_FALSE(sandbox->broken());
    EXPECT_TRUE(sandbox->folder() == folder || !std::filesystem::exists(folder));
    EXPECT_TRUE(sandbox->run({.argv = {"true"}})->ok());
}

TEST(OnDemand, OpensAnewWhatBroke) {
    OnDemand sandbox;
    ASSERT_TRUE(sandbox.get().ok());
    std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", ::getpid()));
    pid_t child = 0;
    ASSERT_TRUE(children >> child);
    ::kill(child, SIGKILL);
    EXPECT_FALSE((*sandbox.get())->run({.argv = {"sleep", "100"}}).ok());
    EXPECT_TRUE((*sandbox.get())->run({.argv = {"true"}})->ok());
    sandbox.stop();
    EXPECT_FALSE(sandbox.get().ok());
}

// Also one that was stopped while nothing ran.
TEST(Sandbox, IsNotReopenedAfterAStop) {
    base::Result<Sandbox> sandbox = Sandbox::open();
    ASSERT_TRUE(sandbox.ok());
    sandbox->stop();
    EXPECT_FALSE(sandbox->run({.argv = {"true"}}).ok());
    EXPECT_FALSE(sandbox->reopen().ok());
}

// A script of the user's has the user's world, but no processes that outlive it.
TEST(UsersWorld, IsFreeButEnds) {
    std::string path = std::filesystem::temp_directory_path() / "assay-world-XXXXXX";
    ASSERT_NE(::mkdtemp(path.data()), nullptr);
    ::setenv("ASSAY_TEST_VARIABLE", "seen", 1);
    const std::string mark = unique_mark();
    const std::string script = fmt::format(
        "echo $ASSAY_TEST_VARIABLE $MORE $HOME > written; setsid sleep {0} & pwd; ulimit -v; exit 3", mark);
    UsersWorld world;
    const auto ran = world.run({.argv = {"sh", "-c", script}, .folder = path, .environment = {"MORE=more"}});
    ::unsetenv("ASSAY_TEST_VARIABLE");
    ASSERT_TRUE(ran.ok());
    EXPECT_EQ(ran->code, 3);
    EXPECT_EQ(ran->out, path + "\nunlimited\n");
    std::ifstream written(path + "/written");
    std::string line;
    std::getline(written, line);
    EXPECT_EQ(line, fmt::format("seen more {}", std::getenv("HOME")));
    EXPECT_THAT(processes_with(mark), testing::IsEmpty());
    EXPECT_EQ(world.run({.argv = {"sleep", "100"}, .limit = std::chrono::milliseconds(50)})->ending,
              testcase::Ending::TimedOut);
    EXPECT_FALSE(world.run({.argv = {"/no/such/program"}}).ok());
    std::filesystem::remove_all(path);
}

TEST(Scratch, OneWithALivingMakerIsLeftAlone) {
    base::Result<Scratch> scratch = make_scratch(true);
    ASSERT_TRUE(scratch.ok());
    remove_scratch(scratch->path);
    EXPECT_TRUE(std::filesystem::exists(scratch->path));
    remove_scratch(*scratch);
    EXPECT_FALSE(std::filesystem::exists(scratch->path));
}

// Also by a start that needs no scratch of its own, and wherever it was.
TEST(Scratch, WhatDeadMakersLeftIsSwept) {
    std::vector<std::string> left;
    for (const std::string place : {"/dev/shm", "/tmp", "/var/tmp"}) {
        std::string path = place + "/assay-sandbox-XXXXXX";
        if (::mkdtemp(path.data()) == nullptr) continue;
        std::ofstream(path + "/file") << "x";
        const auto old = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
        std::filesystem::last_write_time(path, old);
        left.push_back(path);
    }
    ASSERT_FALSE(left.empty());
    base::Result<Scratch> living = make_scratch(false);
    ASSERT_TRUE(living.ok());
    std::filesystem::last_write_time(living->path,
                                     std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
    sweep_scratch();
    for (const std::string& path : left) EXPECT_FALSE(std::filesystem::exists(path)) << path;
    EXPECT_TRUE(std::filesystem::exists(living->path));
    remove_scratch(*living);
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
