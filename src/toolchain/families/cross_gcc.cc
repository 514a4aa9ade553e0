// gcc for other machines: <triple>-gcc, <triple>-gcc-12. Their programs run under qemu.
#include "toolchain/families/cross.h"
#include "toolchain/families/families.h"
#include "toolchain/families/gcc.h"
#include "toolchain/text.h"

#include <algorithm>

namespace assay::toolchain {
namespace {

// "aarch64-linux-gnu" of "aarch64-linux-gnu-gcc-12"; empty: this is no such name.
std::string_view triple_of(std::string_view name) {
    const size_t at = name.rfind("-gcc");
    if (at == std::string_view::npos || !is_versioned(name.substr(at + 1), "gcc")) return {};
    const std::string_view triple = name.substr(0, at);
    return std::count(triple.begin(), triple.end(), '-') >= 2 ? triple : std::string_view{};
}

class CrossGcc : public Gcc {
  public:
    std::string_view name() const override { return "cross-gcc"; }
    std::vector<std::string> reference_languages() const override { return {}; }
    std::string_view summary() const override {
        return "gcc for other machines, run by qemu: aarch64-linux-gnu-gcc-12";
    }
    std::string_view install() const override {
        return "apt-get install gcc-12-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user   (removes "
               "gcc-multilib)";
    }

    std::vector<Candidate> candidates(const Programs& programs) const override {
        std::vector<std::string> native;
        for (const Candidate& candidate : Gcc::candidates(programs))
            native.push_back(programs.real(candidate.path));
        std::vector<Candidate> all = programs.candidates(
            programs.names([](std::string_view name) { return !triple_of(name).empty(); }));
        std::erase_if(all, [&](const Candidate& c) { return contains(native, programs.real(c.path)); });
        for (Candidate& candidate : all) candidate.detail = triple_of(candidate.name);
        return all;
    }

  protected:
    std::string abi(const Compiler& compiler) const override {
        const Words& run = compiler.knows("run"); // the emulator, and last the folder named by the triple
        return "gcc-" + (run.empty() ? "native" : run.back().substr(run.back().find_last_of('/') + 1));
    }
    base::Result<Words> runner(const Programs& programs, const Candidate& candidate,
                               const Macros&) const override {
        return emulation(programs, candidate.name, candidate.detail);
    }
    Words sanitizers() const override { return {}; } // they do not work under emulation
};

} // namespace

std::unique_ptr<Family> cross_gcc_family() { return std::make_unique<CrossGcc>(); }
std::unique_ptr<Family> gcc_family() { return std::make_unique<Gcc>(); }

} // namespace assay::toolchain
