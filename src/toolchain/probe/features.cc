#include "toolchain/probe/features.h"

#include "testcase/language.h"
#include "toolchain/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace assay::toolchain {
namespace {

constexpr std::array kFeatures{
    Feature{"int128", "__int128",
            "int int128_works(void) { __int128 v = 1; v = v << 70 | 5; return (int)(v >> 70) == 1 && (int)v "
            "== 5; }"},
    Feature{"vectors", "vector_size",
            "typedef int v4 __attribute__((vector_size(16)));\n"
            "int vectors_works(void) { v4 a = {1, 2, 3, 4}, b = a * a + a; v4 c = b > a; "
            "return sizeof(v4) == 16 && b[3] == 20 && c[3] == -1; }"},
    Feature{"convertvector", "__builtin_convertvector",
            "typedef int w4 __attribute__((vector_size(16)));\n"
            "typedef long long w8 __attribute__((vector_size(32)));\n"
            "int convertvector_works(void) { w4 a = {1, -2, 3, 4}; w8 b = __builtin_convertvector(a, w8); "
            "return b[1] == -2; }"},
    Feature{"statement_expressions", "({",
            "int statement_expressions_works(void) { return __extension__({ int x = 3; x - 2; }); }"},
    Feature{"overflow_builtins", "__builtin_add_overflow __builtin_sub_overflow __builtin_mul_overflow",
            "int overflow_builtins_works(void) { int r = 0, s = 0; signed char c = 0; "
            "return !__builtin_add_overflow(1, 2, &r) && r == 3 && __builtin_sub_overflow(1, 300L, &c) && "
            "!__builtin_mul_overflow(3, 5, &s) && s == 15; }"},
    Feature{"bit_builtins",
            "__builtin_clz __builtin_clzl __builtin_clzll __builtin_ctz __builtin_ctzl __builtin_ctzll "
            "__builtin_ffs __builtin_ffsl __builtin_ffsll __builtin_clrsb __builtin_clrsbl "
            "__builtin_clrsbll __builtin_popcount __builtin_popcountl __builtin_popcountll "
            "__builtin_parity __builtin_parityl __builtin_parityll",
            "int bit_builtins_works(void) { volatile unsigned n = 40; volatile unsigned long l = 40; "
            "return __builtin_clz(n) == 26 && __builtin_ctz(n) == 3 && __builtin_ffs((int)n) == 4 && "
            "__builtin_clrsb((int)n) == 25 && __builtin_popcount(n) == 2 && __builtin_parity(n) == 0 && "
            "__builtin_ctzl(l) == 3 && __builtin_ctzll(l) == 3 && __builtin_clrsbll((int)n) == 57; }"},
    Feature{"bswap", "__builtin_bswap16 __builtin_bswap32 __builtin_bswap64",
            "int bswap_works(void) { return __builtin_bswap16(0x1234) == 0x3412 && "
            "__builtin_bswap32(0x12345678) == 0x78563412 && __builtin_bswap64(1) >> 56 == 1; }"},
    Feature{"abs_builtins", "__builtin_abs __builtin_labs __builtin_llabs",
            "int abs_builtins_works(void) { return __builtin_abs(-3) == 3 && __builtin_labs(-3L) == 3 && "
            "__builtin_llabs(-3LL) == 3; }"},
    Feature{"expect", "__builtin_expect", "int expect_works(void) { return (int)__builtin_expect(1L, 0L); }"},
    Feature{"unreachable", "__builtin_unreachable",
            "int unreachable_works(void) { volatile int one = 1; if (!one) __builtin_unreachable(); "
            "return one; }"},
    Feature{"function_attributes",
            "noinline noclone noipa always_inline pure cold hot flatten unused used weak ((const))",
            "__attribute__((noinline, pure)) int attributed(int x);\n"
            "__attribute__((noinline, pure)) int attributed(int x) { return x + 1; }\n"
            "int function_attributes_works(void) { return attributed(0); }"},
    Feature{"layout_attributes", "packed aligned",
            "struct p { char c; int i; } __attribute__((packed));\n"
            "struct q { char c; } __attribute__((aligned(8)));\n"
            "int layout_attributes_works(void) { return sizeof(struct p) == 5 && sizeof(struct q) == 8; }"},
    Feature{"pragma_pack", "pack",
            "#pragma pack(push)\n#pragma pack(1)\nstruct r { char c; int i; };\n#pragma pack(pop)\n"
            "int pragma_pack_works(void) { return sizeof(struct r) == 5; }"},
    Feature{"atomics", "_Atomic", "int atomics_works(void) { _Atomic int a = 1; a += 2; return a == 3; }"},
    Feature{"complex", "_Complex",
            "int complex_works(void) { double _Complex z = 1.0; z = z * z; return sizeof z == 16 && (int)z "
            "== 1; }"},
    Feature{"bitint", "_BitInt", "int bitint_works(void) { _BitInt(37) b = 5; return (int)(b * 3) == 15; }"},
    Feature{"computed_goto", "goto*",
            "int computed_goto_works(void) { void *to = &&here; goto *to; return 0; here: return 1; }"},
    Feature{"typeof", "typeof __typeof__ __auto_type",
            "int typeof_works(void) { int a = 1; __typeof__(a) b = a; return b; }"},
    Feature{"generic", "_Generic", "int generic_works(void) { return _Generic(1L, int: 0, long: 1); }"},
    Feature{"thread_local", "_Thread_local __thread",
            "_Thread_local int tl = 1;\nint thread_local_works(void) { return tl; }"},
    Feature{"alignas", "_Alignas _Alignof",
            "int alignas_works(void) { struct { _Alignas(16) char c; } s; return sizeof s == 16; }"},
    Feature{"asm", "asm __asm__",
            "int asm_works(void) { __asm__ volatile(\"\" : : : \"memory\"); return 1; }"},
    Feature{"headers", "#include<",
            "#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
            "#include <string.h>\n#include <limits.h>\n"
            "int headers_works(void) { size_t n = 1; uint8_t u = 255; return INT_MAX > 0 && ++u < n; }"},
};

bool word_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

struct Mark {
    std::string_view word;
    size_t feature;
};

std::vector<Mark> sorted_marks() {
    std::vector<Mark> marks;
    for (size_t i = 0; i < kFeatures.size(); ++i) {
        for (std::string_view rest = kFeatures[i].marks; !rest.empty();) {
            const size_t end = std::min(rest.find(' '), rest.size());
            marks.push_back({rest.substr(0, end), i});
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    std::sort(marks.begin(), marks.end(), [](const Mark& a, const Mark& b) { return a.word < b.word; });
    return marks;
}

// Marks that are no words; what stands between their two parts does not matter.
bool has_pair(std::string_view text, std::string_view first, char second) {
    for (size_t at = text.find(first); at != std::string_view::npos; at = text.find(first, at + 1)) {
        const size_t next = text.find_first_not_of(" \t", at + first.size());
        if (next != std::string_view::npos && text[next] == second) return true;
    }
    return false;
}

class Scanner {
  public:
    std::array<bool, kFeatures.size()> found{};

    void scan(std::string_view text) {
        for (size_t at = 0; at < text.size();) {
            if (!word_char(text[at])) {
                ++at;
                continue;
            }
            const size_t start = at;
            while (at < text.size() && word_char(text[at])) ++at;
            note(text.substr(start, at - start));
        }
        if (has(text, "({")) note("({");
        if (has(text, "((const))") || has(text, ", const))")) note("((const))");
        if (has_pair(text, "goto", '*')) note("goto*");
        if (has_pair(text, "#include", '<')) note("#include<");
    }

  private:
    void note(std::string_view word) {
        static const std::vector<Mark> marks = sorted_marks();
        const auto at = std::lower_bound(marks.begin(), marks.end(), word,
                                         [](const Mark& mark, std::string_view w) { return mark.word < w; });
        if (at != marks.end() && at->word == word) found[at->feature] = true;
    }
};

} // namespace

std::span<const Feature> features() { return kFeatures; }

std::vector<std::string_view> features_in(const testcase::TestCase& test) {
    std::vector<std::string_view> names;
    if (!testcase::is_c_family(test.language)) return names;
    Scanner scanner;
    for (const testcase::File& file : test.files) scanner.scan(file.text);
    for (size_t i = 0; i < kFeatures.size(); ++i)
        if (scanner.found[i]) names.push_back(kFeatures[i].name);
    return names;
}

bool understands(const Compiler& compiler, const testcase::TestCase& test) {
    const auto needed = features_in(test);
    return std::all_of(needed.begin(), needed.end(),
                       [&](std::string_view name) { return contains(compiler.abilities.features, name); });
}

std::string feature_program(const std::vector<const Feature*>& list) {
    std::string text = "int printf(const char *, ...);\n", main = "int main(void) {\n";
    for (const Feature* feature : list) {
        text += fmt::format("{}\n", feature->code);
        main += fmt::format("    if ({0}_works()) printf(\"{0}\\n\");\n", feature->name);
    }
    return text + main + "    return 0;\n}\n";
}

std::vector<size_t> feature_lines(const std::vector<const Feature*>& list) {
    std::vector<size_t> lines{2};
    for (const Feature* feature : list)
        lines.push_back(lines.back() + 1 +
                        static_cast<size_t>(std::count(feature->code.begin(), feature->code.end(), '\n')));
    return lines;
}

} // namespace assay::toolchain
