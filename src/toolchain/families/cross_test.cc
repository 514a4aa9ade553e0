#include "toolchain/families/cross.h"
#include "toolchain/probe/given_options.h"
#include "toolchain/probe/machine_program.h"
#include "toolchain/test_support.h"

namespace assay::toolchain {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(EmulatedCpu, HasTheVectorsThatTheOptionsAskFor) {
    const auto riscv = [](const char* cpu, Words options) {
        return emulated_cpu("/usr/bin/qemu-riscv64", {cpu}, options);
    };
    EXPECT_EQ(riscv("max", {"-O2", "-march=rv64gcv_zvl256b"}), "max,vlen=256");
    EXPECT_EQ(riscv("rv64", {"-march=rv64gcv_zvl256b"}), "rv64,v=true,elen=64,vlen=256");
    EXPECT_EQ(riscv("max", {"-march=rv64gcv"}), "max,vlen=128");
    EXPECT_EQ(riscv("max", {"-march=rv64gc_zve32x"}), "max,vlen=128");
    EXPECT_EQ(riscv("max", {"-march=rv64gcv", "-mrvv-vector-bits=512"}), "max,vlen=512");
    EXPECT_EQ(riscv("max", {"-march=rv64gcv_zvl256b", "-march=rv64gc"}), "max");
    EXPECT_EQ(riscv("rv64", {"-march=rv64gc_svinval"}), "");
    EXPECT_EQ(riscv("max", {"-O2"}), "");
    EXPECT_EQ(emulated_cpu("qemu-aarch64", {"max"}, {"-msve-vector-bits=256"}),
              "max,sve-max-vq=2,sve-default-vector-length=32");
    EXPECT_EQ(emulated_cpu("qemu-aarch64", {"max"}, {"-msve-vector-bits=scalable"}), "");
    EXPECT_EQ(emulated_cpu("qemu-s390x", {"max"}, {"-march=z14"}), "");
    EXPECT_EQ(emulated_cpu("/usr/bin/qemu-ppc64le", {}, {"-O2", "-mcpu=power10"}), "power10");
    EXPECT_EQ(emulated_cpu("/usr/bin/qemu-ppc64le", {}, {"-O2"}), "");
}

TEST(EmulatedCpu, IsOneThatTheEmulatorKnows) {
    EXPECT_THAT(versatile_cpus("/usr/bin/qemu-riscv64", "any\nrv64\nsifive-u54\n"), ElementsAre("rv64"));
    EXPECT_THAT(versatile_cpus("qemu-riscv64", "max\nrv64\n"), ElementsAre("max"));
    EXPECT_THAT(versatile_cpus("qemu-aarch64", "Available CPUs:\n  cortex-a53\n  max\n"), ElementsAre("max"));
    EXPECT_THAT(versatile_cpus("qemu-m68k", "m68000\n"), IsEmpty());
}

TEST(Machine, IsChangedBySomeOptions) {
    EXPECT_TRUE(changes_machine({"-O2", "-march=rv64gcv"}));
    EXPECT_TRUE(changes_machine({"-mavx512f"}));
    EXPECT_TRUE(changes_machine({"-msve-vector-bits=256"}));
    EXPECT_FALSE(changes_machine({"-O3", "-m32", "-mtune=k8", "-mprefer-vector-width=512"}));
    EXPECT_FALSE(changes_machine({"-mllvm", "-opt-bisect-limit=3"}));
}

// A cross clang under qemu with these options; empty: they are taken.
std::string refusal(const std::string& name, const std::vector<std::string>& options, bool usual_cpu) {
    const Registry registry;
    auto found = real_compiler(registry, name);
    if (!found) return "not installed";
    if (usual_cpu) found->learned.erase("cpus");
    std::vector<Compiler> compilers{*found};
    sandbox::Sandbox sandbox = open_sandbox();
    auto tried = try_given_options(sandbox, compilers, {options}, {"c"});
    return tried ? "" : tried.error().message;
}

class RealVectors : public testing::TestWithParam<std::tuple<const char*, std::vector<std::string>>> {};

// The usual CPU of the emulator has other vectors, which made certified wrong code of right compilers.
TEST_P(RealVectors, AreThoseOfTheEmulatorOrRefused) {
    const auto& [name, options] = GetParam();
    const std::string fitting = refusal(name, options, false);
    if (fitting == "not installed") GTEST_SKIP() << name << " is not installed";
    EXPECT_EQ(fitting, "");
    EXPECT_THAT(refusal(name, options, true), HasSubstr("no compiler takes the options"));
}

INSTANTIATE_TEST_SUITE_P(
    Installed, RealVectors,
    testing::Values(std::tuple{"riscv64-linux-gnu-clang-14", Words{"-O2", "-march=rv64gcv_zvl256b"}},
                    std::tuple{"aarch64-linux-gnu-clang-14",
                               Words{"-O2", "-march=armv8-a+sve", "-msve-vector-bits=256"}}));

} // namespace
} // namespace assay::toolchain
