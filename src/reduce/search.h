// Search: chooses the edits to try together next, given the results so far. It takes pieces of the list in
// order. A piece that fails is halved; one that succeeds stays applied, so successes fold. It is a small
// value: the engine runs copies of it ahead, on guessed answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay::reduce {

class Search {
  public:
    // Begins with pieces of at most `piece` edits.
    Search(size_t count, size_t piece);

    struct Range {
        uint32_t from, to;
        uint32_t size() const { return to - from; }
        bool operator==(const Range&) const = default;
    };
    bool done() const { return open_.empty(); }
    Range next() const { return open_.back(); }
    void tell(bool success);

  private:
    std::vector<Range> open_; // the next one last
};

// How many edits to try together, given the share of edits accepted so far: as many as will succeed half of
// the time.
size_t piece_for(double accepted_share, size_t count);

} // namespace assay::reduce
