// Target: the data model a program is compiled for, and Standard: the language rules it is compiled by. Both
// are passed as values wherever they matter. They sit in this room because already the type of `long +
// unsigned` depends on them.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::program {

struct Target {
    uint8_t long_bits = 64;
    uint8_t pointer_bits = 64;
    uint8_t wide_align = 8; // of long long and double: 4 on i386
    bool char_is_signed = true;
    bool big_endian = false;
    bool has_int128 = true;
    bool operator==(const Target&) const = default;
};

// "lp64", "ilp32" (i386), "llp64", each with "-be" (big endian), "-uchar" (plain char unsigned), "-align8"
// behind it.
base::Result<Target> target_named(std::string_view name);
std::string name_of(const Target& target);

enum class Standard : uint8_t { C99, C11, C17, C23, Cxx11, Cxx14, Cxx17, Cxx20 };

constexpr bool is_cxx(Standard s) { return s >= Standard::Cxx11; }
base::Result<Standard> standard_named(std::string_view name); // "c11", "c++17", as in -std=
std::string_view name_of(Standard standard);
const std::vector<Standard>& all_standards();

// What a program is typed for.
struct Platform {
    Target target;
    Standard standard = Standard::C11;
    bool operator==(const Platform&) const = default;
};

} // namespace assay::program
