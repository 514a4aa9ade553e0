#include "print/constants.h"

#include "base/check.h"
#include "print/types.h"

#include <cmath>

namespace assay::print {

using base::Int128;
using base::UInt128;
using program::TypeKind;

namespace {

std::string_view suffix(TypeKind kind) {
    if (kind == TypeKind::UInt) return "u";
    if (kind == TypeKind::Long) return "L";
    if (kind == TypeKind::ULong) return "UL";
    if (kind == TypeKind::LLong) return "LL";
    if (kind == TypeKind::ULLong) return "ULL";
    return {};
}

void put_magnitude(Writer& out, uint64_t magnitude, Radix radix) {
    if (radix == Radix::Hex) out.put("0x");
    if (radix == Radix::Octal && magnitude != 0) out.put('0');
    out.put_number(magnitude, radix == Radix::Decimal ? 10 : radix == Radix::Hex ? 16 : 8);
}

void put_minus(Writer& out) {
    if (out.last() == '-') out.put(' ');
    out.put('-');
}

// "12.5e+7" -> "125": the digits that matter.
std::string significant_digits(std::string_view number) {
    std::string digits;
    for (const char c : number) {
        if (c == 'e') break;
        if (c >= '0' && c <= '9' && !(digits.empty() && c == '0')) digits += c;
    }
    while (!digits.empty() && digits.back() == '0') digits.pop_back();
    return digits;
}

// More digits than any double has.
constexpr int kAllDigits = 770;

std::string shortest(TypeKind kind, double value) {
    char text[64];
    const auto end = kind == TypeKind::Float
                         ? std::to_chars(text, text + sizeof text, static_cast<float>(value)).ptr
                         : std::to_chars(text, text + sizeof text, value).ptr;
    std::string number(text, end);
    if (number.find_first_of(".e") == std::string::npos) number += ".0";
    return number;
}

std::string all_digits(double value) { // scientific
    char text[kAllDigits + 32];
    const auto end =
        std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, kAllDigits).ptr;
    std::string number(text, end);
    const size_t exponent = number.find('e');
    size_t keep = exponent;
    while (number[keep - 1] == '0' && number[keep - 2] != '.') --keep;
    number.erase(keep, exponent - keep);
    return number;
}

} // namespace

Constants::Constants(const program::Platform& platform)
    : target_(platform.target), cxx_(is_cxx(platform.standard)),
      has_hex_floats_(!cxx_ || platform.standard >= program::Standard::Cxx17) {}

UInt128 Constants::smallest(TypeKind kind) const {
    const program::IntegerForm form = integer_form(kind, target_);
    return form.is_signed ? static_cast<UInt128>(-1) << (form.width - 1) : 0;
}

UInt128 Constants::largest(TypeKind kind) const {
    const program::IntegerForm form = integer_form(kind, target_);
    if (form.is_signed) return ~smallest(kind);
    return ~static_cast<UInt128>(0) >> (128 - form.width);
}

bool Constants::fits(TypeKind kind, UInt128 bits, TypeKind to) const {
    if (integer_form(kind, target_).is_signed && static_cast<Int128>(bits) < 0)
        return static_cast<Int128>(bits) >= static_cast<Int128>(smallest(to));
    return bits <= largest(to);
}

Prec Constants::precedence(TypeKind kind, UInt128 bits) const {
    if (kind == TypeKind::Bool && cxx_) return Prec::Primary;
    if (kind < TypeKind::Int || kind >= TypeKind::Int128) return Prec::Cast;
    if (!integer_form(kind, target_).is_signed || static_cast<Int128>(bits) >= 0) return Prec::Primary;
    return bits == smallest(kind) ? Prec::Primary : Prec::Unary;
}

void Constants::put_integer(Writer& out, TypeKind kind, UInt128 bits, Radix radix) const {
    if (kind == TypeKind::Bool && cxx_) return out.put(bits != 0 ? "true" : "false");
    if (kind >= TypeKind::Int128) return put_wide(out, kind, bits, radix);
    if (kind < TypeKind::Int) {
        out.put('(');
        out.put(basic_spelling(kind, cxx_));
        out.put(')');
        kind = TypeKind::Int;
    }
    const bool negative = integer_form(kind, target_).is_signed && static_cast<Int128>(bits) < 0;
    if (negative && bits == smallest(kind)) { // -2147483648 would be minus a long
        out.put("(-");
        put_magnitude(out, static_cast<uint64_t>(largest(kind)), radix);
        out.put(suffix(kind));
        return out.put(" - 1)");
    }
    if (negative) put_minus(out);
    put_magnitude(out, static_cast<uint64_t>(negative ? 0 - bits : bits), radix);
    out.put(suffix(kind));
}

void Constants::put_wide(Writer& out, TypeKind kind, UInt128 bits, Radix radix) const {
    const auto cast = [&] {
        out.put('(');
        out.put(basic_spelling(kind, cxx_));
        out.put(')');
    };
    for (const TypeKind small : {TypeKind::Int, TypeKind::LLong, TypeKind::ULLong}) {
        if (!fits(kind, bits, small)) continue;
        cast();
        return put_integer(out, small, bits, radix);
    }
    if (kind == TypeKind::Int128) cast();
    out.put("((unsigned __int128)");
    put_magnitude(out, static_cast<uint64_t>(bits >> 64), Radix::Hex);
    out.put("ULL << 64");
    if (const auto low = static_cast<uint64_t>(bits); low != 0) {
        out.put(" | ");
        put_magnitude(out, low, Radix::Hex);
        out.put("ULL");
    }
    out.put(')');
}

void Constants::put_real(Writer& out, TypeKind kind, double value, bool hex) const {
    base::check(std::isfinite(value), "a constant that is no finite number");
    if (std::signbit(value)) put_minus(out);
    const double size = std::fabs(value);
    const bool small_integer = size <= 16777216 && std::trunc(size) == size;
    std::string number;
    if (!hex || !has_hex_floats_) {
        number = shortest(kind, size);
        // Where C computes with more precision than the type has, a constant keeps what rounding to the type
        // would drop.
        if (!small_integer && significant_digits(number) != significant_digits(all_digits(size)))
            number = has_hex_floats_ ? "" : all_digits(size);
    }
    if (number.empty()) {
        char text[64];
        const auto end = std::to_chars(text, text + sizeof text, size, std::chars_format::hex).ptr;
        number = "0x" + std::string(text, end);
    }
    out.put(number);
    if (kind == TypeKind::Float) out.put('f');
}

bool is_plain_integer(TypeKind kind, UInt128 bits) {
    const auto value = static_cast<Int128>(bits);
    if (kind == TypeKind::UInt128 && value < 0) return false;
    return value > INT32_MIN && value <= INT32_MAX;
}

void put_plain_integer(Writer& out, int64_t value) {
    if (value == INT64_MIN) return out.put("(-9223372036854775807LL - 1)");
    if (value == INT32_MIN) return out.put("(-2147483647 - 1)");
    if (value < 0) put_minus(out);
    out.put_number(static_cast<uint64_t>(value < 0 ? -value : value));
    if (value > INT32_MAX && value <= UINT32_MAX)
        out.put('u');
    else if (value > UINT32_MAX || value < INT32_MIN)
        out.put("LL");
}

void put_character(Writer& out, uint8_t code) {
    out.put('\'');
    if (code == '\'' || code == '\\') {
        out.put('\\');
        out.put(static_cast<char>(code));
    } else if (code >= ' ' && code < 127) {
        out.put(static_cast<char>(code));
    } else if (code == '\n') {
        out.put("\\n");
    } else if (code == '\t') {
        out.put("\\t");
    } else {
        out.put('\\');
        out.put_number(code, 8);
    }
    out.put('\'');
}

} // namespace assay::print
