// TemporaryFolder: an empty folder of its own that goes away with the object.
#pragma once

#include "base/result.h"

#include <string>

namespace assay::base {

class TemporaryFolder {
  public:
    static Result<TemporaryFolder> make();
    TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::move(other.path_)) { other.path_.clear(); }
    TemporaryFolder& operator=(TemporaryFolder&& other) noexcept {
        std::swap(path_, other.path_);
        return *this;
    }
    ~TemporaryFolder();

    const std::string& path() const { return path_; }

  private:
    explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}
    std::string path_;
};

} // namespace assay::base
