#include "program/target.h"

#include <fmt/format.h>

#include <array>

namespace assay::program {
namespace {

struct StandardRow {
    Standard standard;
    std::string_view name;
};
constexpr std::array kStandards{
    StandardRow{Standard::C99, "c99"},     StandardRow{Standard::C11, "c11"},
    StandardRow{Standard::C17, "c17"},     StandardRow{Standard::C23, "c2x"},
    StandardRow{Standard::Cxx11, "c++11"}, StandardRow{Standard::Cxx14, "c++14"},
    StandardRow{Standard::Cxx17, "c++17"}, StandardRow{Standard::Cxx20, "c++20"},
};

bool take_suffix(std::string_view& text, std::string_view suffix) {
    if (!text.ends_with(suffix)) return false;
    text.remove_suffix(suffix.size());
    return true;
}

} // namespace

base::Result<Target> target_named(std::string_view name) {
    std::string_view rest = name;
    Target target;
    bool align8 = false;
    for (bool found = true; found;) {
        found = false;
        if (take_suffix(rest, "-be")) found = target.big_endian = true;
        if (take_suffix(rest, "-uchar")) found = true, target.char_is_signed = false;
        if (take_suffix(rest, "-align8")) found = align8 = true;
    }
    if (rest == "lp64") return target;
    if (rest == "llp64") {
        target.long_bits = 32;
        return target;
    }
    if (rest == "ilp32") {
        target.long_bits = target.pointer_bits = 32;
        target.has_int128 = false;
        target.wide_align = align8 ? 8 : 4;
        return target;
    }
    return base::Error{fmt::format(
        "unknown target '{}': use lp64, ilp32 or llp64, each with -be, -uchar or -align8 behind it if wanted",
        name)};
}

std::string name_of(const Target& target) {
    std::string name = target.long_bits == 64 ? "lp64" : target.pointer_bits == 64 ? "llp64" : "ilp32";
    if (target.pointer_bits == 32 && target.wide_align == 8) name += "-align8";
    if (!target.char_is_signed) name += "-uchar";
    if (target.big_endian) name += "-be";
    return name;
}

base::Result<Standard> standard_named(std::string_view name) {
    for (const StandardRow& row : kStandards)
        if (row.name == name) return row.standard;
    if (name == "c23") return Standard::C23;
    return base::Error{
        fmt::format("unknown standard '{}': use c99, c11, c17, c2x, c++11, c++14, c++17 or c++20", name)};
}

std::string_view name_of(Standard standard) { return kStandards[static_cast<size_t>(standard)].name; }

const std::vector<Standard>& all_standards() {
    static const std::vector<Standard> all{Standard::C99,   Standard::C11,   Standard::C17,
                                           Standard::C23,   Standard::Cxx11, Standard::Cxx14,
                                           Standard::Cxx17, Standard::Cxx20};
    return all;
}

} // namespace assay::program
