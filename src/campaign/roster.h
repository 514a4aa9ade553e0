// Roster: the compilers that still work. One that stops working in the middle of a hunt (it was deleted, its
// disk is gone) is taken out, so that nothing it does not compile passes for judged. Shared by all workers.
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

    // As they are now; what a worker holds stays as it is until it asks again.
    std::shared_ptr<const toolchain::Toolset> tools() const;
    // What became of one more try: `why` it could not work, or nothing if it did. A compiler that fails so
    // several times in a row, or whose program is gone, is taken out.
    void note(const toolchain::Compiler& compiler, const std::string& why);
    std::map<std::string, std::string> taken_out() const; // by name: why

  private:
    mutable std::mutex mutex_;
    std::shared_ptr<const toolchain::Toolset> tools_;
    std::map<std::string, std::string> taken_out_;
    std::map<std::string, int> failures_; // in a row, by name

    void take_out(const std::string& compiler, const std::string& why);
};

} // namespace assay::campaign
