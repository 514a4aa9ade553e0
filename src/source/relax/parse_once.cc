#include "source/relax/parse_once.h"

#include "source/without_values.h"

#include <algorithm>
#include <string_view>

namespace assay::source::relax {
namespace {

// Macros are expanded already. What is missing or different here is an error of the parser, so it can never
// be taken for something else.
constexpr std::string_view kDeclarations = R"c(
typedef __INT8_TYPE__ int8_t; typedef __UINT8_TYPE__ uint8_t;
typedef __INT16_TYPE__ int16_t; typedef __UINT16_TYPE__ uint16_t;
typedef __INT32_TYPE__ int32_t; typedef __UINT32_TYPE__ uint32_t;
typedef __INT64_TYPE__ int64_t; typedef __UINT64_TYPE__ uint64_t;
typedef __INTMAX_TYPE__ intmax_t; typedef __UINTMAX_TYPE__ uintmax_t;
typedef __INTPTR_TYPE__ intptr_t; typedef __UINTPTR_TYPE__ uintptr_t;
typedef __SIZE_TYPE__ size_t;
int printf(const char *, ...); int puts(const char *);
int strcmp(const char *, const char *); void *memset(void *, int, size_t); void *memcpy(void *, const void *, size_t);
double fabs(double); float fabsf(float); double ldexp(double, int); float ldexpf(float, int);
void abort(void); void exit(int);
)c";

// `#include <name>`, at the beginning of a line.
std::vector<std::string> system_headers(std::string_view text) {
    constexpr std::string_view kInclude = "#include <";
    std::vector<std::string> names;
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        begin = end + 1;
        if (!line.starts_with(kInclude)) continue;
        names.emplace_back(line.substr(kInclude.size(), line.find('>') - kInclude.size()));
    }
    return names;
}

} // namespace

base::Result<Parser> parse_once(const std::string& text, const std::vector<std::string>& options) {
    ParseInput whole{{{"test.c", text}}, options, false};
    ParseInput quick{{{"test.c", without_values(text)}}, options, false};
    quick.options.emplace_back("-Werror=implicit-function-declaration");
    for (const std::string& name : system_headers(text))
        quick.files.push_back({name, quick.files.size() == 1 ? std::string(kDeclarations) : "\n"});
    if (quick.files.size() == 1) return Parser::open(std::move(whole));
    return Parser::open_any({std::move(quick), std::move(whole)});
}

} // namespace assay::source::relax
