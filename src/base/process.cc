#include "base/process.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::base {
namespace {

using Steady = std::chrono::steady_clock;

class Fd {
  public:
    explicit Fd(int fd = -1) : fd_(fd) {}
    ~Fd() { close(); }
    Fd(const Fd&) = delete;
    Fd& operator=(const Fd&) = delete;
    int get() const { return fd_; }
    bool open() const { return fd_ >= 0; }
    void reset(int fd) {
        close();
        fd_ = fd;
    }
    void close() {
        if (fd_ >= 0) ::close(fd_);
        fd_ = -1;
    }

  private:
    int fd_;
};

struct Pipe {
    Fd read, write;
    bool make() {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0) return false;
        read.reset(ends[0]);
        write.reset(ends[1]);
        return true;
    }
};

// In the child, after fork: only async-signal-safe calls. `report` carries errno to the parent if exec fails.
[[noreturn]] void become(const Command& command, char* const* argv, int in, int out, int err, int report) {
    ::setpgid(0, 0);
    ::dup2(in, 0);
    ::dup2(out, 1);
    ::dup2(err, 2);
    ::signal(SIGPIPE, SIG_DFL);
    if (command.folder.empty() || ::chdir(command.folder.c_str()) == 0) ::execvp(argv[0], argv);
    const int reason = errno;
    [[maybe_unused]] const ssize_t ignored = ::write(report, &reason, sizeof reason);
    ::_exit(127);
}

void drain(Fd& fd, std::string& into, size_t limit) {
    char buffer[1 << 16];
    const ssize_t got = ::read(fd.get(), buffer, sizeof buffer);
    if (got > 0) {
        if (into.size() < limit) into.append(buffer, std::min(static_cast<size_t>(got), limit - into.size()));
    } else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
        fd.close();
    }
}

// Feeds and reads until both outputs are closed or the time is over.
bool converse(const Command& command, Pipe& in, Pipe& out, Pipe& err, Finished& finished) {
    const auto deadline = Steady::now() + command.limit;
    size_t written = 0;
    if (command.input.empty()) in.write.close();
    while (out.read.open() || err.read.open()) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Steady::now()).count();
        if (left <= 0) return false;
        pollfd fds[3] = {
            {out.read.get(), POLLIN, 0}, {err.read.get(), POLLIN, 0}, {in.write.get(), POLLOUT, 0}};
        if (::poll(fds, 3, static_cast<int>(std::min<long>(left, 1000))) < 0 && errno != EINTR) return false;
        if (fds[0].revents != 0) drain(out.read, finished.out, command.output_limit);
        if (fds[1].revents != 0) drain(err.read, finished.err, command.output_limit);
        if (in.write.open() && fds[2].revents != 0) {
            const ssize_t put =
                ::write(in.write.get(), command.input.data() + written, command.input.size() - written);
            if (put > 0) written += static_cast<size_t>(put);
            if (put < 0 || written == command.input.size()) in.write.close();
        }
    }
    return true;
}

// Waits until the deadline; a command may close its outputs and go on.
bool reap(pid_t pid, Steady::time_point deadline, int& status) {
    while (true) {
        const pid_t got = ::waitpid(pid, &status, WNOHANG);
        if (got == pid || (got < 0 && errno != EINTR)) return true;
        if (Steady::now() >= deadline) return false;
        ::usleep(500);
    }
}

} // namespace

Result<Finished> run(const Command& command) {
    check(!command.argv.empty(), "a command without a program");
    const auto deadline = Steady::now() + command.limit;
    Pipe in, out, err, report;
    if (!in.make() || !out.make() || !err.make() || !report.make())
        return Error{fmt::format("cannot start {}: {}", command.argv[0], std::strerror(errno))};
    std::vector<char*> argv;
    for (const std::string& arg : command.argv) argv.push_back(const_cast<char*>(arg.c_str()));
    argv.push_back(nullptr);
    const pid_t pid = ::fork();
    if (pid < 0) return Error{fmt::format("cannot start {}: {}", command.argv[0], std::strerror(errno))};
    if (pid == 0)
        become(command, argv.data(), in.read.get(), out.write.get(), err.write.get(), report.write.get());
    ::setpgid(pid, pid);
    in.read.close();
    out.write.close();
    err.write.close();
    report.write.close();
    int reason = 0;
    if (::read(report.read.get(), &reason, sizeof reason) == sizeof reason) {
        ::waitpid(pid, nullptr, 0);
        return Error{fmt::format("cannot start {}: {}", command.argv[0], std::strerror(reason))};
    }
    ::fcntl(in.write.get(), F_SETFL, O_NONBLOCK);
    Finished finished;
    // A reader that goes away must not end Assay; the disposition is the process's, so only ask for it while
    // feeding.
    const auto old = command.input.empty() ? SIG_ERR : ::signal(SIGPIPE, SIG_IGN);
    const bool ended = converse(command, in, out, err, finished);
    if (old != SIG_ERR) ::signal(SIGPIPE, old);
    int status = 0;
    finished.timed_out = !ended || !reap(pid, deadline, status);
    ::kill(-pid, SIGKILL); // whatever it left behind in its group
    if (finished.timed_out) {
        ::waitpid(pid, &status, 0);
    } else if (WIFEXITED(status)) {
        finished.exit = WEXITSTATUS(status);
    }
    if (WIFSIGNALED(status)) finished.signal = WTERMSIG(status);
    return finished;
}

} // namespace assay::base
