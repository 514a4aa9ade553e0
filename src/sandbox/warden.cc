#include "sandbox/warden.h"

#include "base/path.h"
#include "sandbox/filter.h"
#include "sandbox/folder.h"
#include "sandbox/message.h"
#include "sandbox/mounts.h"
#include "sandbox/namespaces.h"
#include "sandbox/restrict.h"
#include "sandbox/scratch.h"
#include "sandbox/shared_memory.h"
#include "sandbox/watch.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>

namespace assay::sandbox {
namespace {

constexpr uint64_t kMostRoom = uint64_t{2} << 30, kLeastRoom = uint64_t{256} << 20;
constexpr uint64_t kLongestFrame = uint64_t{1} << 32;

// Leaves nothing of Assay in this process that could be felt outside of it: open files (others would not see
// their ends), the terminal and its signals, handlers.
Fd leave_assay(Fd control) {
    const int moved = ::fcntl(control.get(), F_DUPFD_CLOEXEC, 3);
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = 0; fd < 3; ++fd) ::dup2(nothing, fd);
    const int lowest = moved == 3 ? moved : ::dup3(moved, 3, O_CLOEXEC);
    if (::syscall(SYS_close_range, 4, ~0U, 0) != 0) {
        for (int fd = 4; fd < static_cast<int>(::sysconf(_SC_OPEN_MAX)); ++fd) ::close(fd);
    }
    control.release(); // closed or replaced by now
    struct sigaction standard {};
    standard.sa_handler = SIG_DFL;
    for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &standard, nullptr);
    sigset_t all;
    sigfillset(&all);
    ::sigprocmask(SIG_SETMASK, &all, nullptr);
    ::setsid();
    ::prctl(PR_SET_NAME, "assay-warden");
    return Fd(lowest);
}

// Where allowed, we are served before any number of commands: so a fork bomb cannot starve us.
void come_first() {
    if (::sched_getscheduler(0) != SCHED_OTHER) return; // somebody wants it otherwise, also for commands
    sched_param first{};
    first.sched_priority = 1;
    ::sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &first);
}

void add(std::string& why, const std::string& reason) {
    if (!reason.empty()) why += (why.empty() ? "" : "; ") + reason;
}

class Warden {
  public:
    Warden(Fd control, const Means& means, MemoryGroup group, Spaces spaces)
        : control_(std::move(control)), means_(means), group_(std::move(group)), spaces_(std::move(spaces)) {
        // Now, as later nothing of /proc can be written.
        score_ = Fd(::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC));
        if (score_.is_open()) [[maybe_unused]]
            const ssize_t ignored = ::write(score_.get(), kScoreOfWarden.data(), kScoreOfWarden.size());
    }

    int serve() {
        Hello hello = raise_fence();
        if (!hello.failure.empty()) {
            remove_scratch(scratch_);
            return send_frame(control_.get(), encode(hello)) ? 0 : 1;
        }
        bool going = send_frame(control_.get(), encode(hello), folder_.get());
        while (going) {
            const std::optional<std::string> frame = receive_frame(control_.get(), kLongestFrame);
            const std::optional<Command> command = frame ? decode_command(*frame) : std::nullopt;
            going = command && answer(*command);
        }
        remove_scratch(scratch_);
        return 0;
    }

  private:
    Hello raise_fence() {
        Hello hello;
        hello.group = group_.path();
        Fence& fence = hello.fence;
        fence.processes = spaces_.processes;
        fence.network = spaces_.network;
        add(fence.why, spaces_.missing);
        const bool root = ::geteuid() == 0 && !spaces_.user;
        if (!spaces_.processes) ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
        if (means_.humble && !forbid_new_privileges()) add(fence.why, "setuid programs keep their powers");
        hello.failure = means_.mounts ? have_own_view(hello) : have_machines_view(hello);
        if (!hello.failure.empty()) return hello;
        bool filtered = false;
        if (means_.filter) {
            const std::string reason =
                filter_calls({fence.network, spaces_.processes}, {.change_root = !view_.roots.empty()});
            filtered = reason.empty();
            fence.network |= filtered;
            add(fence.why, reason);
        }
        ground_.nice = ::getpriority(PRIO_PROCESS, 0);
        come_first();
        // Without a filter it would open files by handle as well, past all mounts, and for writing.
        if (!drop_capabilities(root && filtered, !view_.roots.empty()))
            add(fence.why, "commands keep the capabilities of their user");
        ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); // no command may trace us
        prepare_ground();
        if (!nothing_.is_open()) // a root without devices, say
            hello.failure = fmt::format("commands need /dev/null: {}", std::strerror(errno));
        return hello;
    }

    // Returns the reason why it cannot be.
    std::string have_own_view(Hello& hello) {
        const uint64_t room = std::min(kMostRoom, available_memory() / 4);
        const bool in_memory = means_.memory && room >= kLeastRoom;
        std::string source;
        if (!in_memory) {
            if (std::string reason = have_scratch(false); !reason.empty()) return reason;
            source = scratch_.path + "/work";
        }
        view_ = make_view(source, std::max(room, kLeastRoom), spaces_.processes, means_.roots);
        if (!view_.failure.empty()) return view_.failure;
        folder_ = std::move(view_.folder);
        temporary_ = Folder(std::move(view_.temporary));
        ground_.own_proc = view_.own_proc;
        ground_.own_memory = temporary_.fd();
        hello.folder = view_.folder_path;
        for (const auto& [path, root] : view_.roots) hello.fence.roots.push_back(path);
        hello.scratch = scratch_.path;
        hello.fence.files = true;
        hello.fence.memory_backed = in_memory || scratch_.memory;
        if (!hello.fence.memory_backed) add(hello.fence.why, "the folder is on disk");
        temporary_path_ = "/tmp";
        return {};
    }

    std::string have_machines_view(Hello& hello) {
        if (std::string reason = have_scratch(means_.memory); !reason.empty()) return reason;
        hello.scratch = scratch_.path;
        hello.folder = scratch_.path + "/work";
        hello.fence.memory_backed = scratch_.memory;
        if (!scratch_.memory) add(hello.fence.why, "the folder is on disk");
        temporary_path_ = scratch_.path + "/tmp";
        constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
        folder_ = Fd(::open(hello.folder.c_str(), kFlags));
        temporary_ = Folder(Fd(::open(temporary_path_.c_str(), kFlags)));
        std::string reason = "everything that the user may write can be written";
        if (means_.landlock) landlock_ = make_landlock({hello.folder, temporary_path_}, reason);
        hello.fence.files = landlock_.is_open();
        add(hello.fence.why, hello.fence.files ? "/tmp cannot be written" : reason);
        return {};
    }

    std::string have_scratch(bool prefer_memory) {
        base::Result<Scratch> scratch = make_scratch(prefer_memory);
        if (!scratch.ok()) return scratch.error().message;
        scratch_ = std::move(*scratch);
        for (const char* name : {"work", "tmp"}) {
            if (::mkdirat(scratch_.folder.get(), name, 0755) != 0) return std::strerror(errno);
        }
        return {};
    }

    void prepare_ground() {
        sigset_t child;
        sigemptyset(&child);
        sigaddset(&child, SIGCHLD);
        children_ = Fd(::signalfd(-1, &child, SFD_NONBLOCK | SFD_CLOEXEC));
        ground_.folder = folder_.get();
        ground_.folder_path = view_.folder_path;
        ground_.roots = &view_.roots;
        ground_.control = control_.get();
        ground_.children = children_.get();
        ground_.landlock = landlock_.get();
        ground_.own_pids = spaces_.processes;
        ground_.group = group_.holds() ? &group_ : nullptr;
        ground_.score = score_.get();
        // Before that version the kernel counted all processes of the user; root's it never limits.
        ground_.counts_own = spaces_.user && ::geteuid() != 0 && kernel_is_at_least(5, 14);
        ground_.environment = {"PATH=" + base::search_path(), "LANG=C", "TMPDIR=" + temporary_path_,
                               "HOME=" + temporary_path_};
        struct stat status;
        struct statfs system;
        if (::fstatfs(temporary_.fd(), &system) == 0 && system.f_type == TMPFS_MAGIC &&
            ::fstat(temporary_.fd(), &status) == 0)
            clean_size_ = status.st_size;
        nothing_ = Fd(::open("/dev/null", O_RDWR | O_CLOEXEC));
        ground_.nothing = nothing_.get();
    }

    // Why a command cannot live in its root; empty: it can, or needs none.
    std::string lacks_root(const Command& command) const {
        if (command.root.empty() || view_.roots.contains(command.root)) return {};
        const auto known = view_.lacking.find(command.root);
        return fmt::format("cannot enter {}: {}", command.root,
                           known == view_.lacking.end() ? "commands have no view of the files of their own"
                                                        : known->second);
    }

    bool answer(const Command& command) {
        Report report;
        std::optional<testcase::Execution> execution;
        if (std::string reason = lacks_root(command); !reason.empty()) {
            execution.emplace();
            execution->err = std::move(reason);
        } else {
            execution = watch(command, ground_);
        }
        if (!execution) return false;
        report.execution = std::move(*execution);
        sweep_temporary();
        if (spaces_.processes) remove_shared_memory();
        rusage usage{};
        ::getrusage(RUSAGE_SELF, &usage);
        report.own_cpu_us = static_cast<uint64_t>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1'000'000 +
                            static_cast<uint64_t>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
        return send_frame(control_.get(), encode(report));
    }

    // What the command has left in its folder for temporary files.
    void sweep_temporary() {
        struct stat status;
        // In memory a folder's size counts its entries, which spares reading it.
        if (clean_size_ >= 0 && ::fstat(temporary_.fd(), &status) == 0 && status.st_size == clean_size_)
            return;
        temporary_.clear(view_.kept);
    }

    Fd control_;
    Means means_;
    MemoryGroup group_;
    Spaces spaces_;
    Scratch scratch_;
    Fd folder_, landlock_, nothing_, children_, score_;
    View view_; // empty without mounts
    Folder temporary_;
    std::string temporary_path_;
    off_t clean_size_ = -1;
    Ground ground_;
};

// The first process of a PID namespace must be a new one; this one only waits for it.
[[noreturn]] void stand_by(pid_t warden) {
    while (::waitpid(warden, nullptr, 0) < 0 && errno == EINTR) {
    }
    ::_exit(0);
}

} // namespace

void serve_as_warden(Fd control, const Means& means) {
    control = leave_assay(std::move(control));
    MemoryGroup group = means.group ? MemoryGroup::enter() : MemoryGroup();
    Spaces spaces;
    if (means.namespaces) spaces = enter_namespaces(means.privilege);
    if (spaces.broken) {
        send_frame(control.get(), encode(Hello{spaces.missing, {}, {}, {}, group.path()}));
        ::_exit(0);
    }
    if (spaces.processes) {
        const pid_t warden = ::fork();
        if (warden < 0)
            send_frame(control.get(), encode(Hello{"no process in the namespace", {}, {}, {}, group.path()}));
        if (warden != 0) {
            control.close();
            stand_by(warden);
        }
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    }
    ::_exit(Warden(std::move(control), means, std::move(group), std::move(spaces)).serve());
}

} // namespace assay::sandbox
