// Ctrl-C as a flag: the first SIGINT, SIGTERM or SIGHUP asks to stop, the second ends the program at once.
#pragma once

#include <atomic>
#include <thread>

namespace assay::cli {

class Interrupt {
  public:
    Interrupt(); // before other threads start: they inherit that these signals are for this class
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    const std::atomic<bool>& asked() const { return asked_; }

  private:
    std::atomic<bool> asked_{false}, ended_{false};
    std::thread listener_;
};

} // namespace assay::cli
