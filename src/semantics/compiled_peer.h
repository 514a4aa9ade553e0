// For tests: a C translation unit, compiled by a compiler of this machine and loaded, so that the kernel can
// be compared with what real compilers make of C. One compiler run serves any number of comparisons.
#pragma once

#include "base/check.h"
#include "base/process.h"
#include "base/temporary_folder.h"

#include <dlfcn.h>

#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace assay::semantics {

// The exit status, or nothing if there is no such command.
inline std::optional<int> run_quietly(const std::vector<std::string>& command) {
    const auto finished = base::run({.argv = command});
    if (!finished) return std::nullopt;
    return finished->exit;
}

class CompiledPeer {
  public:
    static bool has_compiler(const std::string& compiler) {
        return run_quietly({compiler, "--version"}) == 0;
    }

    CompiledPeer(const std::string& compiler, const std::string& source,
                 const std::vector<std::string>& options) {
        const auto made = base::TemporaryFolder::make();
        base::check(made.ok(), "a temporary folder for the compiled peer");
        const std::string& folder = made->path();
        std::ofstream(folder + "/peer.c") << source;
        std::vector<std::string> command{compiler, "-shared", "-fPIC", "-w"};
        command.insert(command.end(), options.begin(), options.end());
        command.insert(command.end(), {"-o", folder + "/peer.so", folder + "/peer.c", "-lm"});
        base::check(run_quietly(command) == 0, "the compiled peer compiles");
        library_ = dlopen((folder + "/peer.so").c_str(), RTLD_NOW | RTLD_LOCAL);
        base::check(library_ != nullptr, "the compiled peer can be loaded");
    }
    ~CompiledPeer() { dlclose(library_); }
    CompiledPeer(const CompiledPeer&) = delete;
    CompiledPeer& operator=(const CompiledPeer&) = delete;

    template <typename Function> Function* function(const char* name) const {
        void* address = dlsym(library_, name);
        base::check(address != nullptr, "the compiled peer has the function");
        return reinterpret_cast<Function*>(address);
    }

  private:
    void* library_ = nullptr;
};

} // namespace assay::semantics
