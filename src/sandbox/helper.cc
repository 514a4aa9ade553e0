#include "sandbox/helper.h"

#include "sandbox/message.h"
#include "sandbox/spawn.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::sandbox {
namespace {

constexpr uint64_t kLongestWords = uint64_t{1} << 31;

Command command_for(const std::string& program, const Helper::Limits& limits) {
    Command command;
    command.argv = {program};
    command.limits.memory = limits.memory;
    // There is no watch here, only the kernel's limit, which start() makes twice as long and 2 s more.
    command.limits.cpu = std::chrono::milliseconds(limits.cpu - std::chrono::seconds(2)) / 2;
    return command;
}

} // namespace

base::Result<Helper> Helper::start(const std::string& program, const Limits& limits) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return base::Error{fmt::format("cannot start {}: {}", program, std::strerror(errno))};
    Fd own(ends[0]);
    const Fd other(ends[1]), nothing(::open("/dev/null", O_RDWR | O_CLOEXEC)),
        here(::open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    timeval patience{};
    patience.tv_sec = limits.wall.count();
    ::setsockopt(own.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    const Command command = command_for(program, limits);
    const std::vector<std::string> environment{"LANG=C"};
    Start what;
    what.command = &command;
    what.environment = &environment;
    what.folder = here.get();
    what.input = other.get();
    what.output = what.errors = nothing.get();
    what.dies_with_parent = true;
    const Started started = sandbox::start(what, ChildStack());
    if (started.reason != 0)
        return base::Error{fmt::format("cannot start {}: {}", program, std::strerror(started.reason))};
    return Helper(started.pid, std::move(own), limits);
}

Helper::Helper(Helper&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), socket_(std::move(other.socket_)), limits_(other.limits_) {}

Helper& Helper::operator=(Helper&& other) noexcept {
    std::swap(pid_, other.pid_);
    std::swap(socket_, other.socket_);
    std::swap(limits_, other.limits_);
    return *this;
}

Helper::~Helper() { end(); }

std::string Helper::end() {
    if (pid_ <= 0) return "it has ended";
    socket_.close();
    int status = 0;
    // It ends by itself if it was about to die; else it is idle, or has taken too long.
    const bool died = ::waitpid(pid_, &status, WNOHANG) == pid_;
    if (!died) {
        ::kill(pid_, SIGKILL);
        while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
        }
    }
    pid_ = -1;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        return fmt::format("it takes more than {} s", limits_.cpu.count());
    if (WIFSIGNALED(status))
        return fmt::format("signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
    return fmt::format("exit status {}", WEXITSTATUS(status));
}

bool Helper::await_answer() {
    using Clock = std::chrono::steady_clock;
    constexpr int kPatienceMs = 100;
    const auto deadline = Clock::now() + limits_.wall;
    pollfd fd{socket_.get(), POLLIN, 0};
    while (limits_.stopped && Clock::now() < deadline) {
        if (limits_.stopped()) return false;
        if (::poll(&fd, 1, kPatienceMs) > 0) break;
    }
    return true;
}

base::Result<std::string> Helper::ask(std::string_view question) {
    if (pid_ <= 0) return base::Error{"it has ended"};
    errno = 0;
    std::optional<std::string> answer;
    if (send_frame(socket_.get(), question)) {
        if (!await_answer()) {
            end();
            return base::Error{"it was stopped"};
        }
        answer = receive_frame(socket_.get(), kLongestWords);
    }
    if (answer) return std::move(*answer);
    if (errno == EAGAIN || errno == EWOULDBLOCK) {
        end();
        return base::Error{fmt::format("it gives no answer within {} s", limits_.wall.count())};
    }
    // The socket closes a moment before the process is dead.
    siginfo_t info{};
    ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT);
    return base::Error{end()};
}

std::optional<std::string> next_question() { return receive_frame(STDIN_FILENO, kLongestWords); }
bool give_answer(std::string_view answer) { return send_frame(STDIN_FILENO, answer); }

} // namespace assay::sandbox
