// Changes of a text as data. Lines keep their numbers: what is cut out leaves its line ends, and what is put
// in stands on one line, so that __LINE__ means the same in a variant and a patch is a comparison line by
// line.
#pragma once

#include "source/unit.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::source {

struct Edit {
    Span span;        // what goes; empty: only put in
    std::string text; // what comes, without line ends
};

// Edits at different places, in any order. Of two that overlap the one that begins first, or else the longer
// one, stands and the other is dropped; of those that only put in at the same place the first given comes
// first.
std::string with_edits(const std::string& text, std::vector<Edit> edits);

// A text without comments and on one line, as it can be put in elsewhere. Empty: it holds a directive.
std::string on_one_line(std::string_view text);

// As `patch` reads it; both have the same number of lines. Empty: they are the same.
std::string patch(const std::string& name, const std::string& before, const std::string& after);

// Line and column from offset, and both count from 1.
struct Place {
    uint32_t line = 1, column = 1;
    auto operator<=>(const Place&) const = default; // NOLINT(modernize-use-nullptr): the tool errs
};

class Lines {
  public:
    explicit Lines(const std::string& text);
    Place place(uint32_t offset) const;

  private:
    std::vector<uint32_t> starts_;
};

} // namespace assay::source
