// Folder: the files of a sandbox as Assay sees them, while strangers may have put anything there. Every name
// is resolved component by component from an open folder and no symbolic link is ever followed, so nothing
// outside can be read, written or removed by way of it.
#pragma once

#include "base/result.h"
#include "sandbox/fd.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::sandbox {

class Folder {
  public:
    Folder() = default;
    explicit Folder(Fd fd) : fd_(std::move(fd)) {}
    int fd() const { return fd_.get(); }

    // Whatever has the name is replaced; folders on the way are made.
    base::Result<void> write(const std::string& name, std::string_view text) const;
    // Plain files only.
    base::Result<std::string> read(const std::string& name, size_t limit) const;
    bool exists(const std::string& name) const;
    // All plain files below, by relative path, sorted; links and the like are passed over. Fails if there are
    // more than any program consists of, or nested deeper.
    base::Result<std::vector<std::string>> files() const;
    // A file or a whole folder. Nothing happens if it is not there.
    void remove(const std::string& name) const;
    // Everything but what has one of the names `kept`.
    void clear(const std::vector<std::string>& kept = {}) const;

  private:
    Fd fd_;
};

} // namespace assay::sandbox
