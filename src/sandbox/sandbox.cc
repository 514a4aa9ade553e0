#include "sandbox/sandbox.h"

#include "sandbox/folder.h"
#include "sandbox/memory_group.h"
#include "sandbox/message.h"
#include "sandbox/scratch.h"
#include "sandbox/warden.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <mutex>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>

namespace assay::sandbox {
namespace {

using base::Error;
using base::Result;

constexpr uint64_t kLongestHello = uint64_t{1} << 20;
constexpr std::chrono::seconds kTimeToEnd{10}; // with a warden that should end

// Signals wait as long as this lives: a handler of Assay's must not run in the warden.
class SignalsHeld {
  public:
    SignalsHeld() {
        sigset_t all;
        sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~SignalsHeld() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    SignalsHeld(const SignalsHeld&) = delete;
    SignalsHeld& operator=(const SignalsHeld&) = delete;

  private:
    sigset_t before_;
};

bool ended(pid_t pid) {
    const pid_t got = ::waitpid(pid, nullptr, WNOHANG);
    return got == pid || (got < 0 && errno != EINTR);
}

void await_end(pid_t pid) {
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + kTimeToEnd;
    for (auto pause = std::chrono::microseconds(100); !ended(pid);
         pause = std::min(2 * pause, std::chrono::microseconds(20'000))) {
        if (Clock::now() >= deadline) ::kill(pid, SIGKILL);
        std::this_thread::sleep_for(pause);
    }
}

} // namespace

struct Sandbox::Warden {
    pid_t pid = -1;
    Fd control;
    Folder folder;
    Hello hello;
    uint64_t own_cpu_us = 0;

    Warden() = default;
    Warden(const Warden&) = delete;
    Warden& operator=(const Warden&) = delete;
    ~Warden() {
        control.close(); // the warden ends, and with it all that it watches over
        if (pid > 0) await_end(pid);
        if (!hello.scratch.empty()) remove_scratch(hello.scratch); // if the warden was killed
        remove_memory_group(hello.group);
    }

    // Empty: it stands.
    std::string fork_off(const Means& means) {
        int ends[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return std::strerror(errno);
        control = Fd(ends[0]);
        Fd other(ends[1]);
        {
            const SignalsHeld held;
            pid = ::fork();
            if (pid == 0) serve_as_warden(std::move(other), means);
        }
        if (pid < 0) return std::strerror(errno);
        other.close();
        Fd passed;
        const std::optional<std::string> frame = receive_frame(control.get(), kLongestHello, &passed);
        std::optional<Hello> said = frame ? decode_hello(*frame) : std::nullopt;
        if (!said) return "the warden died";
        hello = std::move(*said);
        if (!hello.failure.empty()) return hello.failure;
        if (!passed.is_open()) return "the warden passed no folder";
        folder = Folder(std::move(passed));
        return {};
    }
};

struct Sandbox::State {
    Means means;
    std::unique_ptr<Warden> warden; // replaced by the thread that uses the sandbox, under the mutex
    std::mutex mutex;
    bool stopped = false;
    bool broken = false;
};

Means unfenced() {
    Means means;
    means.namespaces = means.landlock = means.filter = means.group = means.humble = false;
    return means;
}

Sandbox::Sandbox(std::unique_ptr<State> state) : state_(std::move(state)) {}
Sandbox::Sandbox(Sandbox&&) noexcept = default;
Sandbox& Sandbox::operator=(Sandbox&&) noexcept = default;
Sandbox::~Sandbox() = default;

Result<std::unique_ptr<Sandbox::Warden>> Sandbox::hire(const Means& means) {
    // Whatever fails half way is not used: the next attempt starts afresh and wants less.
    Means wanted = means;
    wanted.mounts = wanted.mounts && wanted.namespaces;
    std::vector<std::string> reasons;
    while (true) {
        auto warden = std::make_unique<Warden>();
        const std::string failure = warden->fork_off(wanted);
        if (failure.empty()) {
            std::string& why = warden->hello.fence.why;
            if (!why.empty()) reasons.push_back(std::move(why));
            why = fmt::format("{}", fmt::join(reasons, "; "));
            return warden;
        }
        reasons.push_back(failure);
        if (wanted.mounts)
            wanted.mounts = false;
        else if (wanted.namespaces)
            wanted.namespaces = false;
        else
            return Error{fmt::format("cannot open a sandbox: {}", fmt::join(reasons, "; "))};
    }
}

Result<Sandbox> Sandbox::open(const Means& means) {
    auto warden = hire(means);
    if (!warden) return warden.error();
    auto state = std::make_unique<State>();
    state->means = means;
    state->warden = std::move(*warden);
    return Sandbox(std::move(state));
}

Result<void> Sandbox::reopen() {
    auto warden = hire(state_->means);
    if (!warden) return warden.error();
    const std::lock_guard lock(state_->mutex);
    if (state_->stopped) return Error{"the sandbox was stopped"};
    std::swap(state_->warden, *warden);
    state_->broken = false;
    return {};
}

Result<testcase::Execution> Sandbox::run(const Command& command) {
    base::check(!command.argv.empty(), "a command without a program");
    const int control = state_->warden->control.get();
    const uint64_t longest = 2 * std::min(command.limits.output, kMostOutput) + kLongestHello;
    const bool sent = send_frame(control, encode(command));
    const std::optional<std::string> frame = sent ? receive_frame(control, longest) : std::nullopt;
    std::optional<Report> report = frame ? decode_report(*frame) : std::nullopt;
    if (!report) {
        const std::lock_guard lock(state_->mutex);
        state_->broken = true;
        if (state_->stopped) return Error{fmt::format("{} was stopped", command.argv.front())};
        return Error{fmt::format("the sandbox's warden died while it ran {}", command.argv.front())};
    }
    state_->warden->own_cpu_us = report->own_cpu_us;
    return std::move(report->execution);
}

void Sandbox::stop() {
    const std::lock_guard lock(state_->mutex);
    state_->stopped = true;
    ::shutdown(state_->warden->control.get(), SHUT_RDWR);
}

bool Sandbox::stopped() const {
    const std::lock_guard lock(state_->mutex);
    return state_->stopped;
}

Result<void> Sandbox::write(const std::string& name, std::string_view text) {
    return state_->warden->folder.write(name, text);
}

Result<std::string> Sandbox::read(const std::string& name, size_t limit) const {
    return state_->warden->folder.read(name, limit);
}

bool Sandbox::broken() const { return state_->broken; }
bool Sandbox::exists(const std::string& name) const { return state_->warden->folder.exists(name); }
Result<std::vector<std::string>> Sandbox::files() const { return state_->warden->folder.files(); }
void Sandbox::remove(const std::string& name) { state_->warden->folder.remove(name); }
void Sandbox::clear() { state_->warden->folder.clear(); }
std::string Sandbox::folder() const { return state_->warden->hello.folder; }
const Fence& Sandbox::fence() const { return state_->warden->hello.fence; }
uint64_t Sandbox::own_cpu_us() const { return state_->warden->own_cpu_us; }

} // namespace assay::sandbox
