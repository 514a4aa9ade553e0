// Crew: those who do the work of a hunt, as the conductor sees them. A test puts its own in their place.
#pragma once

#include "campaign/task.h"

#include <chrono>
#include <vector>

namespace assay::campaign {

class Crew {
  public:
    virtual ~Crew() = default;
    virtual void give(std::vector<Task> tasks) = 0;
    // The finished tasks; waits for one if there is none.
    virtual std::vector<base::Result<Outcome>> take(std::chrono::milliseconds patience) = 0;
    // Ends all work: drops waiting tasks and cuts off running ones.
    virtual void dismiss() = 0;
    virtual uint64_t fence_cpu_us() const = 0;
};

} // namespace assay::campaign
