#include "cli/compiler_choice.h"

#include <algorithm>
#include <thread>

namespace assay::cli {
namespace {

using base::Error;
using base::Result;

Result<std::vector<sandbox::Sandbox>> some_sandboxes() {
    std::vector<sandbox::Sandbox> sandboxes;
    const unsigned wanted = std::clamp(std::thread::hardware_concurrency(), 1U, 8U);
    while (sandboxes.size() < wanted) {
        auto sandbox = sandbox::Sandbox::open();
        if (!sandbox) return sandbox.error();
        sandboxes.push_back(std::move(*sandbox));
    }
    return sandboxes;
}

} // namespace

Result<Toolbox> choose_compilers(const std::vector<std::string>& names, const std::string& config) {
    std::vector<std::unique_ptr<toolchain::Family>> own;
    static_cast<void>(config);
    Toolbox toolbox{toolchain::Registry(std::move(own)), {}};
    auto sandboxes = some_sandboxes();
    if (!sandboxes) return sandboxes.error();
    const toolchain::Programs programs = toolchain::Programs::on_path();
    toolchain::ProbeCache cache(toolchain::ProbeCache::usual_file());
    if (names.empty()) {
        toolbox.compilers = toolbox.registry.find_all(*sandboxes, programs, cache).compilers;
    } else {
        auto named = toolbox.registry.find_named(*sandboxes, programs, cache, names);
        if (!named) return named.error();
        toolbox.compilers = std::move(*named);
    }
    cache.save();
    if (toolbox.compilers.empty())
        return Error{"no compiler was found; `assay doctor` says what to install, --compilers names one"};
    return toolbox;
}

} // namespace assay::cli
