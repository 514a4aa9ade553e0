// Coverage: what ran, by place. Two sources say it: gcov counts lines; Clang's source-based coverage counts
// regions, and so tells statements on one line apart.
#pragma once

#include "base/result.h"
#include "source/edits.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::source {

class Coverage {
  public:
    // How often what stands at this place ran; empty: not known.
    std::optional<uint64_t> count(const Place& place) const;
    bool empty() const { return segments_.empty(); }

    // Of the file with this name, from `gcov --json-format --stdout`.
    static base::Result<Coverage> from_gcov(const std::string& json, const std::string& file);
    // From `llvm-cov export`.
    static base::Result<Coverage> from_llvm_cov(const std::string& json, const std::string& file);

  private:
    // From its place to the next one's.
    struct Segment {
        Place place;
        std::optional<uint64_t> count;
    };
    std::vector<Segment> segments_; // in order
};

} // namespace assay::source
