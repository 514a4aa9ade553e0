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

// Functions that compilers know by name alone and may treat as the library's.
constexpr auto kLibrary = std::to_array<std::string_view>({
    "abort",   "abs",     "acos",    "alloca",  "asin",    "atan",    "atan2",   "bcmp",    "bcopy",
    "bzero",   "calloc",  "ceil",    "clog",    "conj",    "cos",     "cosh",    "erf",     "exit",
    "exp",     "exp2",    "fabs",    "fdim",    "ffs",     "ffsl",    "ffsll",   "floor",   "fma",
    "fmax",    "fmin",    "fmod",    "fork",    "fprintf", "fputc",   "fputs",   "free",    "frexp",
    "fscanf",  "gamma",   "hypot",   "index",   "isalnum", "isalpha", "isascii", "isblank", "iscntrl",
    "isdigit", "isgraph", "islower", "isprint", "ispunct", "isspace", "isupper", "j0",      "j1",
    "jn",      "labs",    "ldexp",   "lgamma",  "llabs",   "log",     "log10",   "log2",    "logb",
    "lrint",   "main",    "malloc",  "memchr",  "memcmp",  "memcpy",  "memmove", "memset",  "modf",
    "nan",     "pow",     "printf",  "putchar", "puts",    "realloc", "remquo",  "rindex",  "rint",
    "round",   "scalb",   "scanf",   "signbit", "sin",     "sinh",    "sprintf", "sqrt",    "sscanf",
    "stpcpy",  "strcat",  "strchr",  "strcmp",  "strcpy",  "strcspn", "strdup",  "strlen",  "strncat",
    "strncmp", "strncpy", "strpbrk", "strrchr", "strspn",  "strstr",  "tan",     "tanh",    "tgamma",
    "toascii", "tolower", "toupper", "trunc",   "vprintf", "y0",      "y1",      "yn",
});
static_assert(std::ranges::is_sorted(kLibrary));

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
    if (place == NamePlace::File && std::ranges::binary_search(kLibrary, name))
        return "is a name of the C library";
    return {};
}

} // namespace assay::program
