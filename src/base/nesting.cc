#include "base/nesting.h"

#include <cstddef>

namespace assay::base {

bool is_nested_deeper(std::string_view json, int limit) {
    int depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (in_string) {
            if (c == '\\') ++i;
            in_string = c != '"';
            continue;
        }
        in_string = c == '"';
        if (c == '[' || c == '{') ++depth;
        if (c == ']' || c == '}') --depth;
        if (depth > limit) return true;
    }
    return false;
}

bool has_longer_path(std::string_view toml, int limit) {
    constexpr std::string_view kAround = " \t\"'_-";
    int dots = 0;
    char before = 0;
    for (const char c : toml) {
        const bool in_name = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                             kAround.find(c) != kAround.npos;
        if (c == '.' && before != '.')
            ++dots;
        else if (!in_name)
            dots = 0;
        if (dots > limit) return true;
        before = c;
    }
    return false;
}

} // namespace assay::base
