// The portable random generator under every decision: xoshiro256** 1.0 (Blackman and Vigna, 2018), its
// 256-bit state filled by four steps of splitmix64 from a 64-bit key. Both are defined by integer arithmetic
// alone, so the same key gives the same numbers on every machine, compiler and standard library. Numbers
// below a bound come from Lemire's multiplication method with rejection: without bias, mostly without a
// division.
#pragma once

#include "base/hash.h"
#include "base/int128.h"

#include <bit>
#include <cstdint>

namespace assay::choice {

// splitmix64: a counter of golden-ratio steps, scrambled.
class SplitMix {
  public:
    explicit constexpr SplitMix(std::uint64_t seed) : state_(seed) {}

    constexpr std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15U;
        return base::scramble(state_);
    }

  private:
    std::uint64_t state_;
};

class Generator {
  public:
    explicit constexpr Generator(std::uint64_t key) {
        SplitMix fill(key);
        for (std::uint64_t& word : state_) word = fill.next();
    }
    // The raw state, for known-answer tests. All zero is the one state that never moves.
    constexpr Generator(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d)
        : state_{a, b, c, d} {}

    constexpr std::uint64_t next() {
        std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // Uniform in 0 .. bound-1; the bound is not 0.
    constexpr std::uint64_t below(std::uint64_t bound) {
        base::UInt128 product = base::UInt128{next()} * bound;
        if (static_cast<std::uint64_t>(product) < bound) [[unlikely]] {
            std::uint64_t biased = -bound % bound;
            while (static_cast<std::uint64_t>(product) < biased) product = base::UInt128{next()} * bound;
        }
        return static_cast<std::uint64_t>(product >> 64);
    }

  private:
    std::uint64_t state_[4];
};

} // namespace assay::choice
