#include "cli/compiler_search.h"

#include "base/file.h"
#include "toolchain/user_compilers.h"

#include <algorithm>
#include <thread>

namespace assay::cli {

std::vector<Option> CompilerSearch::options() {
    return {{"--config", OptionKind::Text, "a file assay.toml with compilers of your own"},
            {"--ask-again", OptionKind::Flag, "ask every compiler, also those that have not changed"}};
}

base::Result<CompilerSearch> CompilerSearch::open(const Arguments& arguments) {
    return open(arguments.text("--config"), arguments.flag("--ask-again"));
}

base::Result<CompilerSearch> CompilerSearch::open(const std::string& config, bool ask_again) {
    std::vector<std::unique_ptr<toolchain::Family>> own;
    if (!config.empty()) {
        auto text = base::read_file(config);
        if (!text) return text.error();
        auto loaded = toolchain::load_user_compilers(*text, config);
        if (!loaded) return loaded.error();
        own = std::move(*loaded);
    }
    std::vector<sandbox::Sandbox> sandboxes;
    const unsigned wanted = std::clamp(std::thread::hardware_concurrency(), 1U, 8U);
    while (sandboxes.size() < wanted) {
        auto sandbox = sandbox::Sandbox::open();
        if (!sandbox) return sandbox.error();
        sandboxes.push_back(std::move(*sandbox));
    }
    return CompilerSearch(toolchain::Registry(std::move(own)), std::move(sandboxes),
                          ask_again ? "" : toolchain::ProbeCache::usual_file());
}

CompilerSearch::CompilerSearch(toolchain::Registry registry, std::vector<sandbox::Sandbox> sandboxes,
                               const std::string& cache)
    : registry_(std::move(registry)), sandboxes_(std::move(sandboxes)),
      cache_(std::make_unique<toolchain::ProbeCache>(cache)) {}

toolchain::Found CompilerSearch::all() { return registry_.find_all(sandboxes_, programs_, *cache_); }

base::Result<std::vector<toolchain::Compiler>> CompilerSearch::named(const std::vector<std::string>& names) {
    return registry_.find_named(sandboxes_, programs_, *cache_, names);
}

} // namespace assay::cli
