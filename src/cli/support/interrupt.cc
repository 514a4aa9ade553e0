#include "cli/support/interrupt.h"

#include "cli/command.h"

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <unistd.h>

namespace assay::cli {
namespace {

sigset_t stop_signals() {
    sigset_t set;
    ::sigemptyset(&set);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&set, signal);
    return set;
}

} // namespace

Interrupt::Interrupt() {
    const sigset_t set = stop_signals();
    ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
    listener_ = std::thread([this, set] {
        const timespec patience{0, 100'000'000};
        while (!ended_) {
            if (::sigtimedwait(&set, nullptr, &patience) < 0) continue;
            if (asked_.exchange(true)) ::_exit(kFailed);
        }
    });
}

Interrupt::~Interrupt() {
    ended_ = true;
    listener_.join();
    const sigset_t set = stop_signals();
    ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

} // namespace assay::cli
