// clang for other machines: --target with the C library of another architecture, run by qemu. It is the way
// to have other targets beside gcc's -m32, which excludes the cross compilers of gcc on Debian.
#include "toolchain/families/clang.h"
#include "toolchain/families/cross.h"
#include "toolchain/families/families.h"
#include "toolchain/text.h"

#include <filesystem>
#include <fmt/format.h>

namespace assay::toolchain {
namespace {

namespace fs = std::filesystem;

// Triples for which a C library and an emulator are installed.
std::vector<std::string> installed_triples(const Programs& programs) {
    std::vector<std::string> triples;
    std::error_code error;
    for (fs::directory_iterator at(programs.root().path + "/usr", error), end; !error && at != end;
         at.increment(error)) {
        const std::string name = at->path().filename().string();
        std::error_code ignored;
        const bool library = fs::exists(at->path() / "lib" / "libc.so.6", ignored) &&
                             fs::exists(at->path() / "include" / "stdio.h", ignored);
        const std::string emulator = emulator_for(name);
        if (library && !emulator.empty() && !programs.find(emulator).empty() && !runs_natively(name))
            triples.push_back(name);
    }
    std::sort(triples.begin(), triples.end());
    return triples;
}

class ClangTarget : public Clang {
  public:
    std::string_view name() const override { return "clang-target"; }
    std::vector<std::string> reference_languages() const override { return {}; }
    std::string_view summary() const override {
        return "clang for other machines, run by qemu: aarch64-linux-gnu-clang-19";
    }
    std::string_view install() const override {
        return "apt-get install qemu-user libc6-dev-arm64-cross libgcc-12-dev-arm64-cross "
               "binutils-aarch64-linux-gnu";
    }

    // The newest clang alone is asked unless a user names another one.
    std::vector<Candidate> candidates(const Programs& programs) const override {
        std::vector<Candidate> clangs = Clang::candidates(programs), all;
        std::sort(clangs.begin(), clangs.end(), [](const Candidate& a, const Candidate& b) {
            return std::pair(a.name.size(), a.name) > std::pair(b.name.size(), b.name);
        });
        for (const std::string& triple : installed_triples(programs)) {
            for (const Candidate& clang : clangs) {
                Candidate& candidate = all.emplace_back(clang);
                candidate.by_name_only = clang.name != clangs.front().name;
                candidate.name = fmt::format("{}-{}", triple, clang.name);
                candidate.aliases.clear();
                candidate.detail = triple;
            }
        }
        return all;
    }

  protected:
    std::string abi(const Compiler& compiler) const override {
        return fmt::format("{}-{}", Clang::abi(compiler), compiler.knows("command")[0]);
    }
    base::Result<Words> command(const Programs&, const Candidate& candidate) const override {
        return Words{"--target=" + candidate.detail, "-isystem", sysroot(candidate.detail) + "/include"};
    }
    base::Result<Words> runner(const Programs& programs, const Candidate& candidate,
                               const Macros&) const override {
        return emulation(programs, candidate.name, candidate.detail);
    }
    Words sanitizers() const override { return {}; }
};

} // namespace

std::unique_ptr<Family> clang_target_family() { return std::make_unique<ClangTarget>(); }
std::unique_ptr<Family> clang_family() { return std::make_unique<Clang>(); }

} // namespace assay::toolchain
