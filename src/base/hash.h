// Hashes that are the same on every machine, compiler and standard library, and in every release: seeds and
// stored results are derived from them. (std::hash promises none of this.)
#pragma once

#include <cstdint>
#include <string_view>

namespace assay::base {

// A bijection of 64-bit words in which every input bit reaches every output bit (the finalizer of
// splitmix64).
constexpr std::uint64_t scramble(std::uint64_t word) {
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9U;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebU;
    return word ^ (word >> 31);
}

// FNV-1a with 64 bits, scrambled because FNV alone leaves the high bits of short texts nearly equal.
constexpr std::uint64_t hash_text(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    return scramble(hash);
}

// Order matters: combine(a, b) and combine(b, a) differ.
constexpr std::uint64_t combine(std::uint64_t first, std::uint64_t second) {
    return scramble(scramble(first + 0x9e3779b97f4a7c15U) ^ second);
}

} // namespace assay::base
