// OnDemand: a sandbox that is opened at its first use, opened anew when its warden has died, and stopped for
// good from any thread. For whoever needs a sandbox of its own, rarely, beside that of a worker.
#pragma once

#include "sandbox/sandbox.h"

#include <mutex>
#include <optional>

namespace assay::sandbox {

class OnDemand {
  public:
    explicit OnDemand(const Means& means = {}) : means_(means) {}

    // Used by one thread at a time, like the sandbox. An Error after stop().
    base::Result<Sandbox*> get();

    // From any thread: what runs is killed, and nothing starts any more.
    void stop();

  private:
    Means means_;
    std::mutex mutex_;
    std::optional<Sandbox> sandbox_;
    bool stopped_ = false;
};

} // namespace assay::sandbox
