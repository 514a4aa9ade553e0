#include "cli/support/compiler_search.h"

#include "base/file.h"
#include "cli/support/live_line.h"
#include "toolchain/families/user_compilers.h"

#include <algorithm>
#include <set>
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
    if (config.empty()) return open_texts({}, ask_again);
    auto text = base::read_file(config);
    if (!text) return text.error();
    return open_texts({{*text, config}}, ask_again);
}

base::Result<CompilerSearch> CompilerSearch::open_texts(const std::vector<Text>& texts, bool ask_again) {
    std::vector<std::unique_ptr<toolchain::Family>> own;
    std::set<std::string> names;
    for (const auto& [text, file_name] : texts) {
        auto defined = toolchain::read_user_compilers(text, file_name);
        if (!defined) return defined.error();
        for (toolchain::UserCompiler& compiler : *defined)
            if (names.insert(compiler.name).second) own.push_back(toolchain::family_of(std::move(compiler)));
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

std::vector<toolchain::Compiler> CompilerSearch::references(const std::vector<std::string>& languages) {
    return registry_.find_references(sandboxes_, programs_, *cache_, languages);
}

base::Result<std::vector<toolchain::Compiler>> CompilerSearch::named(const std::vector<std::string>& names) {
    return registry_.find_named(sandboxes_, programs_, *cache_, names);
}

toolchain::Found all_compilers(CompilerSearch& search) {
    const LiveLine line("looking for compilers");
    return search.all();
}

} // namespace assay::cli
