// check(condition, why): an invariant of ours. It stops the program in every build type, because a broken
// invariant would otherwise turn into a false bug report. In a constant expression it stops the compiler.
#pragma once

#include <string_view>

namespace assay::base {

// The caller's place in the source. (std::source_location is missing from clang 14 and libc++ 14.)
struct Where {
    const char* file;
    const char* function;
    int line;

    static constexpr Where here(const char* file = __builtin_FILE(),
                                const char* function = __builtin_FUNCTION(), int line = __builtin_LINE()) {
        return Where{file, function, line};
    }
};

[[noreturn]] void fail(std::string_view why, Where where = Where::here());

constexpr void check(bool condition, std::string_view why, Where where = Where::here()) {
    if (!condition) [[unlikely]]
        fail(why, where);
}

} // namespace assay::base
