#include "generate/derive/grammar/atoms.h"

#include "base/printable.h"

namespace assay::generate::derive {

namespace {

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

bool fail(std::optional<Problem>& problem, Place place, const std::string& what) {
    if (!problem) problem = Problem{place, what};
    return false;
}

// What follows "\u": four hex digits, or as many as stand in braces.
bool read_code_point(Scanner& scan, Place start, char32_t& point, std::optional<Problem>& problem) {
    const bool braces = scan.peek() == '{';
    if (braces) scan.take();
    point = 0;
    int digits = 0;
    while (digits < (braces ? 6 : 4) && hex_digit(scan.peek()) >= 0) {
        point = point * 16 + static_cast<char32_t>(hex_digit(scan.take()));
        ++digits;
    }
    if (digits == 0 || (!braces && digits != 4) || point > 0x10FFFF)
        return fail(problem, start, "this is no code point: use \\uXXXX or \\u{X...}");
    if (!braces) return true;
    if (scan.peek() != '}') return fail(problem, start, "'}' expected after the code point");
    scan.take();
    return true;
}

// The scanner stands behind a backslash.
bool read_escape(Scanner& scan, char32_t& point, std::optional<Problem>& problem) {
    const Place start = scan.place();
    if (scan.at_end()) return fail(problem, start, "an escape without an end");
    const char c = scan.take();
    switch (c) {
    case 'n': point = '\n'; return true;
    case 'r': point = '\r'; return true;
    case 't': point = '\t'; return true;
    case 'b': point = '\b'; return true;
    case 'f': point = '\f'; return true;
    case 'u': return read_code_point(scan, start, point, problem);
    default: point = static_cast<unsigned char>(c); return true;
    }
}

bool read_point(Scanner& scan, char32_t& point, std::optional<Problem>& problem) {
    if (scan.peek() == '\\') {
        scan.take();
        return read_escape(scan, point, problem);
    }
    const Place start = scan.place();
    std::string bytes(1, scan.take());
    while ((scan.peek() & 0xC0) == 0x80) bytes += scan.take();
    if (!base::is_utf8(bytes)) return fail(problem, start, "a character that is not UTF-8");
    point = from_utf8(bytes)[0];
    return true;
}

// \p{Lu} and \P{Lu}.
bool read_property(Scanner& scan, CharSet& set, std::optional<Problem>& problem) {
    const Place start = scan.place();
    scan.take();
    const bool negated = scan.take() == 'P';
    std::string name;
    if (scan.peek() == '{') {
        scan.take();
        while (!scan.at_end() && scan.peek() != '}') name += scan.take();
        if (!scan.at_end()) scan.take();
    }
    const auto property = property_named(name);
    if (!property) return fail(problem, start, "unknown property of characters '" + name + "'");
    set.add(negated ? property->negated() : *property);
    return true;
}

} // namespace

bool read_literal(Scanner& scan, std::string& text, std::optional<Problem>& problem) {
    const Place start = scan.place();
    if (scan.peek() != '\'') return fail(problem, start, "a literal in quotes expected");
    scan.take();
    while (scan.peek() != '\'') {
        if (scan.at_end() || scan.peek() == '\n') return fail(problem, start, "this literal is never closed");
        char32_t point = 0;
        if (!read_point(scan, point, problem)) return false;
        append_utf8(text, point);
    }
    scan.take();
    return true;
}

bool read_char_class(Scanner& scan, CharSet& set, std::optional<Problem>& problem) {
    const Place start = scan.place();
    scan.take();
    while (scan.peek() != ']') {
        if (scan.at_end() || scan.peek() == '\n')
            return fail(problem, start, "this set of characters is never closed");
        if (scan.peek() == '\\' && (scan.peek(1) == 'p' || scan.peek(1) == 'P')) {
            if (!read_property(scan, set, problem)) return false;
            continue;
        }
        const Place place = scan.place();
        char32_t first = 0;
        if (!read_point(scan, first, problem)) return false;
        char32_t last = first;
        if (scan.peek() == '-' && scan.peek(1) != ']') {
            scan.take();
            if (!read_point(scan, last, problem)) return false;
        }
        if (last < first) return fail(problem, place, "the range is empty: its end comes before its start");
        set.add(first, last);
    }
    scan.take();
    return true;
}

} // namespace assay::generate::derive
