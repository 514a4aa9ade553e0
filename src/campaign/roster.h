// Roster: the compilers that still work. One that stops working during a hunt (deleted, its disk is gone) is
// taken out, so a test it could not compile never counts as judged. Shared by all workers.
#pragma once

#include "toolchain/toolset.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace assay::campaign {

class Roster {
  public:
    explicit Roster(toolchain::Toolset tools);

    // The current tools. A worker's copy does not change until it asks again.
    std::shared_ptr<const toolchain::Toolset> tools() const;
    // Records one use of a compiler: `why` it failed, or empty if it worked. A compiler that fails several
    // times in a row, or whose program is gone, is taken out.
    void note(const toolchain::Compiler& compiler, const std::string& why);
    void take_out(const std::string& compiler, const std::string& why);
    std::map<std::string, std::string> taken_out() const; // name -> reason

  private:
    mutable std::mutex mutex_;
    std::shared_ptr<const toolchain::Toolset> tools_;
    std::map<std::string, std::string> taken_out_;
    std::map<std::string, int> failures_; // in a row, by name

    void remove(const std::string& compiler, const std::string& why); // the caller holds the mutex
};

} // namespace assay::campaign
