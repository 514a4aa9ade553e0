// Numbers in saved text.
#include "program/text_loader.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <string>

namespace assay::program {
namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

int digit_value(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 99;
}

std::optional<TypeId> suffix_type(std::string_view suffix) {
    if (suffix.empty()) return type::Int;
    if (suffix == "u") return type::UInt;
    if (suffix == "l") return type::Long;
    if (suffix == "ul") return type::ULong;
    if (suffix == "ll") return type::LLong;
    if (suffix == "ull") return type::ULLong;
    return std::nullopt;
}

NumberText real_of(const Form& form, std::string_view digits) {
    NumberText number;
    number.is_floating = true;
    number.type = type::Double;
    std::string text(digits);
    if (text.ends_with('f') || text.ends_with('F')) {
        number.type = type::Float;
        text.pop_back();
    }
    char* end = nullptr;
    number.real =
        number.type == type::Float ? std::strtof(text.c_str(), &end) : std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0') form.fail(fmt::format("'{}' is no number", form.text));
    if (!std::isfinite(number.real)) form.fail(fmt::format("'{}' is too large", form.text));
    return number;
}

} // namespace

bool looks_like_number(std::string_view atom) {
    if (atom.starts_with('-') && atom.size() > 1) atom.remove_prefix(1);
    return is_digit(atom.front());
}

NumberText number_of(const Form& form) {
    std::string_view rest = form.atom("a number");
    if (rest.empty() || !looks_like_number(rest)) form.fail(fmt::format("expected a number, not '{}'", rest));
    const std::string_view whole = rest;
    NumberText number;
    if (rest.front() == '-') {
        number.is_negative = true;
        rest.remove_prefix(1);
    }
    if (rest.starts_with("0x") || rest.starts_with("0X")) {
        number.is_hex = true;
        rest.remove_prefix(2);
    }
    if (rest.find_first_of(number.is_hex ? ".pP" : ".eE") != rest.npos) return real_of(form, whole);
    const unsigned base = number.is_hex ? 16 : 10;
    size_t digits = 0;
    for (; digits < rest.size() && digit_value(rest[digits]) < static_cast<int>(base); ++digits) {
        const auto digit = static_cast<unsigned>(digit_value(rest[digits]));
        if (number.magnitude > (~static_cast<base::UInt128>(0) - digit) / base)
            form.fail(fmt::format("'{}' needs more than 128 bits", whole));
        number.magnitude = number.magnitude * base + digit;
    }
    const std::optional<TypeId> type = suffix_type(rest.substr(digits));
    if (digits == 0 || !type) form.fail(fmt::format("'{}' is no number", whole));
    number.type = *type;
    return number;
}

uint32_t small_number(const Form& form, uint32_t largest) {
    const NumberText number = number_of(form);
    if (number.is_floating || number.is_negative || number.type != type::Int || number.magnitude > largest)
        form.fail(fmt::format("expected a number from 0 to {}, not '{}'", largest, form.text));
    return static_cast<uint32_t>(number.magnitude);
}

int64_t signed_number(const Form& form) {
    const NumberText number = number_of(form);
    const base::UInt128 limit = (static_cast<base::UInt128>(1) << 63) - (number.is_negative ? 0 : 1);
    if (number.is_floating || number.type != type::Int || number.magnitude > limit)
        form.fail(fmt::format("expected a whole number of 64 bits, not '{}'", form.text));
    const auto magnitude = static_cast<uint64_t>(number.magnitude);
    return static_cast<int64_t>(number.is_negative ? 0 - magnitude : magnitude);
}

} // namespace assay::program
