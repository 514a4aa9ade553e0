#include "base/clock.h"

#include <sys/resource.h>

namespace assay::base {

Clock::TimePoint SystemClock::now() const { return std::chrono::steady_clock::now(); }

std::chrono::microseconds SystemClock::own_cpu() const {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto duration = [](const timeval& t) {
        return std::chrono::seconds(t.tv_sec) + std::chrono::microseconds(t.tv_usec);
    };
    return duration(usage.ru_utime) + duration(usage.ru_stime);
}

} // namespace assay::base
