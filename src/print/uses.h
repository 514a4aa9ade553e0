// What the text of functions and initialisers names, noted while it is written. From it follows which
// declarations are needed, where, and what can stay static when a program is spread over files.
#pragma once

#include "program/program.h"

#include <array>
#include <vector>

namespace assay::print {

// Files by number: 0 is the driver (with one file for all, everything), the others hold functions.
inline constexpr uint32_t kDriver = 0;
inline constexpr uint32_t kNoFile = UINT32_MAX, kManyFiles = UINT32_MAX - 1;

struct Use {
    uint32_t file = kNoFile;     // whose functions name it
    bool in_initialiser = false; // of a global
    bool early = false;          // a function that is named before its definition
    void note(uint32_t by) { file = file == kNoFile || file == by ? by : kManyFiles; }
};

// Functions of the library that need a declaration.
enum class Library : uint8_t { Printf, Abort, Memcpy, Memmove, Memset, Memcmp };
inline constexpr size_t kLibraryCount = 6;

// Parts of the harness that the text calls.
enum class HarnessPart : uint8_t { Mix, Mix128, FloatBits, DoubleBits, Check };
inline constexpr size_t kHarnessPartCount = 5;

struct Uses {
    explicit Uses(const program::Program& p)
        : vars(p.vars.size()), funcs(p.funcs.size()), refers(p.vars.size()) {}
    std::vector<Use> vars;
    std::vector<Use> funcs;
    std::vector<bool> refers; // by VarId: its initialiser names a global or a function
    std::array<bool, kLibraryCount> library{};
    std::array<bool, kHarnessPartCount> harness{};

    void need(Library what) { library[static_cast<size_t>(what)] = true; }
    bool needs(Library what) const { return library[static_cast<size_t>(what)]; }
    void need(HarnessPart what) { harness[static_cast<size_t>(what)] = true; }
    bool needs(HarnessPart what) const { return harness[static_cast<size_t>(what)]; }
};

} // namespace assay::print
