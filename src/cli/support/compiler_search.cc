#include "cli/support/compiler_search.h"

#include "base/file.h"
#include "cli/support/live_line.h"
#include "toolchain/families/user_compilers.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <thread>

namespace assay::cli {

namespace {

constexpr std::string_view kNoRoot = "none";

// Those that the user names, and those that `make compilers` has made.
base::Result<void> find_roots(const Arguments& arguments, const std::vector<CompilerSearch::Text>& texts,
                              std::vector<toolchain::Root>& roots) {
    const std::vector<std::string>& named = arguments.files(kRootOption.name);
    if (std::ranges::find(named, kNoRoot) != named.end()) {
        if (named.size() > 1) return base::Error{"--root none and another --root exclude each other"};
        return {};
    }
    if (auto added = add_roots(roots, named); !added) return added;
    for (const auto& [text, file_name] : texts) {
        auto folders = toolchain::read_user_roots(text, file_name);
        if (!folders) return folders.error();
        if (auto added = add_roots(roots, *folders); !added)
            return base::Error{fmt::format("{}: {}", file_name, added.error().message)};
    }
    return add_roots(roots, toolchain::made_roots());
}

// Where the fence cannot show other roots, their compilers are left alone and the rest goes on.
void leave_out_unreachable(const sandbox::Fence& fence, std::vector<toolchain::Root>& roots) {
    std::erase_if(roots, [&](const toolchain::Root& root) {
        const bool reachable = std::ranges::find(fence.roots, root.path) != fence.roots.end();
        if (!reachable)
            say(fmt::format("assay: compilers of {} are left out: commands cannot enter it{}\n", root.path,
                            fence.why.empty() ? "" : ": " + fence.why));
        return !reachable;
    });
}

} // namespace

std::vector<Option> CompilerSearch::options() {
    return {{"--config", OptionKind::Text, "a file assay.toml with compilers of your own"},
            kRootOption,
            {"--ask-again", OptionKind::Flag, "ask every compiler, also those that have not changed"}};
}

base::Result<CompilerSearch> CompilerSearch::open(const Arguments& arguments) {
    const std::string config = arguments.text("--config");
    if (config.empty()) return open_texts(arguments, {});
    auto text = base::read_file(config);
    if (!text) return text.error();
    return open_texts(arguments, {{*text, config}});
}

base::Result<CompilerSearch> CompilerSearch::open_texts(const Arguments& arguments,
                                                        const std::vector<Text>& texts,
                                                        std::vector<toolchain::Root> roots) {
    std::vector<std::unique_ptr<toolchain::Family>> own;
    std::set<std::string> names;
    for (const auto& [text, file_name] : texts) {
        auto defined = toolchain::read_user_compilers(text, file_name);
        if (!defined) return defined.error();
        for (toolchain::UserCompiler& compiler : *defined)
            if (names.insert(compiler.name).second) own.push_back(toolchain::family_of(std::move(compiler)));
    }
    if (auto found = find_roots(arguments, texts, roots); !found) return found.error();
    sandbox::Means means;
    for (const toolchain::Root& root : roots) means.roots.push_back(root.path);
    std::vector<sandbox::Sandbox> sandboxes;
    const unsigned wanted = std::clamp(std::thread::hardware_concurrency(), 1U, 8U);
    while (sandboxes.size() < wanted) {
        auto sandbox = sandbox::Sandbox::open(means);
        if (!sandbox) return sandbox.error();
        sandboxes.push_back(std::move(*sandbox));
    }
    leave_out_unreachable(sandboxes.front().fence(), roots);
    return CompilerSearch(toolchain::Registry(std::move(own)), std::move(sandboxes), roots,
                          arguments.flag("--ask-again") ? "" : toolchain::ProbeCache::usual_file());
}

CompilerSearch::CompilerSearch(toolchain::Registry registry, std::vector<sandbox::Sandbox> sandboxes,
                               const std::vector<toolchain::Root>& roots, const std::string& cache)
    : registry_(std::move(registry)), sandboxes_(std::move(sandboxes)),
      cache_(std::make_unique<toolchain::ProbeCache>(cache)) {
    for (const toolchain::Root& root : roots) programs_.add_root(root);
}

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
