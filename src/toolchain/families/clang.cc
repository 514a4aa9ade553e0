#include "toolchain/families/clang.h"

#include "toolchain/families/gcc.h"
#include "toolchain/text.h"

#include <array>
#include <fmt/format.h>

namespace assay::toolchain {
namespace {

// Options of the driver and of LLVM that keep the meaning; which of them a version knows, it is asked.
constexpr std::array<std::string_view, 66> kOptimisations{
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fslp-vectorize",
    "-fvectorize",
    "-funroll-loops",
    "-fno-unroll-loops",
    "-freroll-loops",
    "-fno-inline",
    "-fno-inline-functions",
    "-finline-hint-functions",
    "-fno-strict-aliasing",
    "-fno-builtin",
    "-fwrapv",
    "-ftrapv",
    "-fno-jump-tables",
    "-ffunction-sections",
    "-fdata-sections",
    "-fomit-frame-pointer",
    "-fno-omit-frame-pointer",
    "-fno-optimize-sibling-calls",
    "-fstack-protector-all",
    "-fstack-clash-protection",
    "-fno-zero-initialized-in-bss",
    "-ftrivial-auto-var-init=pattern",
    "-fno-plt",
    "-ffine-grained-bitfield-accesses",
    "-fno-delete-null-pointer-checks",
    "-ffinite-loops",
    "-fno-finite-loops",
    "-fno-integrated-as",
    "-fzero-call-used-regs=all",
    "-mno-red-zone",
    "-mllvm -enable-loopinterchange",
    "-mllvm -enable-loop-flatten",
    "-mllvm -enable-unroll-and-jam",
    "-mllvm -enable-dfa-jump-thread",
    "-mllvm -enable-constraint-elimination",
    "-mllvm -enable-loop-distribute",
    "-mllvm -enable-nonnull-arg-prop",
    "-mllvm -force-vector-width=2",
    "-mllvm -force-vector-width=4",
    "-mllvm -force-vector-width=8",
    "-mllvm -force-vector-interleave=1",
    "-mllvm -force-vector-interleave=4",
    "-mllvm -prefer-predicate-over-epilogue=predicate-else-scalar-epilogue",
    "-mllvm -enable-epilogue-vectorization",
    "-mllvm -unroll-runtime",
    "-mllvm -unroll-allow-partial",
    "-mllvm -unroll-count=3",
    "-mllvm -unroll-threshold=2000",
    "-mllvm -inline-threshold=2000",
    "-mllvm -inline-threshold=-1000",
    "-mllvm -scalar-evolution-max-arith-depth=4",
    "-mllvm -aggressive-ext-opt",
    "-mllvm -enable-partial-inlining",
    "-mllvm -hot-cold-split=true",
    "-mllvm -enable-split-backedge-in-load-pre",
    "-mllvm -enable-load-in-loop-pre",
    "-mllvm -disable-cgp",
    "-mllvm -enable-shrink-wrap=true",
    "-mllvm -enable-misched=false",
    "-mllvm -enable-tail-merge=false",
    "-mllvm -slp-threshold=-20",
    "-mllvm -slp-vectorize-hor-store"};

// Passes that are off, or other ones in place of the usual. Upstream works on them all the same.
constexpr std::array<std::string_view, 18> kRare{"-mllvm -enable-newgvn",
                                                 "-mllvm -enable-gvn-hoist",
                                                 "-mllvm -enable-gvn-sink",
                                                 "-mllvm -enable-loop-versioning-licm",
                                                 "-mllvm -enable-jump-table-to-switch",
                                                 "-mllvm -enable-merge-functions",
                                                 "-mllvm -enable-early-exit-vectorization",
                                                 "-mllvm -enable-vplan-native-path",
                                                 "-mllvm -extra-vectorizer-passes",
                                                 "-mllvm -vectorizer-maximize-bandwidth",
                                                 "-mllvm -enable-masked-interleaved-mem-accesses",
                                                 "-mllvm -enable-cond-stores-vec",
                                                 "-mllvm -enable-loop-simplifycfg-term-folding",
                                                 "-mllvm -enable-simple-loop-unswitch",
                                                 "-mllvm -enable-nontrivial-unswitch",
                                                 "-mllvm -enable-machine-outliner=always",
                                                 "-mllvm -force-tail-folding-style=data",
                                                 "-fglobal-isel"};

} // namespace

std::vector<Candidate> Clang::candidates(const Programs& programs) const {
    return programs.candidates(
        programs.names([](std::string_view name) { return is_versioned(name, "clang"); }));
}

std::vector<GnuFamily::Level> Clang::weighted_levels(const Compiler&) const {
    return {{"-O0", 1}, {"-Og", 1}, {"-Oz", 2}, {"-O1", 4}, {"-Os", 3}, {"-O2", 5}, {"-O3", 6}};
}

std::string Clang::version_in(const Macros& macros) const {
    const auto major = macros.find("__clang_major__"), minor = macros.find("__clang_minor__"),
               patch = macros.find("__clang_patchlevel__");
    if (major == macros.end() || minor == macros.end() || patch == macros.end()) return "";
    return fmt::format("{}.{}.{}", major->second, minor->second, patch->second);
}

// Version 18 passes __int128 on the stack as gcc does; those before do not.
std::string Clang::abi(const Compiler& compiler) const {
    return compiler.major() >= 18 ? "clang18" : "clang";
}

std::vector<std::string> Clang::standards(Prober& prober, const Words& launch,
                                          std::string_view language) const {
    const auto answer = prober.ask(
        concat(launch, Words{"-std=none", "-x" + std::string(language), "-fsyntax-only", "/dev/null"}));
    return known_standards(answer.err, language);
}

std::vector<std::string> Clang::optimisations(Prober& prober, const Words& launch) const {
    return accepted(prober, launch, {kOptimisations.begin(), kOptimisations.end()});
}

std::vector<std::string> Clang::rare_options(Prober& prober, const Words& launch) const {
    return accepted(prober, launch, {kRare.begin(), kRare.end()});
}

Words Clang::tunings() const {
    return {"k8", "bonnell", "silvermont", "btver2", "znver2", "haswell", "core2"};
}

std::string Clang::cxx_program(const Programs& programs, const Candidate& candidate) const {
    return program_beside(programs, candidate.path, "clang", "clang++");
}

} // namespace assay::toolchain
