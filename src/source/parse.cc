#include "source/parse.h"

#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>

namespace assay::source {
namespace {

namespace fs = std::filesystem;

// Beside the program, wherever that is.
fs::path module_path() {
    std::error_code ignored;
    return fs::read_symlink("/proc/self/exe", ignored).parent_path() / "assay-clang.so";
}

// Null with the reason. It stays loaded to the end: Clang does not support being unloaded. Lazily, because
// most of what Clang names is never called.
OpenParsed* load_module(std::string& error) {
    void* module = dlopen(module_path().c_str(), RTLD_LAZY | RTLD_LOCAL);
    void* door = module == nullptr ? nullptr : dlsym(module, kOpenParsed);
    if (door == nullptr) error = fmt::format("Clang's libraries cannot be used: {}", dlerror());
    return reinterpret_cast<OpenParsed*>(door);
}

} // namespace

std::string parser_missing() {
    std::error_code ignored;
    if (fs::exists(module_path(), ignored)) return {};
    return fmt::format("there is no {}, because Assay was built without Clang's libraries; install them and "
                       "build again: apt-get install libclang-14-dev llvm-14-dev",
                       module_path().string());
}

base::Result<Parser> Parser::open(ParseInput input) {
    if (std::string missing = parser_missing(); !missing.empty()) return base::Error{std::move(missing)};
    std::string error;
    OpenParsed* open_parsed = load_module(error);
    std::unique_ptr<Parsed> parsed(open_parsed == nullptr ? nullptr : open_parsed(input, error));
    if (!parsed) return base::Error{std::move(error)};
    return Parser(std::move(parsed));
}

} // namespace assay::source
