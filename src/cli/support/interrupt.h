// Ctrl-C as a flag: the first SIGINT, SIGTERM or SIGHUP asks the program to stop, the second ends it at once.
#pragma once

#include <atomic>
#include <thread>

namespace assay::cli {

class Interrupt {
  public:
    Interrupt(); // before other threads start, so they inherit the blocked signals
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    const std::atomic<bool>& asked() const { return asked_; }

  private:
    std::atomic<bool> asked_{false}, ended_{false};
    std::thread listener_;
};

} // namespace assay::cli
