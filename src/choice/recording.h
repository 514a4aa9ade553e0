// The decisions of a run, in order, as data: enough to take the same decisions again without the seed under
// the same policy, to look at them, and to change one of them. As text:
//
//     assay recording 1
//     place 0 site grow.statement 7       a pick among 7 alternatives
//     place 1 number 100                  a number below 100
//     place 2 bits                        64 bits
//     decisions 3
//     0:3 1:55 2:18374686479671623680     place:value
#pragma once

#include "base/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace assay::choice {

// What was asked for.
struct Place {
    std::string site;        // empty for a plain number
    std::uint64_t bound = 0; // the value lies below; 0: all 64 bits

    bool operator==(const Place&) const = default;
    bool operator<(const Place& other) const {
        return std::tie(site, bound) < std::tie(other.site, other.bound);
    }
    std::string describe() const;
};

class Recording {
  public:
    struct Decision {
        const Place& place;
        std::uint64_t value;
    };

    void add(const Place& place, std::uint64_t value);
    std::size_t size() const { return values_.size(); }
    Decision operator[](std::size_t index) const { return {places_[asked_[index]], values_[index]}; }

    std::string to_text() const;
    // Errors name file and line; file_name is for messages only.
    static base::Result<Recording> from_text(std::string_view text, std::string_view file_name);

    bool operator==(const Recording&) const = default;

  private:
    friend class RecordingReader;

    std::vector<Place> places_; // each once, in the order of first use
    std::map<Place, std::uint32_t> place_index_;
    std::vector<std::uint32_t> asked_;
    std::vector<std::uint64_t> values_;
};

} // namespace assay::choice
