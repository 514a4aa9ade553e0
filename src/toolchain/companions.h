// Companions: a compiler of this machine that is taken as it is, without being probed, and the coverage tools
// that belong to it. For code that needs a compiler and does not test it.
#pragma once

#include "toolchain/probe/programs.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::toolchain {

struct Companions {
    std::string name; // "gcc-12"
    std::string path;
    std::vector<std::string> coverage; // as the family lists them: {gcov}, or {llvm-profdata, llvm-cov}
};

enum class Coverage : uint8_t { NotNeeded, Needed };

// Of any version: the one that the machine itself calls by the family's name, otherwise the newest. Nothing:
// none is installed, or none with its coverage tools.
std::optional<Companions> compiler_here(std::string_view family, Coverage coverage = Coverage::NotNeeded);
std::optional<Companions> compiler_on(const Programs& programs, std::string_view family, Coverage coverage);

// By which names something may call these compilers here: "gcc", "gcc-12".
std::vector<std::string> names_on(const Programs& programs, const std::vector<std::string>& families);

} // namespace assay::toolchain
