// Ways out of the fence that are none of the usual ones: system calls that reach past namespaces and
// Landlock, or leave something behind that no process owns.
#include "sandbox/test_support.h"

#include <atomic>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <sys/ioctl.h>
#include <sys/wait.h>
#include <sys/xattr.h>

namespace assay::sandbox {
namespace {

using testcase::Execution;

class Escape : public EveryFence {
  protected:
    void SetUp() override {
        EveryFence::SetUp();
        std::string path = std::filesystem::temp_directory_path() / "assay-outside-XXXXXX";
        ASSERT_NE(::mkdtemp(path.data()), nullptr);
        outside_ = path;
        std::ofstream(file()) << "untouched";
        // The attacks are C: sh has no raw system calls.
        sandbox_ = nullptr; // one that has seen the folder
        EveryFence::SetUp();
    }
    void TearDown() override { std::filesystem::remove_all(outside_); }

    std::string file() const { return outside_ + "/file"; }
    std::string text() const {
        std::ifstream in(file());
        return {std::istreambuf_iterator<char>(in), {}};
    }
    // Compiles the body of main, which has the path of a file outside as `path`, and runs it.
    Execution attack(const std::string& body, const std::string& option = "-O0") {
        EXPECT_TRUE(sandbox()
                        .write("attack.c", "#define _GNU_SOURCE\n"
                                           "#include <errno.h>\n#include <fcntl.h>\n#include <stdio.h>\n"
                                           "#include <sched.h>\n#include <stdlib.h>\n#include <string.h>\n"
                                           "#include <sys/file.h>\n#include <sys/ioctl.h>\n"
                                           "#include <sys/ptrace.h>\n#include <sys/socket.h>\n"
                                           "#include <sys/syscall.h>\n#include <sys/uio.h>\n"
                                           "#include <sys/xattr.h>\n#include <unistd.h>\n"
                                           "int main(int argc, char **argv) {\n"
                                           "const char *path = argv[1];\n" +
                                               body + "\n}\n")
                        .ok());
        const Execution compiled = run({.argv = {"cc", option, "-w", "-o", "attack", "attack.c"}});
        EXPECT_TRUE(compiled.ok()) << compiled.err;
        return run({.argv = {"./attack", file()}});
    }
    bool filtered() const { return GetParam().means.filter; }

    std::string outside_;
};

INSTANTIATE_TEST_SUITE_P(Sandbox, Escape, testing::ValuesIn(strengths()), name_of);

// Root may read all files, and who may do that may open them by handle, where read-only mounts do not matter
// as long as any mount of that filesystem can be written.
TEST_P(Escape, OpensAFileByItsHandle) {
    const Execution execution = attack(R"(
        struct { struct file_handle head; char room[128]; } handle;
        handle.head.handle_bytes = 128;
        int mount;
        if (syscall(SYS_name_to_handle_at, AT_FDCWD, path, &handle, &mount, 0) != 0) return 3;
        int at = open(".", O_RDONLY);
        int file = syscall(SYS_open_by_handle_at, at, &handle, O_WRONLY);
        if (file < 0) return 4;
        return write(file, "changed  ", 9) == 9 ? 0 : 5;)");
    EXPECT_FALSE(execution.ok()) << execution.code;
    EXPECT_EQ(text(), "untouched");
}

// The same by a handle made without asking for it: it is only an inode's number and generation.
TEST_P(Escape, OpensAFileByAGuessedHandle) {
    struct {
        file_handle head;
        char room[128];
    } handle{};
    handle.head.handle_bytes = 128;
    int mount = 0;
    if (::name_to_handle_at(AT_FDCWD, file().c_str(), &handle.head, &mount, 0) != 0)
        GTEST_SKIP() << "the filesystem has no handles";
    std::string bytes;
    for (unsigned i = 0; i < handle.head.handle_bytes; ++i)
        bytes += fmt::format("{},", static_cast<int>(handle.head.f_handle[i]));
    const Execution execution = attack(fmt::format(R"(
        struct {{ struct file_handle head; char room[128]; }} handle = {{{{ {}, {} }}}};
        char bytes[] = {{ {} }};
        memcpy(handle.head.f_handle, bytes, sizeof bytes);
        int file = syscall(SYS_open_by_handle_at, open(".", O_RDONLY), &handle, O_WRONLY);
        if (file < 0) return 4;
        return write(file, "changed  ", 9) == 9 ? 0 : 5;)",
                                                   handle.head.handle_bytes, handle.head.handle_type, bytes));
    EXPECT_EQ(execution.code, 4);
    EXPECT_EQ(text(), "untouched");
}

TEST_P(Escape, ChangesAttributes) {
    if (::setxattr(file().c_str(), "user.assay", "0", 1, 0) != 0)
        GTEST_SKIP() << "the filesystem has no attributes";
    attack(R"(
        setxattr(path, "user.assay", "1", 1, 0);
        lsetxattr(path, "user.assay", "1", 1, 0);
        fsetxattr(open(path, O_RDONLY), "user.assay", "1", 1, 0);
        struct { const void *value; unsigned size, flags; } arguments = {"1", 1, 0};
        syscall(463, AT_FDCWD, path, 0, "user.assay", &arguments, sizeof arguments);
        int flags = 0x40; // not to be dumped
        ioctl(open(path, O_RDONLY), 0x40086602, &flags);)");
    char value = 0;
    EXPECT_EQ(::getxattr(file().c_str(), "user.assay", &value, 1), 1);
    int flags = 0;
    const int opened = ::open(file().c_str(), O_RDONLY | O_CLOEXEC);
    ::ioctl(opened, 0x80086601, &flags);
    ::close(opened);
    const bool untouched = value == '0' && (flags & 0x40) == 0;
    EXPECT_EQ(untouched, filtered());
}

TEST_P(Escape, LocksAFileOutside) {
    const Execution execution = attack(R"(
        int file = open(path, O_RDONLY);
        if (flock(file, LOCK_EX) != 0) return 3;
        int other = open(path, O_RDONLY);
        return flock(other, LOCK_EX | LOCK_NB) == 0 ? 0 : 4;)");
    // It is told that it has the lock, twice, because nothing was locked at all.
    EXPECT_EQ(execution.code, filtered() ? 0 : 4);
}

// The locks of SQLite: one for reading, on a file that may only be read, keeps all who write waiting. A lease
// does that to whoever opens the file.
TEST_P(Escape, LocksPartOfAFileOutside) {
    const std::string body = R"(
        int file = open(path, O_RDONLY);
        struct flock lock = {F_RDLCK, SEEK_SET, 0, 0, 0};
        if (fcntl(file, F_SETLK, &lock) != 0) return 3;
        if (fcntl(file, 37, &lock) != 0) return 4; // of the open file, not of the process
        close(open("locked", O_CREAT | O_WRONLY, 0600));
        while (access("seen", F_OK) != 0) usleep(1000);
        return fcntl(file, F_SETLEASE, F_RDLCK) == 0 ? 5 : 0;)";
    std::atomic<int> status = -1;
    std::thread locker([&] { status = attack(body).code; });
    EXPECT_TRUE(eventually([&] { return sandbox().exists("locked") || status != -1; }));
    const int opened = ::open(file().c_str(), O_RDWR | O_CLOEXEC);
    struct flock lock = {};
    lock.l_type = F_WRLCK;
    EXPECT_EQ(::fcntl(opened, F_SETLK, &lock) == 0, filtered());
    ::close(opened);
    EXPECT_TRUE(sandbox().write("seen", "").ok());
    locker.join();
    EXPECT_TRUE(status == 0 || (status == 5 && !filtered())) << status;
}

TEST_P(Escape, LeavesKeysBehind) {
    const Execution execution = attack(R"(
        if (syscall(SYS_add_key, "user", "assay-left", "x", 1, -2) >= 0) return 3; // of the process
        if (syscall(SYS_keyctl, 0, -2, 1) >= 0) return 4;                         // its number
        if (syscall(SYS_request_key, "user", "assay-left", 0, -2) >= 0) return 5;
        return 0;)");
    if (filtered()) {
        EXPECT_EQ(execution.code, 0);
    } else {
        EXPECT_NE(execution.code, 0) << "the attack itself does not work";
    }
}

TEST_P(Escape, LeavesQueuesBehind) {
    const Execution execution = attack(R"(
        if (syscall(SYS_mq_open, "assay-left", O_CREAT | O_RDWR, 0600, 0) >= 0) return 3;
        int ids[] = {syscall(SYS_shmget, 0, 4096, 01600), syscall(SYS_msgget, 0, 01600),
                     syscall(SYS_semget, 0, 1, 01600)};
        for (int i = 0; i < 3; ++i) if (ids[i] >= 0) printf("%d ", i);
        for (int i = 0; i < 3; ++i)
            if (ids[i] >= 0) syscall((int[]){SYS_shmctl, SYS_msgctl, SYS_semctl}[i], ids[i], 0, 0, 0);)");
    EXPECT_EQ(execution.code, 0);
    // Where they are the sandbox's own, the warden removes them.
    EXPECT_EQ(execution.out, filtered() && !sandbox().fence().processes ? "" : "0 1 2 ");
}

TEST_P(Escape, OpensSocketsOfUnusualFamilies) {
    const char* const open_all = R"(
        int allowed[] = {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK};
        for (int family = 1; family < 46; ++family) {
            int usual = 0;
            for (int i = 0; i < 4; ++i) usual |= family == allowed[i];
            for (int kind = 1; kind < 6 && !usual; ++kind)
                if (socket(family, kind, 0) >= 0) { printf("family %d is open\n", family); break; }
        }
        return socket(AF_UNIX, SOCK_STREAM, 0) >= 0 ? 0 : 3;)";
    const Execution execution = attack(open_all);
    EXPECT_EQ(execution.code, 0) << "local sockets are needed";
    if (filtered()) {
        EXPECT_EQ(execution.out, "");
    } else {
        EXPECT_THAT(execution.out, testing::HasSubstr("family 40 is open")) << "the attack does not work";
    }
}

// Each fails in another way if it gets as far as the kernel, because its arguments make no sense.
constexpr const char* kSenseless = R"(
    struct { const char *name; long number; } calls[] = {
        {"io_uring_setup", 425}, {"clone3", 435}, {"open_tree", 428}, {"move_mount", 429},
        {"fsopen", 430}, {"fsconfig", 431}, {"fsmount", 432}, {"fspick", 433}, {"mount_setattr", 442},
        {"pidfd_getfd", 438}, {"userfaultfd", SYS_userfaultfd}, {"perf_event_open", SYS_perf_event_open},
        {"bpf", SYS_bpf}, {"mount", SYS_mount}, {"umount2", SYS_umount2}, {"chroot", SYS_chroot},
        {"setns", SYS_setns}, {"process_vm_writev", SYS_process_vm_writev},
        {"name_to_handle_at", SYS_name_to_handle_at}, {"open_by_handle_at", SYS_open_by_handle_at},
        {"keyctl", SYS_keyctl}, {"newer", 471}, {"none", -1}};
    for (int i = 0; i < sizeof calls / sizeof *calls; ++i)
        if (syscall(calls[i].number, -1, -1, -1, -1, -1, -1) >= 0 || (errno != EPERM && errno != ENOSYS))
            printf("%s: %d\n", calls[i].name, errno);
    if (unshare(CLONE_NEWUSER) == 0) puts("unshare");
    if (syscall(SYS_clone, CLONE_NEWUSER | 17, 0, 0, 0, 0) >= 0) puts("clone");)";

TEST_P(Escape, ReachesNoCallOfAdministrators) {
    if (!filtered()) GTEST_SKIP() << "nothing refuses them";
    EXPECT_EQ(attack(kSenseless).out, "");
}

TEST_P(Escape, ReachesNoCallOfAdministratorsIn32Bits) {
    if (!filtered()) GTEST_SKIP() << "nothing refuses them";
    ASSERT_TRUE(sandbox().write("empty.c", "int main(void) { return 0; }").ok());
    if (!run({.argv = {"cc", "-m32", "-o", "empty", "empty.c"}}).ok() || !run({.argv = {"./empty"}}).ok())
        GTEST_SKIP() << "no programs of 32 bits here";
    EXPECT_EQ(attack(kSenseless, "-m32").out, "");
    EXPECT_EQ(attack("return socket(AF_VSOCK, SOCK_STREAM, 0) >= 0;", "-m32").code, 0);
}

// Tracing and writing into the memory of a process that is not the command's own.
TEST_P(Escape, ReachesIntoOtherProcesses) {
    if (!sandbox().fence().files && !sandbox().fence().processes) GTEST_SKIP() << "nothing separates them";
    const pid_t other = ::fork();
    if (other == 0) {
        ::pause();
        ::_exit(0);
    }
    const Execution execution = attack(fmt::format(R"(
        if (ptrace(PTRACE_ATTACH, {0}, 0, 0) == 0) return 3;
        if (open("/proc/{0}/mem", O_RDWR) >= 0) return 4;
        return 0;)",
                                                   other));
    EXPECT_EQ(execution.code, 0);
    ::kill(other, SIGKILL);
    ::waitpid(other, nullptr, 0);
}

// Threads, tracing of one's own children (leak checking does it) and local sockets are needed.
TEST_P(Escape, LeavesWhatProgramsNeed) {
    const Execution execution = attack(R"(
        int pair[2];
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return 3;
        pid_t child = fork();
        if (child == 0) { pause(); _exit(0); }
        if (ptrace(PTRACE_ATTACH, child, 0, 0) != 0) return 4;
        return 0;)");
    EXPECT_EQ(execution.code, 0);
    EXPECT_TRUE(shell("a=$(echo x | cat); test $a = x").ok());
}

} // namespace
} // namespace assay::sandbox
