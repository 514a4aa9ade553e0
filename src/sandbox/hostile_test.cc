// Commands that misbehave in every way we can think of.
#include "sandbox/test_support.h"

#include <arpa/inet.h>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <thread>

namespace assay::sandbox {
namespace {

using testcase::Ending;
using testcase::Execution;
using testing::HasSubstr;

class Hostile : public EveryFence {
  protected:
    // Whatever it was, the sandbox must be as good as new.
    void TearDown() override {
        if (sandbox_ == nullptr) return;
        EXPECT_EQ(shell("echo fine").out, "fine\n");
        EXPECT_EQ(shell("ls -A $TMPDIR | grep assay-left").out, "");
    }
    bool has_own_view() { return sandbox().folder() == "/tmp/assay-sandbox"; }
    static Limits wall(int milliseconds) {
        Limits limits;
        limits.wall = std::chrono::milliseconds(milliseconds);
        return limits;
    }
};

INSTANTIATE_TEST_SUITE_P(Sandbox, Hostile, testing::ValuesIn(distinct_strengths()), name_of);

TEST_P(Hostile, RunsForever) {
    Limits limits;
    limits.cpu = std::chrono::milliseconds(100);
    const Execution execution = shell("while :; do :; done", limits);
    EXPECT_EQ(execution.ending, Ending::TimedOut);
    EXPECT_GE(execution.cpu_us, 90'000U);
    EXPECT_LT(execution.cpu_us, 1'500'000U);
}

TEST_P(Hostile, RunsForeverInAChild) {
    Limits limits;
    limits.cpu = std::chrono::milliseconds(100);
    const Execution execution = shell("sh -c 'while :; do :; done'; echo survived", limits);
    EXPECT_EQ(execution.ending, Ending::TimedOut);
    EXPECT_EQ(execution.out, "");
}

// The kernel counts CPU time in its own way, so it may speak while the watch still sees some left.
TEST_P(Hostile, IsStoppedByTheKernelForItsTime) {
    EXPECT_EQ(shell("kill -XCPU $$", {}).ending, Ending::TimedOut);
}

TEST_P(Hostile, SleepsForever) {
    const Execution execution = shell("echo before; sleep 1000", wall(100));
    EXPECT_EQ(execution.ending, Ending::TimedOut);
    EXPECT_EQ(execution.out, "before\n");
    EXPECT_GE(execution.wall_us, 100'000U);
    EXPECT_LT(execution.wall_us, 10'000'000U);
}

// The machine is to blame, not the command: on a processor of its own it would end well before the limit.
TEST_P(Hostile, IsStarvedByOthers) {
    std::atomic<bool> enough = false;
    std::vector<std::thread> others;
    for (unsigned i = 0; i < 6 * std::thread::hardware_concurrency(); ++i)
        others.emplace_back([&] {
            while (!enough) {
            }
        });
    const Execution execution =
        shell("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo after", wall(300));
    enough = true;
    for (std::thread& other : others) other.join();
    EXPECT_EQ(execution.ending, Ending::Exited) << "after " << execution.wall_us << " us of time";
    EXPECT_EQ(execution.out, "after\n");
}

TEST_P(Hostile, FallsAsleepForGood) {
    Limits limits;
    limits.idle = std::chrono::milliseconds(300);
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_EQ(shell("echo before; sleep 1000", limits).ending, Ending::TimedOut);
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(30))
        << "not the wall limit of 60 s";
    const Execution busy =
        shell("i=0; while [ $i -lt 12 ]; do sleep 0.1; j=0; while [ $j -lt 20000 ]; do j=$((j+1)); "
              "done; i=$((i+1)); done; echo after",
              limits);
    EXPECT_EQ(busy.out, "after\n") << "one that works between naps is not asleep";
}

TEST_P(Hostile, IgnoresSignals) {
    const Execution execution = shell(
        "trap '' TERM INT HUP QUIT XCPU ALRM; sh -c 'sleep 1000'; while :; do sleep 1; done", wall(100));
    EXPECT_EQ(execution.ending, Ending::TimedOut);
}

TEST_P(Hostile, ClosesItsOutputAndGoesOn) {
    const Execution execution = shell("exec >&- 2>&-; sleep 0.1; exit 4");
    EXPECT_EQ(execution.ending, Ending::Exited);
    EXPECT_EQ(execution.code, 4);
    EXPECT_GE(execution.wall_us, 100'000U);
    EXPECT_EQ(shell("exec >&- 2>&-; sleep 1000", wall(100)).ending, Ending::TimedOut);
}

TEST_P(Hostile, LeavesProcessesBehind) {
    const std::string mark = unique_mark();
    const std::string daemons =
        fmt::format("sleep {0} & setsid sleep {0} & (setsid sh -c 'sleep {0} & sleep {0} & "
                    "trap \"\" HUP; sleep {0}' &) ; sleep 0.05; echo started",
                    mark);
    const Execution execution = shell(daemons);
    EXPECT_EQ(execution.ending, Ending::Exited);
    EXPECT_EQ(execution.out, "started\n");
    EXPECT_LT(execution.wall_us, 10'000'000U);
    EXPECT_THAT(processes_with(mark), testing::IsEmpty());
}

TEST_P(Hostile, CountsTheTimeOfOrphans) {
    const Execution execution =
        shell("(setsid sh -c 'i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done; echo done > f' &); "
              "while [ ! -e f ]; do sleep 0.02; done");
    EXPECT_EQ(execution.ending, Ending::Exited);
    EXPECT_GT(execution.cpu_us, 10'000U);
}

TEST_P(Hostile, Forks) {
    const std::string name = "bomb-" + unique_mark() + ".sh";
    // No more than one machine can bear, if it should get through.
    ASSERT_TRUE(
        sandbox().write(name, "i=0; while [ $i -lt 2000 ]; do sleep 1000 & i=$((i+1)); done; wait").ok());
    Limits limits = wall(20'000);
    limits.processes = 50;
    const Execution execution = run({.argv = {"sh", name}, .limits = limits});
    EXPECT_EQ(execution.ending, Ending::OutOfMemory);
    EXPECT_LT(execution.wall_us, 10'000'000U);
    EXPECT_THAT(processes_with(name), testing::IsEmpty());
}

TEST_P(Hostile, ForksIntoNewSessions) {
    const std::string name = "bomb-" + unique_mark() + ".sh";
    // Each starts two, six times over: 127 in all.
    ASSERT_TRUE(
        sandbox()
            .write(name, "[ $1 = 6 ] && sleep 1000; setsid sh $0 $(($1+1)) & setsid sh $0 $(($1+1)) & exit 0")
            .ok());
    const Execution execution = run({.argv = {"sh", name, "0"}});
    EXPECT_EQ(execution.ending, Ending::Exited);
    EXPECT_THAT(processes_with(name), testing::IsEmpty());
}

TEST_P(Hostile, WritesWithoutEnd) {
    Limits limits;
    limits.output = 1000;
    Execution execution = shell("echo start; yes", limits);
    EXPECT_EQ(execution.ending, Ending::TooMuchOutput);
    EXPECT_TRUE(execution.truncated);
    EXPECT_EQ(execution.out.size(), 1000U);
    EXPECT_THAT(execution.out, testing::StartsWith("start\ny\n"));
    execution = shell("yes >&2", limits);
    EXPECT_EQ(execution.ending, Ending::TooMuchOutput);
    EXPECT_EQ(execution.err.size(), 1000U);
    execution = shell("yes | head -c 2000; exit 5", limits);
    EXPECT_EQ(execution.ending, Ending::Exited);
    EXPECT_EQ(execution.code, 5);
    EXPECT_TRUE(execution.truncated);
}

TEST_P(Hostile, FillsFiles) {
    Limits limits;
    limits.file_size = 1 << 20;
    const Execution execution = shell("exec head -c 100000000 /dev/zero > big", limits);
    EXPECT_EQ(execution.ending, Ending::Signalled);
    EXPECT_EQ(execution.code, SIGXFSZ);
    EXPECT_EQ(sandbox().read("big")->size(), 1U << 20);
    EXPECT_FALSE(sandbox().read("big", 1000).ok());
}

TEST_P(Hostile, EatsMemory) {
    Limits limits = wall(20'000);
    limits.memory = 60 << 20;
    Execution execution = shell("exec tail /dev/zero", limits); // looks for the last ten lines
    EXPECT_EQ(execution.ending, Ending::Exited);
    EXPECT_THAT(execution.err, HasSubstr("memory"));
    limits.address_space = false;
    execution = shell("exec tail /dev/zero", limits);
    EXPECT_EQ(execution.ending, Ending::OutOfMemory);
    EXPECT_GT(execution.peak_kb, 60U << 10);
}

TEST_P(Hostile, EatsMemoryInManyProcesses) {
    Limits limits = wall(20'000);
    limits.memory = 80 << 20;
    const Execution execution =
        shell("for i in 1 2 3; do (head -c 40000000 /dev/zero; sleep 1000) | tail & done; wait", limits);
    EXPECT_EQ(execution.ending, Ending::OutOfMemory); // though each alone keeps to the limit
}

// Memory that is no process's: pages of files without a name are resident nowhere.
TEST_P(Hostile, EatsMemoryInFilesWithoutAName) {
    ASSERT_TRUE(sandbox()
                    .write("eat.c", "#define _GNU_SOURCE\n#include <sys/mman.h>\n#include <unistd.h>\n"
                                    "static char page[1 << 20];\n"
                                    "int main(void) {\n"
                                    "  for (int i = 0; i < 10; ++i) {\n"
                                    "    int file = memfd_create(\"x\", 0);\n"
                                    "    for (int j = 0; j < 20; ++j) write(file, page, sizeof page);\n"
                                    "  }\n"
                                    "  sleep(1000);\n"
                                    "}\n")
                    .ok());
    ASSERT_TRUE(shell("cc -w -o eat eat.c").ok());
    Limits limits = wall(20'000);
    limits.memory = 100 << 20;
    EXPECT_EQ(shell("exec ./eat", limits).ending, Ending::OutOfMemory);
    limits.memory = 400 << 20;
    limits.wall = std::chrono::milliseconds(300);
    EXPECT_EQ(shell("exec ./eat", limits).ending, Ending::TimedOut) << "that is less than it may";
}

// Memory that no look at processes shows: it is in no process's pages and in no open file.
TEST_P(Hostile, EatsMemoryThatNobodyHolds) {
    if (!shell("grep -q assay- /proc/self/cgroup").ok()) GTEST_SKIP() << "the kernel counts for nobody here";
    ASSERT_TRUE(sandbox()
                    .write("eat.c", "#define _GNU_SOURCE\n#include <string.h>\n#include <sys/mman.h>\n"
                                    "#include <unistd.h>\n"
                                    "int main(void) {\n"
                                    "  for (int i = 0; i < 40; ++i) {\n"
                                    "    char *p = mmap(0, 10 << 20, PROT_READ | PROT_WRITE,\n"
                                    "                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);\n"
                                    "    memset(p, 1, 10 << 20);\n"
                                    "    madvise(p, 10 << 20, MADV_DONTNEED);\n"
                                    "  }\n"
                                    "  sleep(1000);\n"
                                    "}\n")
                    .ok());
    ASSERT_TRUE(shell("cc -w -o eat eat.c").ok());
    Limits limits = wall(2'000);
    limits.memory = 100 << 20;
    limits.address_space = false;
    EXPECT_EQ(shell("exec ./eat", limits).ending, Ending::OutOfMemory);
    limits.memory = 1 << 30;
    limits.wall = std::chrono::milliseconds(300);
    EXPECT_EQ(shell("exec ./eat", limits).ending, Ending::TimedOut) << "that is less than it may";
}

TEST_P(Hostile, EatsMemoryOfTheSandboxesFolder) {
    if (!has_own_view() || !sandbox().fence().memory_backed) GTEST_SKIP() << "the memory is the machine's";
    Limits limits = wall(20'000);
    limits.memory = 100 << 20;
    EXPECT_EQ(shell("head -c 200000000 /dev/zero > big; sleep 1000", limits).ending, Ending::OutOfMemory);
    sandbox().clear();
}

// The kernel shows who waits for a vfork child like who waits for the disk.
TEST_P(Hostile, SleepsInAChildThatSharesItsMemory) {
    ASSERT_TRUE(sandbox()
                    .write("wait.c", "#include <unistd.h>\n"
                                     "int main(void) { if (vfork() == 0) { sleep(1000); _exit(0); } }\n")
                    .ok());
    ASSERT_TRUE(shell("cc -w -o wait wait.c").ok());
    const Execution execution = shell("exec ./wait", wall(300));
    EXPECT_EQ(execution.ending, Ending::TimedOut);
    EXPECT_LT(execution.wall_us, 3'000'000U) << "it is asleep, so it gets no more than its time";
}

TEST_P(Hostile, WritesOutside) {
    std::string path = std::filesystem::temp_directory_path() / "assay-outside-XXXXXX";
    ASSERT_NE(::mkdtemp(path.data()), nullptr);
    std::ofstream(path + "/file") << "untouched";
    base::Result<Sandbox> second = Sandbox::open(GetParam().means); // one that has seen the folder
    ASSERT_TRUE(second.ok());
    const std::string script =
        fmt::format("echo x > {0}/new; echo x > {0}/file; rm {0}/file; ln -s / {0}/link; "
                    "mkdir {0}/folder; mv {0} {0}-moved; : > {0}/file; chmod 777 {0}",
                    path);
    ASSERT_TRUE(second->run({.argv = {"sh", "-c", script}}).ok());
    std::error_code gone;
    const auto count = std::distance(std::filesystem::directory_iterator(path, gone), {});
    const bool untouched = !gone && count == 1 && std::filesystem::file_size(path + "/file") == 9;
    EXPECT_EQ(untouched, second->fence().files);
    std::filesystem::remove_all(path);
    std::filesystem::remove_all(path + "-moved");
}

TEST_P(Hostile, WritesToDevices) {
    EXPECT_EQ(
        shell("echo x > /dev/null; head -c 3 /dev/zero | od -An -tx1; test -r /dev/urandom && echo yes").out,
        " 00 00 00\nyes\n");
    if (has_own_view()) {
        EXPECT_EQ(shell("ls /dev | grep -E '^(sd|vd|nvme|mem|kmsg|tty|pts|loop)'").out, "");
    }
}

TEST_P(Hostile, PlantsLinks) {
    shell("ln -s /etc/passwd file; ln -s /etc folder");
    EXPECT_FALSE(sandbox().read("file").ok());
    EXPECT_FALSE(sandbox().read("folder/passwd").ok());
    EXPECT_TRUE(sandbox().write("folder/assay-test", "x").ok());
    EXPECT_FALSE(std::filesystem::exists("/etc/assay-test"));
    sandbox().clear();
    EXPECT_TRUE(std::filesystem::exists("/etc/passwd"));
}

// A server on the loopback of the machine, which commands must not reach.
class Server {
  public:
    Server() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto* any = reinterpret_cast<sockaddr*>(&address);
        if (::bind(socket_, any, size) == 0 && ::listen(socket_, 10) == 0 &&
            ::getsockname(socket_, any, &size) == 0)
            port_ = ntohs(address.sin_port);
    }
    ~Server() { ::close(socket_); }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    int port() const { return port_; }

  private:
    int socket_;
    int port_ = 0;
};

TEST_P(Hostile, TalksToTheNetwork) {
    const Server server;
    ASSERT_NE(server.port(), 0);
    if (!shell("command -v bash").ok()) GTEST_SKIP() << "bash is the shell that can connect";
    const std::string script = fmt::format("exec 3<>/dev/tcp/127.0.0.1/{} && echo connected", server.port());
    const Execution execution = run({.argv = {"bash", "-c", script}});
    EXPECT_EQ(execution.out, sandbox().fence().network ? "" : "connected\n") << execution.err;
}

TEST_P(Hostile, KillsAllThatItCan) {
    if (!sandbox().fence().processes) GTEST_SKIP() << "it would hit more than it should";
    shell("kill -9 $PPID 1");
    shell("kill -STOP $PPID");
}

TEST_P(Hostile, LooksIntoTheWarden) {
    if (!has_own_view()) GTEST_SKIP() << "its number is another one there";
    EXPECT_EQ(shell("cd /proc/$PPID; cat mem environ maps; readlink exe cwd root fd/*").out, "");
}

TEST(Sandbox, HasLimitedRoom) {
    base::Result<Sandbox> sandbox = Sandbox::open();
    ASSERT_TRUE(sandbox.ok());
    if (!sandbox->fence().memory_backed || sandbox->folder() != "/tmp/assay-sandbox")
        GTEST_SKIP() << "the memory is the machine's";
    const base::Result<Execution> room = sandbox->run({.argv = {"df", "--output=size", "-B1", "."}});
    ASSERT_TRUE(room.ok());
    const unsigned long bytes = std::stoul(room->out.substr(room->out.find('\n')));
    EXPECT_LE(bytes, 2UL << 30);
    EXPECT_GE(bytes, 256UL << 20);
    // A file of holes needs no memory but counts its blocks when they are filled.
    Limits limits;
    limits.file_size = 8UL << 30;
    const std::string script = fmt::format("fallocate -l {} big", bytes + 1);
    const base::Result<Execution> filled = sandbox->run({.argv = {"sh", "-c", script}, .limits = limits});
    EXPECT_NE(filled->code, 0);
    EXPECT_THAT(filled->err, HasSubstr("space"));
}

TEST_P(Hostile, LeavesSharedMemoryBehind) {
    if (!sandbox().fence().processes) GTEST_SKIP() << "it is the machine's";
    const auto left = [&] {
        const std::string out = shell("cat /proc/sysvipc/shm /proc/sysvipc/msg /proc/sysvipc/sem").out;
        return std::count(out.begin(), out.end(), '\n') - 3; // headings
    };
    EXPECT_EQ(left(), 0);
    const Execution made = shell("for i in 1 2; do ipcmk -M 10000 -Q -S 1 -p 000; done; cat /proc/sysvipc/*");
    if (!made.ok()) GTEST_SKIP() << made.err;
    EXPECT_EQ(std::count(made.out.begin(), made.out.end(), '\n'), 6 + 3 + 6);
    EXPECT_EQ(left(), 0);
}

} // namespace
} // namespace assay::sandbox
