#include "toolchain/families/cross.h"

#include "toolchain/text.h"

#include <array>
#include <charconv>
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

// The value of the last option of this name: "256" for "-msve-vector-bits=".
std::string_view last_value(const Words& options, std::string_view name) {
    std::string_view value;
    for (const std::string& option : options)
        if (option.starts_with(name)) value = std::string_view(option).substr(name.size());
    return value;
}

int number_in(std::string_view text) {
    int number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

// The length of vectors that an architecture string of RISC-V asks for: 256 of "rv64gcv_zvl256b", 128 of
// "rv64gcv"; 0: it has no vectors.
int vector_bits(std::string_view march) {
    if (!march.starts_with("rv32") && !march.starts_with("rv64")) return 0;
    int bits = 0;
    bool first = true;
    for (std::string_view rest = march.substr(4); !rest.empty(); first = false) {
        const std::string_view part = rest.substr(0, rest.find('_'));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        // Extensions with long names may follow the letters without a line between.
        const bool letter = first && part.substr(0, part.find_first_of("zsx")).find('v') != part.npos;
        if (letter || part == "v") bits = std::max(bits, 128);
        for (size_t at = part.find("zv"); at != part.npos; at = part.find("zv", at + 1))
            bits = std::max(bits, part.substr(at).starts_with("zvl") ? number_in(part.substr(at + 3)) : 64);
    }
    return bits;
}

std::string riscv_cpu(const Words& cpus, const Words& options) {
    const int bits = std::max(vector_bits(last_value(options, "-march=")),
                              number_in(last_value(options, "-mrvv-vector-bits=")));
    // The machine has at least 128, and extensions that ask for less run there too.
    if (bits > 0) {
        const std::string_view vectors = cpus.front() == "max" ? "max" : "rv64,v=true,elen=64";
        return fmt::format("{},vlen={}", vectors, std::max(bits, 128));
    }
    const bool other = !last_value(options, "-march=").empty() || !last_value(options, "-mcpu=").empty();
    return other && cpus.front() == "max" ? "max" : "";
}

std::string aarch64_cpu(const Words& options) {
    const int bits = number_in(last_value(options, "-msve-vector-bits="));
    if (bits < 128) return "";
    return fmt::format("max,sve-max-vq={},sve-default-vector-length={}", bits / 128, bits / 8);
}

// Its usual CPU may be older than code for the newest.
std::string power_cpu(const Words& options) {
    const std::string_view cpu = last_value(options, "-mcpu=");
    return cpu.starts_with("power") ? std::string(cpu) : "";
}

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

Words versatile_cpus(std::string_view emulator, std::string_view listing) {
    const Words known = words_of(listing);
    for (const char* cpu : {"max", "rv64"})
        if (contains(known, cpu) && (cpu == std::string_view("max") || has(emulator, "qemu-riscv64")))
            return {cpu};
    return {};
}

std::string emulated_cpu(std::string_view emulator, const Words& cpus, const Words& options) {
    const std::string_view name = emulator.substr(emulator.rfind('/') + 1);
    if (name.starts_with("qemu-ppc64")) return power_cpu(options);
    if (cpus.empty()) return "";
    if (name == "qemu-riscv64" || name == "qemu-riscv32") return riscv_cpu(cpus, options);
    if (name == "qemu-aarch64" || name == "qemu-aarch64_be") return aarch64_cpu(options);
    return "";
}

Words runner_for(const Compiler& compiler, const Words& options) {
    Words run = compiler.knows("run");
    if (run.empty()) return run;
    const std::string cpu = emulated_cpu(run.front(), compiler.knows("cpus"), options);
    if (!cpu.empty()) run.insert(run.begin() + 1, {"-cpu", cpu});
    return run;
}

} // namespace assay::toolchain
