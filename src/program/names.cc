#include "program/names.h"

#include <algorithm>
#include <array>

namespace assay::program {
namespace {

constexpr auto kKeywords = std::to_array<std::string_view>({
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "typeof_unqual",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
});
static_assert(std::ranges::is_sorted(kKeywords));

// Flags and the mark of a missing part in saved text.
constexpr auto kTextWords = std::to_array<std::string_view>({"_", "noinline", "pure", "unobserved"});

// Macros that gcc and clang define themselves in their GNU modes.
constexpr auto kMacros = std::to_array<std::string_view>({"i386", "linux", "unix"});

// What the compilers know by name alone and may treat as the library's: gcc and clang refuse a variable of
// such a name, or take a function of such a name for one that returns what the library's returns. The
// functions of mathematics exist once more for each floating type, with a suffix; C23's are among them.
// clang-format off
constexpr auto kMath = std::to_array<std::string_view>({
    "acos", "acosh", "acospi", "asin", "asinh", "asinpi", "atan", "atan2", "atan2pi", "atanh", "atanpi",
    "cabs", "cacos", "cacosh", "canonicalize", "carg", "casin", "casinh", "catan", "catanh", "cbrt",
    "ccos", "ccosh", "ceil", "cexp", "cimag", "clog", "clog10", "compoundn", "conj", "copysign", "cos",
    "cosh", "cospi", "cpow", "cproj", "creal", "csin", "csinh", "csqrt", "ctan", "ctanh", "drem", "erf",
    "erfc", "exp", "exp10", "exp10m1", "exp2", "exp2m1", "expm1", "fabs", "fdim", "finite", "floor",
    "fma", "fmax", "fmaximum", "fmaximum_mag", "fmaximum_mag_num", "fmaximum_num", "fmin", "fminimum",
    "fminimum_mag", "fminimum_mag_num", "fminimum_num", "fmod", "frexp", "fromfp", "fromfpx", "gamma",
    "hypot", "ilogb", "isinf", "isnan", "j0", "j1", "jn", "ldexp", "lgamma", "llogb", "llrint",
    "llround", "log", "log10", "log10p1", "log1p", "log2", "log2p1", "logb", "logp1", "lrint", "lround",
    "modf", "nan", "nearbyint", "nextafter", "nextdown", "nexttoward", "nextup", "pow", "pow10", "pown",
    "powr", "remainder", "remquo", "rint", "rootn", "round", "roundeven", "rsqrt", "scalb", "scalbln",
    "scalbn", "signbit", "significand", "sin", "sincos", "sinh", "sinpi", "sqrt", "tan", "tanh", "tanpi",
    "tgamma", "trunc", "ufromfp", "ufromfpx", "y0", "y1", "yn",
});
static_assert(std::ranges::is_sorted(kMath));
constexpr auto kMathSuffixes = std::to_array<std::string_view>(
    {"f", "l", "f16", "f32", "f32x", "f64", "f64x", "f128", "d32", "d64", "d128"});
constexpr auto kLibrary = std::to_array<std::string_view>({
    "abort", "abs", "aligned_alloc", "alloca", "bcmp", "bcopy", "bzero", "calloc", "coro_destroy",
    "coro_done", "coro_promise", "coro_resume", "dcgettext", "dgettext", "execl", "execle", "execlp",
    "execv", "execve", "execvp", "exit", "feclearexcept", "fegetenv", "fegetexceptflag", "fegetround",
    "feholdexcept", "feraiseexcept", "fesetenv", "fesetexceptflag", "fesetround", "fetestexcept",
    "feupdateenv", "ffs", "ffsimax", "ffsl", "ffsll", "fopen", "fork", "fprintf", "fprintf_unlocked",
    "fputc", "fputc_unlocked", "fputs", "fputs_unlocked", "fread", "free", "fscanf", "fwrite",
    "fwrite_unlocked", "gamma_r", "gammaf_r", "gammal_r", "gettext", "imaxabs", "index", "isalnum",
    "isalpha", "isascii", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct",
    "isspace", "isupper", "iswalnum", "iswalpha", "iswblank", "iswcntrl", "iswdigit", "iswgraph",
    "iswlower", "iswprint", "iswpunct", "iswspace", "iswupper", "iswxdigit", "isxdigit", "labs",
    "lgamma_r", "lgammaf_r", "lgammal_r", "llabs", "main", "malloc", "memalign", "memccpy", "memchr",
    "memcmp", "memcpy", "memmove", "mempcpy", "memrchr", "memset", "memset_explicit", "posix_memalign",
    "printf", "printf_unlocked", "putc", "putc_unlocked", "putchar", "putchar_unlocked", "puts",
    "puts_unlocked", "realloc", "rindex", "scanf", "snprintf", "sprintf", "sscanf", "stpcpy", "stpncpy",
    "strcasecmp", "strcat", "strchr", "strchrnul", "strcmp", "strcpy", "strcspn", "strdup", "strerror",
    "strfmon", "strftime", "strlen", "strncasecmp", "strncat", "strncmp", "strncpy", "strndup",
    "strnlen", "strpbrk", "strrchr", "strspn", "strstr", "strtod", "strtof", "strtok", "strtol",
    "strtold", "strtoll", "strtoul", "strtoull", "strxfrm", "toascii", "tolower", "toupper", "towlower",
    "towupper", "uabs", "uimaxabs", "ulabs", "ullabs", "va_copy", "va_end", "va_start", "vfork",
    "vfprintf", "vfscanf", "vprintf", "vscanf", "vsnprintf", "vsprintf", "vsscanf", "wcschr", "wcscmp",
    "wcslen", "wcsncmp", "wmemchr", "wmemcmp", "wmemcpy", "wmemmove",
});
static_assert(std::ranges::is_sorted(kLibrary));

// What a running program and the sanitizers' runtimes look up by name, so that a global would stand in for
// it.
constexpr auto kRuntime = std::to_array<std::string_view>({
    "confstr", "dl_iterate_phdr", "dlsym", "environ", "errno", "getrlimit", "mmap", "munmap",
    "pthread_getspecific", "pthread_key_create", "pthread_setspecific", "setrlimit", "sigaltstack",
    "stderr", "stdin", "stdout", "sysconf",
});
static_assert(std::ranges::is_sorted(kRuntime));
// clang-format on

bool is_mathematics(std::string_view name) {
    if (std::ranges::binary_search(kMath, name)) return true;
    return std::ranges::any_of(kMathSuffixes, [&](std::string_view suffix) {
        return name.ends_with(suffix) &&
               std::ranges::binary_search(kMath, name.substr(0, name.size() - suffix.size()));
    });
}

bool is_of_library(std::string_view name) {
    return is_mathematics(name) || std::ranges::binary_search(kLibrary, name) ||
           std::ranges::binary_search(kRuntime, name);
}

constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

} // namespace

bool is_identifier(std::string_view text) {
    return !text.empty() && is_letter(text.front()) &&
           std::ranges::all_of(text, [](char c) { return is_letter(c) || is_digit(c); });
}

std::string_view name_problem(std::string_view name, NamePlace place) {
    if (!is_identifier(name)) return "is no identifier";
    if (name.size() > 200) return "is longer than 200 characters";
    if (std::ranges::find(kTextWords, name) != kTextWords.end()) return "has a meaning in saved text";
    if (std::ranges::binary_search(kKeywords, name)) return "is a keyword of C or C++";
    if (std::ranges::find(kMacros, name) != kMacros.end()) return "is a macro of some compilers";
    if (name.front() == '_' || name.find("__") != name.npos) return "is reserved for compilers";
    if (name.starts_with("assay_")) return "is reserved for the harness";
    // A local of such a name would hide what the harness and the builtins call.
    constexpr auto used =
        std::to_array<std::string_view>({"abort", "main", "memcmp", "memcpy", "memmove", "memset", "printf"});
    if (std::ranges::find(used, name) != used.end()) return "is reserved for the harness";
    if (place == NamePlace::File && is_of_library(name)) return "is a name of the C library";
    return {};
}

} // namespace assay::program
