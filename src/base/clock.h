// Clock: the time, behind an interface, so that what depends on it can be tested with a clock that a test
// moves.
#pragma once

#include <chrono>

namespace assay::base {

class Clock {
  public:
    using TimePoint = std::chrono::steady_clock::time_point;

    virtual ~Clock() = default;
    virtual TimePoint now() const = 0;
    virtual std::chrono::microseconds own_cpu() const = 0; // used by this process so far
};

class SystemClock final : public Clock {
  public:
    TimePoint now() const override;
    std::chrono::microseconds own_cpu() const override;
};

} // namespace assay::base
