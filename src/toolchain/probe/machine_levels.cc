#include "toolchain/probe/machine_levels.h"

#include "toolchain/probe/machine.h"
#include "toolchain/text.h"

#include <array>

namespace assay::toolchain {
namespace {

struct MachineLevel {
    std::string_view macro, value; // that tell the machine
    std::string_view options;
};

// Vector lengths that are promised differ in how loops are vectorised, and so do those that are not.
constexpr std::array kMachineLevels{
    MachineLevel{"__aarch64__", "1", "-march=armv8.2-a+sve"},
    MachineLevel{"__aarch64__", "1", "-march=armv8.5-a+sve2"},
    MachineLevel{"__aarch64__", "1", "-march=armv9-a"},
    MachineLevel{"__aarch64__", "1", "-march=armv9-a -msve-vector-bits=128"},
    MachineLevel{"__aarch64__", "1", "-march=armv9-a -msve-vector-bits=256"},
    MachineLevel{"__aarch64__", "1", "-march=armv9-a -msve-vector-bits=512"},
    MachineLevel{"__aarch64__", "1", "-march=armv8.6-a+nolse"},
    MachineLevel{"__arm__", "1", "-march=armv7-a+neon-vfpv4 -mfpu=neon-vfpv4"},
    MachineLevel{"__arm__", "1", "-march=armv8-a -mfpu=neon-fp-armv8"},
    MachineLevel{"__riscv_xlen", "64", "-march=rv64gcv"},
    MachineLevel{"__riscv_xlen", "64", "-march=rv64gcv_zvl256b"},
    MachineLevel{"__riscv_xlen", "64", "-march=rv64gcv_zvl512b"},
    MachineLevel{"__riscv_xlen", "64", "-march=rv64gcv_zvl256b -mrvv-vector-bits=zvl"},
    MachineLevel{"__riscv_xlen", "64", "-march=rv64gcv_zvl512b -mrvv-vector-bits=zvl"},
    MachineLevel{"__riscv_xlen", "64", "-march=rv64gcv -mrvv-max-lmul=m8"},
    MachineLevel{"__riscv_xlen", "64", "-march=rv64gcv -mrvv-max-lmul=dynamic"},
    MachineLevel{"__riscv_xlen", "64", "-march=rv64gc_zba_zbb_zbc_zbs_zicond"},
    MachineLevel{"__riscv_xlen", "64", "-march=rv64gcv_zba_zbb_zbs_zicond_zfh_zvfh"},
    MachineLevel{"__s390x__", "1", "-march=z13"},
    MachineLevel{"__s390x__", "1", "-march=z14"},
    MachineLevel{"__s390x__", "1", "-march=z15"},
    MachineLevel{"__s390x__", "1", "-march=z16"},
    MachineLevel{"__powerpc64__", "1", "-mcpu=power8"},
    MachineLevel{"__powerpc64__", "1", "-mcpu=power9"},
    MachineLevel{"__powerpc64__", "1", "-mcpu=power10"},
    MachineLevel{"__loongarch64", "1", "-march=loongarch64 -mlsx"},
    MachineLevel{"__loongarch64", "1", "-march=loongarch64 -mlasx"},
    MachineLevel{"__loongarch64", "1", "-march=la664"},
};

} // namespace

Words machine_levels(const Macros& macros) {
    Words levels;
    if (macros.contains("__x86_64__"))
        for (const std::string& machine : runnable_machines()) levels.push_back("-march=" + machine);
    for (const MachineLevel& level : kMachineLevels)
        if (const auto macro = macros.find(level.macro);
            macro != macros.end() && macro->second == level.value)
            levels.emplace_back(level.options);
    return levels;
}

} // namespace assay::toolchain
