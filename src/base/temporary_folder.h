// TemporaryFolder: an empty folder of its own that goes away with the object. What a killed process leaves
// behind is swept away by the next one that asks for it.
#pragma once

#include "base/result.h"

#include <chrono>
#include <string>
#include <utility>

namespace assay::base {

class TemporaryFolder {
  public:
    static Result<TemporaryFolder> make();
    TemporaryFolder(TemporaryFolder&& other) noexcept
        : path_(std::exchange(other.path_, {})), held_(std::exchange(other.held_, -1)) {}
    TemporaryFolder& operator=(TemporaryFolder&& other) noexcept {
        std::swap(path_, other.path_);
        std::swap(held_, other.held_);
        return *this;
    }
    ~TemporaryFolder();

    const std::string& path() const { return path_; }

    // Removes those whose owner is gone. Young ones stay: their owner may be about to hold them.
    static void sweep(std::chrono::seconds least_age = std::chrono::minutes(1));

  private:
    TemporaryFolder(std::string path, int held) : path_(std::move(path)), held_(held) {}
    std::string path_;
    int held_; // a lock on the folder, which the kernel releases in any case
};

} // namespace assay::base
