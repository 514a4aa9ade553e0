// A site with the weights of a policy, ready to be drawn from: the hot path of every generator.
#pragma once

#include "choice/site.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace assay::choice {

class WeightedSite {
  public:
    // `taken` counts, one for each alternative.
    WeightedSite(std::span<const std::uint32_t> weights, std::uint64_t* taken)
        : count_(weights.size()), padded_((count_ + kStep - 1) / kStep * kStep), taken_(taken) {
        for (std::size_t i = 0; i < padded_; ++i) {
            if (i < count_) total_ += static_cast<std::int32_t>(weights[i]);
            sums_[i] = total_;
        }
    }

    // below(n) is a number in 0 .. n-1.
    template <typename Below> std::size_t pick(Below below) const { return position(sums_, total_, below); }

    // Among the allowed alternatives; size() when none of them has a weight above 0.
    template <typename Below> std::size_t pick(Mask allowed, Below below) const {
        if (!(allowed == masked_by_)) sum_up(allowed);
        return masked_total_ == 0 ? count_ : position(masked_sums_, masked_total_, below);
    }

    bool possible(Mask allowed) const {
        return pick(allowed, [](std::uint64_t) { return 0; }) != size();
    }

    void count(std::size_t index) const { ++taken_[index]; }
    std::size_t size() const { return count_; }

  private:
    static constexpr std::size_t kStep = 4; // of the vector unit
    using Sums = std::array<std::int32_t, kMaxAlternatives>;

    void sum_up(Mask allowed) const {
        std::int32_t sum = 0;
        std::int32_t before = 0;
        for (std::size_t i = 0; i < padded_; ++i) {
            sum += (sums_[i] - before) & -static_cast<std::int32_t>(allowed.has(i));
            before = sums_[i];
            masked_sums_[i] = sum;
        }
        masked_by_ = allowed;
        masked_total_ = sum;
    }

    // Without branches, because a search that stops at the answer mispredicts on most calls.
    template <typename Below> std::size_t position(const Sums& sums, std::int32_t total, Below below) const {
        auto drawn = static_cast<std::int32_t>(below(static_cast<std::uint64_t>(total)));
        std::int32_t index = 0;
        for (std::size_t i = 0; i < padded_; ++i) index += sums[i] <= drawn ? 1 : 0;
        return static_cast<std::size_t>(index);
    }

    std::size_t count_;
    std::size_t padded_;
    std::uint64_t* taken_;
    std::int32_t total_ = 0;
    // Of the mask before, as most sites are asked with the same one again and again.
    mutable Mask masked_by_;
    mutable std::int32_t masked_total_ = 0;
    mutable Sums masked_sums_;
    Sums sums_; // sums_[i]: of the weights up to i; repeated up to padded_
};

} // namespace assay::choice
