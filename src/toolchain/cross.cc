#include "toolchain/cross.h"

#include <array>
#include <fmt/format.h>
#include <sys/utsname.h>

namespace assay::toolchain {
namespace {

struct Machine {
    std::string_view prefix; // of the triple
    std::string_view qemu;
};

// Longer prefixes before those that they begin with.
constexpr std::array kMachines{
    Machine{"aarch64_be", "aarch64_be"},
    Machine{"aarch64", "aarch64"},
    Machine{"armeb", "armeb"},
    Machine{"arm", "arm"},
    Machine{"riscv64", "riscv64"},
    Machine{"riscv32", "riscv32"},
    Machine{"powerpc64le", "ppc64le"},
    Machine{"powerpc64", "ppc64"},
    Machine{"powerpc", "ppc"},
    Machine{"s390x", "s390x"},
    Machine{"mips64el", "mips64el"},
    Machine{"mips64", "mips64"},
    Machine{"mipsisa64r6el", "mips64el"},
    Machine{"mipsisa64r6", "mips64"},
    Machine{"mipsisa32r6el", "mipsel"},
    Machine{"mipsisa32r6", "mips"},
    Machine{"mipsel", "mipsel"},
    Machine{"mips", "mips"},
    Machine{"hppa", "hppa"},
    Machine{"sparc64", "sparc64"},
    Machine{"m68k", "m68k"},
    Machine{"alpha", "alpha"},
    Machine{"sh4", "sh4"},
    Machine{"loongarch64", "loongarch64"},
    Machine{"i686", "i386"},
    Machine{"i386", "i386"},
    Machine{"x86_64", "x86_64"},
};

} // namespace

std::string emulator_for(std::string_view triple) {
    for (const Machine& machine : kMachines)
        if (triple.starts_with(machine.prefix)) return fmt::format("qemu-{}", machine.qemu);
    return "";
}

bool runs_natively(std::string_view triple) {
    struct utsname about {};
    if (::uname(&about) != 0) return false;
    const std::string_view machine = triple.substr(0, triple.find('-'));
    return machine == about.machine || (about.machine == std::string_view("x86_64") && machine == "i686");
}

std::string sysroot(std::string_view triple) { return fmt::format("/usr/{}", triple); }

base::Result<Words> emulation(const Programs& programs, std::string_view name, std::string_view triple) {
    if (runs_natively(triple)) return Words{};
    const std::string qemu = emulator_for(triple);
    const std::string path = qemu.empty() ? "" : programs.find(qemu);
    if (path.empty())
        return base::Error{fmt::format("{}: its programs need an emulator: apt-get install qemu-user", name)};
    return Words{path, "-L", sysroot(triple)};
}

} // namespace assay::toolchain
