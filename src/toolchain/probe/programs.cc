#include "toolchain/probe/programs.h"

#include "base/cache_folder.h"
#include "base/file.h"
#include "base/path.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace assay::toolchain {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 6> kStandIns{"ccache", "sccache",    "distcc",
                                                    "icecc",  "buildcache", "colorgcc"};

// tools/zoo writes it into a root when all that it wants is installed for the first time.
constexpr const char* kMadeBy = "etc/assay-root";
// Debian's snapshot of the next GCC lives beside the others, under their names.
constexpr const char* kSnapshot = "/usr/lib/gcc-snapshot/bin/gcc";

bool stands_in(const std::string& real, const std::string& path) {
    if (path.find("/.pyenv/shims/") != std::string::npos) return true;
    const std::string base = fs::path(real).filename().string();
    return std::find(kStandIns.begin(), kStandIns.end(), base) != kStandIns.end();
}

bool digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

bool says_more(const std::string& a, const std::string& b) {
    if (names_version(a) != names_version(b)) return names_version(a);
    if (a.size() != b.size()) return a.size() < b.size();
    return a < b;
}

} // namespace

base::Result<void> add_roots(std::vector<Root>& roots, const std::vector<std::string>& folders) {
    for (const std::string& folder : folders) {
        std::error_code error;
        const fs::path path = fs::canonical(folder, error);
        if (error) return base::Error{fmt::format("root '{}': {}", folder, error.message())};
        if (!fs::is_directory(path / "usr", error))
            return base::Error{fmt::format("root '{}': not a root file system (no folder usr)", folder)};
        if (path == "/") return base::Error{fmt::format("root '{}': that is this machine itself", folder)};
        if (std::ranges::find(roots, path.string(), &Root::path) != roots.end()) continue;
        const std::string stem = path.filename().string();
        std::string name = stem;
        for (int n = 2; std::ranges::find(roots, name, &Root::name) != roots.end(); ++n)
            name = fmt::format("{}-{}", stem, n);
        roots.push_back({name, path.string()});
    }
    return {};
}

std::vector<std::string> made_roots() {
    std::vector<std::string> all;
    const std::string cache = base::cache_folder();
    if (cache.empty()) return all;
    std::error_code error;
    for (fs::directory_iterator at(cache + "/roots", error), end; !error && at != end; at.increment(error)) {
        std::error_code ignored;
        if (fs::exists(at->path() / kMadeBy, ignored)) all.push_back(at->path().string());
    }
    std::ranges::sort(all);
    return all;
}

std::string host_path(const std::string& root, const std::string& path) {
    if (root.empty()) {
        std::error_code error;
        const fs::path real = fs::canonical(path, error);
        return error ? path : real.string();
    }
    std::string real = root + path;
    const int folder = ::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    open_how how{};
    how.flags = O_PATH | O_CLOEXEC;
    how.resolve = RESOLVE_IN_ROOT;
    const auto file = static_cast<int>(::syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how));
    std::error_code error;
    if (file >= 0) {
        const fs::path found = fs::read_symlink(fmt::format("/proc/self/fd/{}", file), error);
        if (!error) real = found.string();
        ::close(file);
    }
    if (folder >= 0) ::close(folder);
    return real;
}

std::string real_path(const std::string& path) { return host_path("", path); }

bool names_version(std::string_view name) {
    const size_t stem = name.find_last_not_of("0123456789.");
    return stem != std::string_view::npos && stem + 1 < name.size() && digit(name[stem + 1]) &&
           (name[stem] == '-' || name.find('.', stem) != std::string_view::npos);
}

bool is_versioned(std::string_view name, std::string_view stem) {
    if (!name.starts_with(stem)) return false;
    name.remove_prefix(stem.size());
    return name.empty() || (name.size() > 1 && name[0] == '-' && digit(name[1]) &&
                            name.find_first_not_of("0123456789.", 1) == std::string_view::npos);
}

Programs Programs::on_path() { return Programs(base::search_path()); }

Programs::Programs(std::string_view path_value) { add_folders(path_value); }

Programs::Programs(const Root& root) : root_(root) { add_folders(base::kUsualPath); }

void Programs::add_folders(std::string_view path_value) {
    std::vector<std::string> seen;
    for (const std::string& named : base::folders_of(path_value)) {
        const std::string folder = real(named);
        if (folder.empty() || std::find(seen.begin(), seen.end(), folder) != seen.end()) continue;
        seen.push_back(folder);
        std::error_code error;
        for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
            paths_[at->path().filename().string()].push_back(at->path().string().substr(root_.path.size()));
    }
    if (is_program(kSnapshot)) paths_["gcc-snapshot"].insert(paths_["gcc-snapshot"].begin(), kSnapshot);
}

bool Programs::is_program(const std::string& path) const {
    std::error_code ignored;
    const std::string file = real(path);
    return ::access(file.c_str(), X_OK) == 0 && fs::is_regular_file(file, ignored);
}

std::string Programs::find(std::string_view name) const {
    if (name.find('/') != std::string_view::npos) {
        const std::string path =
            root_.path.empty() ? base::absolute_path(std::string(name)) : std::string(name);
        return is_program(path) ? path : "";
    }
    const auto known = paths_.find(name);
    if (known == paths_.end()) return "";
    for (const std::string& path : known->second)
        if (is_program(path) && !stands_in(real(path), path)) return path;
    return "";
}

std::vector<Candidate> Programs::candidates(const std::vector<std::string>& names) const {
    std::map<std::string, std::vector<std::string>> by_file;
    for (const std::string& name : names)
        if (const std::string path = find(name); !path.empty()) by_file[real(path)].push_back(name);
    std::vector<Candidate> all;
    for (auto& [file, same] : by_file) {
        std::sort(same.begin(), same.end(), says_more);
        Candidate candidate{same.front(), find(same.front()), {same.begin() + 1, same.end()}};
        candidate.root = root_.path;
        all.push_back(std::move(candidate));
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return all;
}

std::vector<std::string> tools_beside(const Programs& programs, const Candidate& compiler,
                                      std::string_view family, const std::vector<std::string>& tools) {
    std::vector<std::string> names{compiler.name};
    names.insert(names.end(), compiler.aliases.begin(), compiler.aliases.end());
    for (const std::string& name : names) {
        if (!is_versioned(name, family)) continue;
        std::vector<std::string> found;
        for (const std::string& tool : tools)
            found.push_back(programs.find(tool + name.substr(family.size())));
        if (std::find(found.begin(), found.end(), "") == found.end()) return found;
    }
    return {};
}

std::string Programs::node_package(std::string_view package) const {
    if (!root_.path.empty()) return ""; // npm's compilers are the same in every root
    std::vector<fs::path> roots;
    if (const char* value = std::getenv("NODE_PATH"))
        for (const std::string& folder : base::folders_of(value)) roots.emplace_back(folder);
    for (const char* name : {"node", "npm", "zig"})
        if (const std::string path = find(name); !path.empty())
            roots.push_back(fs::path(path).parent_path().parent_path() / "lib" / "node_modules");
    roots.emplace_back("/usr/local/lib/node_modules");
    for (const fs::path& root : roots) {
        std::error_code ignored;
        if (fs::exists(root / package / "package.json", ignored)) return (root / package).string();
    }
    return "";
}

} // namespace assay::toolchain
