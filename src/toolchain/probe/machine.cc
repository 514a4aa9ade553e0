#include "toolchain/probe/machine.h"

#include "base/file.h"
#include "toolchain/text.h"

#include <array>

namespace assay::toolchain {
namespace {

struct Level {
    std::string_view name;
    std::string_view flags; // beyond those of the level before
};

// The levels of the x86-64 psABI, by the kernel's names of the flags.
constexpr std::array kLevels{
    Level{"x86-64-v2", "cx16 lahf_lm popcnt sse4_1 sse4_2 ssse3"},
    Level{"x86-64-v3", "avx avx2 bmi1 bmi2 f16c fma abm movbe xsave"},
    Level{"x86-64-v4", "avx512f avx512bw avx512cd avx512dq avx512vl"},
};

std::string cpu_flags() {
    auto info = base::read_file("/proc/cpuinfo");
    if (!info) return "";
    const std::string_view flags = between(*info, "\nflags", "\n");
    return std::string(flags.substr(std::min(flags.find(':') + 1, flags.size())));
}

} // namespace

std::vector<std::string> machines_of(std::string_view flags) {
    const std::vector<std::string> present = words_of(flags);
    std::vector<std::string> machines;
    for (const Level& level : kLevels) {
        for (const std::string& needed : words_of(level.flags))
            if (!contains(present, needed)) return machines;
        machines.emplace_back(level.name);
    }
    return machines;
}

std::vector<std::string> runnable_machines() {
#if defined(__x86_64__)
    std::vector<std::string> machines = machines_of(cpu_flags());
    machines.emplace_back("native");
    return machines;
#else
    return {};
#endif
}

std::string processor() { return cpu_flags(); }

} // namespace assay::toolchain
