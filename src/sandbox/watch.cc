#include "sandbox/watch.h"

#include "sandbox/census.h"
#include "sandbox/shared_memory.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>

namespace assay::sandbox {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using testcase::Ending;
using testcase::Execution;

constexpr const char* kPathInRoot = "PATH=/usr/local/bin:/usr/bin:/bin";
constexpr milliseconds kFirstCensus{20}, kCensusInterval{50};
// A census may take a long time on a machine with many processes; it must stay a small part of the whole.
constexpr int kCensusShare = 20;
// A busy machine may stretch the wall limit so many times.
constexpr int kPatience = 20;
constexpr uint64_t kThreadsPerProcess = 8; // of the limit on processes: how many threads in all
constexpr std::string_view kScoreOfCommands = "1000";
constexpr uint64_t kFlood = 64; // times what is kept

uint64_t microseconds_of(const timeval& time) {
    return static_cast<uint64_t>(time.tv_sec) * 1'000'000 + static_cast<uint64_t>(time.tv_usec);
}

// One output of the command: a pipe, and what has come through it.
struct Stream {
    Fd end;
    std::string kept;
    uint64_t total = 0;

    // A bite of what is there, so that a flood cannot hold us. False: nothing is there.
    bool drain(uint64_t keep) {
        if (!end.is_open()) return false;
        char buffer[1 << 16];
        const ssize_t got = ::read(end.get(), buffer, sizeof buffer);
        if (got <= 0) {
            if (got == 0 || (errno != EAGAIN && errno != EINTR)) end.close();
            return false;
        }
        total += static_cast<uint64_t>(got);
        if (kept.size() < keep)
            kept.append(buffer, std::min<uint64_t>(static_cast<uint64_t>(got), keep - kept.size()));
        return true;
    }
};

class Watch {
  public:
    Watch(const Command& command, const Ground& ground) : command_(command), ground_(ground) {}

    std::optional<Execution> run() {
        begun_ = Clock::now();
        if (const int reason = begin(); reason != 0) {
            Execution none;
            none.code = reason;
            none.err = fmt::format("cannot start {}: {}", command_.argv.front(), std::strerror(reason));
            return none;
        }
        next_census_ = begun_ + kFirstCensus;
        last_busy_ = last_census_ = begun_;
        while (!ended_ && !stopped_ && !abandoned_) step();
        const auto over = Clock::now();
        kill_all();
        if (abandoned_) return std::nullopt;
        while (out_.drain(limits().output)) {
        }
        while (errors_.drain(limits().output)) {
        }
        return result(over);
    }

  private:
    const Limits& limits() const { return command_.limits; }

    int begin() {
        int out[2], errors[2];
        if (::pipe2(out, O_CLOEXEC) != 0) return errno;
        out_.end = Fd(out[0]);
        const Fd out_write(out[1]);
        if (::pipe2(errors, O_CLOEXEC) != 0) return errno;
        errors_.end = Fd(errors[0]);
        const Fd errors_write(errors[1]);
        ::fcntl(out[0], F_SETFL, O_NONBLOCK);
        ::fcntl(errors[0], F_SETFL, O_NONBLOCK);
        Fd input;
        if (!command_.input.empty()) {
            input = Fd(::memfd_create("input", MFD_CLOEXEC));
            const auto size = static_cast<ssize_t>(command_.input.size());
            if (::pwrite(input.get(), command_.input.data(), command_.input.size(), 0) != size) return errno;
        }
        std::vector<std::string> small = ground_.environment;
        if (!command_.root.empty()) small.front() = kPathInRoot;
        const std::vector<std::string> environment = merge_environment(small, command_.environment);
        Start what;
        what.command = &command_;
        what.environment = &environment;
        what.folder = ground_.folder;
        what.folder_in_root = ground_.folder_path.c_str();
        if (!command_.root.empty()) what.root = ground_.roots->at(command_.root).get();
        what.input = input.is_open() ? input.get() : ground_.nothing;
        what.output = out_write.get();
        what.errors = errors_write.get();
        what.landlock = ground_.landlock;
        what.nice = ground_.nice;
        what.dies_with_parent = !ground_.own_pids;
        if (ground_.counts_own) what.tasks = kThreadsPerProcess * limits().processes;
        if (ground_.group != nullptr) {
            ground_.group->limit(limits().memory);
            kills_before_ = ground_.group->kills();
        }
        // A command goes before the warden, which may be larger than one whose memory is no process's.
        set_score(kScoreOfCommands);
        const Started started = start(what, ground_.stack);
        set_score(kScoreOfWarden);
        pid_ = started.pid;
        return started.reason;
    }

    void set_score(std::string_view score) const {
        if (ground_.score >= 0) [[maybe_unused]]
            const ssize_t ignored = ::pwrite(ground_.score, score.data(), score.size(), 0);
    }

    // Waits for whatever happens next.
    void step() {
        const auto now = Clock::now();
        if (now >= next_census_ || now >= deadline()) take_stock(now);
        const auto deadline = this->deadline(); // after the census, as the watch may be starved itself
        if (now >= deadline) stop(Ending::TimedOut);
        if (stopped_) return;
        pollfd fds[] = {{ground_.children, POLLIN, 0},
                        {ground_.control, 0, 0}, // hang-up is always told
                        {out_.end.get(), POLLIN, 0},
                        {errors_.end.get(), POLLIN, 0}};
        const auto wait =
            std::chrono::ceil<milliseconds>(std::min<Clock::time_point>(deadline, next_census_) - now);
        if (::poll(fds, 4, static_cast<int>(std::max<int64_t>(wait.count(), 0))) <= 0) return;
        if (fds[1].revents != 0) abandoned_ = true;
        if (fds[2].revents != 0) out_.drain(limits().output);
        if (fds[3].revents != 0) errors_.drain(limits().output);
        const uint64_t flood = std::max<uint64_t>(kFlood * limits().output, 1 << 16);
        if (out_.total > flood || errors_.total > flood) stop(Ending::TooMuchOutput);
        if (fds[0].revents != 0) {
            signalfd_siginfo info[8];
            while (::read(ground_.children, info, sizeof info) > 0) {
            }
            while (reap(WNOHANG)) {
            }
        }
    }

    Clock::time_point deadline() const {
        return begun_ + limits().wall + std::min<Clock::duration>(starved_, kPatience * limits().wall);
    }

    void stop(Ending why) {
        if (!stopped_ && !ended_) stopped_ = why;
    }

    // Memory that is in files and not resident in any process. It is compared with the limit on its own,
    // because what is resident of it was counted already.
    uint64_t shared_memory(const Census& census) const {
        struct sysinfo machine {};
        // The whole machine's, which is cheap to know and mostly little.
        if (::sysinfo(&machine) == 0 && uint64_t{machine.sharedram} * machine.mem_unit <= limits().memory)
            return 0;
        uint64_t bytes = memory_of_files(census);
        if (ground_.own_pids) bytes += shared_memory_in_use();
        struct statvfs own {};
        if (ground_.own_memory >= 0 && ::fstatvfs(ground_.own_memory, &own) == 0)
            bytes += uint64_t{own.f_blocks - own.f_bfree} * own.f_frsize;
        return bytes;
    }

    // The limits that the kernel keeps for a single process only, or not at all, for all together.
    void take_stock(Clock::time_point now) {
        const Census census = take_census(ground_.own_proc, limits().processes);
        const auto cpu = static_cast<uint64_t>(microseconds(limits().cpu).count());
        const uint64_t used = census.cpu_us + cpu_us_;
        // What waits for a processor on a busy machine is not asleep, and it cannot help the time.
        if (census.wants_cpu && used >= last_used_)
            starved_ += std::max<Clock::duration>(now - last_census_ - microseconds(used - last_used_),
                                                  Clock::duration::zero());
        if (used != last_used_ || census.wants_cpu) last_busy_ = now;
        last_used_ = used;
        last_census_ = now;
        if (used >= cpu || (limits().idle.count() != 0 && now - last_busy_ >= limits().idle))
            stop(Ending::TimedOut);
        else if ((limits().memory != 0 &&
                  (census.resident > limits().memory || shared_memory(census) > limits().memory)) ||
                 census.processes.size() > limits().processes ||
                 census.threads > kThreadsPerProcess * limits().processes)
            stop(Ending::OutOfMemory);
        const auto end = Clock::now();
        next_census_ = end + std::max<Clock::duration>(kCensusInterval, kCensusShare * (end - now));
    }

    // One process that is dead, ours or an orphan that came to us. False: there is none (now, or at all).
    bool reap(int flags) {
        if (!ground_.own_pids && !ended_) {
            // Its group goes while its number still cannot mean anybody else.
            siginfo_t info{};
            ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
            if (info.si_pid == pid_) ::kill(-pid_, SIGKILL);
        }
        int status = 0;
        rusage usage{};
        const pid_t pid = ::wait4(-1, &status, flags, &usage);
        if (pid <= 0) return false;
        cpu_us_ += microseconds_of(usage.ru_utime) + microseconds_of(usage.ru_stime);
        peak_kb_ = std::max(peak_kb_, static_cast<uint64_t>(usage.ru_maxrss));
        if (pid == pid_) {
            ended_ = true;
            status_ = status;
        }
        return true;
    }

    void kill_all() {
        if (ground_.own_pids) {
            ::kill(-1, SIGKILL); // all at once: not even a fork bomb gets through
            while (reap(0)) {
            }
            return;
        }
        while (true) {
            if (!ended_) ::kill(-pid_, SIGKILL);
            while (reap(WNOHANG)) {
            }
            siginfo_t info{};
            if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 && errno == ECHILD) return;
            for (const Process& process : take_census(ground_.own_proc, ~uint64_t{0}).processes)
                kill_process(process);
            pollfd fd{ground_.children, POLLIN, 0};
            signalfd_siginfo ignored[8];
            if (::poll(&fd, 1, 5) > 0) {
                while (::read(ground_.children, ignored, sizeof ignored) > 0) {
                }
            }
        }
    }

    Execution result(Clock::time_point over) {
        Execution execution;
        execution.truncated = out_.total > out_.kept.size() || errors_.total > errors_.kept.size();
        execution.out = std::move(out_.kept);
        execution.err = std::move(errors_.kept);
        execution.cpu_us = cpu_us_;
        execution.peak_kb = peak_kb_;
        execution.wall_us =
            static_cast<uint64_t>(std::chrono::duration_cast<microseconds>(over - begun_).count());
        execution.code = WIFEXITED(status_) ? WEXITSTATUS(status_) : WTERMSIG(status_);
        execution.ending = ending();
        return execution;
    }

    Ending ending() const {
        if (stopped_) return *stopped_;
        if (ground_.group != nullptr && ground_.group->kills() > kills_before_) return Ending::OutOfMemory;
        if (WIFEXITED(status_) && WEXITSTATUS(status_) == 0) return Ending::Exited;
        // The kernel was faster than the census, maybe with a child whose parent then failed.
        if (cpu_us_ >= static_cast<uint64_t>(microseconds(limits().cpu).count())) return Ending::TimedOut;
        if (WIFEXITED(status_)) return Ending::Exited;
        if (WTERMSIG(status_) == SIGXCPU) return Ending::TimedOut;
        // Not by us. The kernel kills what needs most of the memory; anybody may have killed what needs
        // little.
        const bool large = limits().memory != 0 && peak_kb_ * 1024 > limits().memory / 2;
        return WTERMSIG(status_) == SIGKILL && large ? Ending::OutOfMemory : Ending::Signalled;
    }

    const Command& command_;
    const Ground& ground_;
    Stream out_, errors_;
    Clock::time_point begun_, next_census_, last_census_, last_busy_;
    Clock::duration starved_{0}; // time in which it wanted a processor and got none
    uint64_t last_used_ = 0;     // CPU time at the last census
    pid_t pid_ = -1;
    int status_ = 0;
    bool ended_ = false;     // the command itself has ended; others may live
    bool abandoned_ = false; // Assay is gone
    std::optional<Ending> stopped_;
    uint64_t cpu_us_ = 0;
    uint64_t peak_kb_ = 0;
    uint64_t kills_before_ = 0; // in the group
};

} // namespace

std::optional<Execution> watch(const Command& command, const Ground& ground) {
    return Watch(command, ground).run();
}

} // namespace assay::sandbox
