// MemoryGroup: a control group of the kernel (version 1 or 2) that holds the warden and all that it starts.
// It counts what a look at processes cannot see: files in memory that nobody has open, queues, pipes. Only
// where such groups can be made; root mostly can.
#pragma once

#include "sandbox/fd.h"

#include <cstdint>
#include <string>

namespace assay::sandbox {

class MemoryGroup {
  public:
    MemoryGroup() = default; // none
    // With the caller in it, and all that it starts from now on. To be made before the machine's files are
    // read-only.
    static MemoryGroup enter();

    bool holds() const { return limit_.is_open(); }
    const std::string& path() const { return path_; } // to be removed when the last process is gone
    void limit(uint64_t bytes);                       // 0: none
    uint64_t kills() const;                           // how many processes the kernel has killed for it

  private:
    bool open(const std::string& path, bool second_version);

    std::string path_;
    Fd limit_, events_;
};

// Nothing happens if there is none, or a process in it.
void remove_memory_group(const std::string& path);

} // namespace assay::sandbox
