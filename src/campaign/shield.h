// Shield: which bugs are known well enough. Met again, they cost a counter and nothing more, so that one bug
// that every other program triggers does not hide the rest. Shared by all workers.
#pragma once

#include "testcase/verdict.h"

#include <map>
#include <mutex>
#include <string>

namespace assay::campaign {

class Shield {
  public:
    // How many findings of a bug are looked at closely.
    static constexpr uint64_t kEnough = 3;

    void add(const std::string& title, uint64_t findings);
    // Only titles that name the defect itself can be trusted: a crash's signature, a hang. Wrong output may
    // be anything.
    bool covers(const testcase::Verdict& verdict) const;

  private:
    mutable std::mutex mutex_;
    std::map<std::string, uint64_t> seen_;
};

} // namespace assay::campaign
