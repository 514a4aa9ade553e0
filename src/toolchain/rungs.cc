#include "toolchain/rungs.h"

#include <algorithm>
#include <fmt/ranges.h>

namespace assay::toolchain {
namespace {

using Words = std::vector<std::string>;

constexpr int kValgrindStatus = 99; // that valgrind is told to end with

// What no sanitizer sees: calls of what is not declared, values that a function does not return, formats that
// do not fit what is printed.
Words warnings(std::string_view language, const Strictness& how) {
    Words options{"-O1", "-Wreturn-type", "-Werror=return-type", "-Wformat", "-Werror=format"};
    const auto heed = [&](std::initializer_list<std::string> more) { options.insert(options.end(), more); };
    if (how.strict_reads) heed({"-Wuninitialized", "-Werror=uninitialized"});
    if (language != "c") return options;
    heed({"-Werror=implicit-function-declaration", "-Werror=implicit-int"});
    if (how.strict_pointers) heed({"-Werror=int-conversion", "-Werror=incompatible-pointer-types"});
    return options;
}

Rung sanitizer(std::string_view name, bool own_widths, bool shares) {
    return {Rung::Kind::Sanitizer, {"-O0", fmt::format("-fsanitize={}", name)}, name, own_widths, shares};
}

} // namespace

std::vector<Rung> rungs(std::string_view language, const Strictness& how) {
    std::vector<Rung> all{{Rung::Kind::Plain, {"-O0"}},
                          {Rung::Kind::Warnings, warnings(language, how)},
                          sanitizer("undefined", false, true),
                          sanitizer("address", false, true),
                          // It knows no 32 bits; what is uninitialised there is so with 64, most of the time.
                          sanitizer("memory", true, false)};
    if (how.whole) all.push_back({Rung::Kind::Valgrind, {"-O0", "-g"}, {}, true});
    return all;
}

Words shared_options(const std::vector<Rung>& rungs) {
    std::vector<std::string_view> names;
    for (const Rung& rung : rungs)
        if (rung.shares) names.push_back(rung.sanitizer);
    return {fmt::format("-fsanitize={}", fmt::join(names, ",")), "-fno-sanitize-recover=all"};
}

const Words& valgrind_command() {
    static const Words words{"valgrind", "-q", "--vgdb=no", "--leak-check=no",
                             fmt::format("--error-exitcode={}", kValgrindStatus)};
    return words;
}

bool valgrind_alarm(const testcase::Execution& run) {
    return run.ending == testcase::Ending::Exited && run.code == kValgrindStatus;
}

} // namespace assay::toolchain
