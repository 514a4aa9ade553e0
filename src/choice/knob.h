// A Knob is a named number (a depth, a size, a budget), declared where it is used. A policy file may set it
// within min .. max; parameter shuffling draws it within its shuffle range, which is only the default unless
// the declaration widens it, because most budgets are no matter of chance.
#pragma once

#include "base/check.h"
#include "choice/site.h"

#include <cstdint>
#include <string_view>

namespace assay::choice {

struct ShuffleRange {
    std::int64_t min;
    std::int64_t max;
};

class Knob {
  public:
    constexpr Knob(std::string_view name, std::int64_t default_value, std::int64_t min, std::int64_t max)
        : Knob(name, default_value, min, max, ShuffleRange{default_value, default_value}) {}
    constexpr Knob(std::string_view name, std::int64_t default_value, std::int64_t min, std::int64_t max,
                   ShuffleRange shuffle)
        : name_(name), default_(default_value), min_(min), max_(max), shuffle_(shuffle) {
        base::check(valid_name(name), "a knob needs a name of letters, digits and . _ -");
        base::check(min <= default_value && default_value <= max, "a knob's default lies within min .. max");
        base::check(min <= shuffle.min && shuffle.min <= shuffle.max && shuffle.max <= max,
                    "a knob's shuffle range lies within min .. max");
    }
    Knob(const Knob&) = delete; // known by its address
    Knob& operator=(const Knob&) = delete;

    constexpr std::string_view name() const { return name_; }
    constexpr std::int64_t default_value() const { return default_; }
    constexpr std::int64_t min() const { return min_; }
    constexpr std::int64_t max() const { return max_; }
    constexpr ShuffleRange shuffle_range() const { return shuffle_; }

  private:
    std::string_view name_;
    std::int64_t default_;
    std::int64_t min_;
    std::int64_t max_;
    ShuffleRange shuffle_;
};

} // namespace assay::choice
