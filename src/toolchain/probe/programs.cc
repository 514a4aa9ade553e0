#include "toolchain/probe/programs.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace assay::toolchain {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 6> kStandIns{"ccache", "sccache",    "distcc",
                                                    "icecc",  "buildcache", "colorgcc"};

bool stands_in(const std::string& path) {
    if (path.find("/.pyenv/shims/") != std::string::npos) return true;
    const std::string base = fs::path(real_path(path)).filename().string();
    return std::find(kStandIns.begin(), kStandIns.end(), base) != kStandIns.end();
}

bool is_program(const std::string& path) {
    std::error_code ignored;
    return ::access(path.c_str(), X_OK) == 0 && fs::is_regular_file(path, ignored);
}

bool digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

bool says_more(const std::string& a, const std::string& b) {
    if (names_version(a) != names_version(b)) return names_version(a);
    if (a.size() != b.size()) return a.size() < b.size();
    return a < b;
}

void add_folder(std::map<std::string, std::vector<std::string>, std::less<>>& paths,
                const std::string& folder) {
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
        paths[at->path().filename().string()].push_back(at->path().string());
}

} // namespace

std::string real_path(const std::string& path) {
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    return error ? path : real.string();
}

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

Programs Programs::on_path() {
    const char* value = std::getenv("PATH");
    return Programs(value ? value : "/usr/local/bin:/usr/bin:/bin");
}

Programs::Programs(std::string_view path_value) {
    std::vector<std::string> seen;
    while (!path_value.empty()) {
        const size_t colon = std::min(path_value.find(':'), path_value.size());
        const std::string folder = real_path(std::string(path_value.substr(0, colon)));
        path_value.remove_prefix(std::min(colon + 1, path_value.size()));
        if (folder.empty() || std::find(seen.begin(), seen.end(), folder) != seen.end()) continue;
        seen.push_back(folder);
        add_folder(paths_, folder);
    }
}

std::string Programs::find(std::string_view name) const {
    if (name.find('/') != std::string_view::npos) {
        const std::string path = fs::absolute(name).lexically_normal().string();
        return is_program(path) ? path : "";
    }
    const auto known = paths_.find(name);
    if (known == paths_.end()) return "";
    for (const std::string& path : known->second)
        if (is_program(path) && !stands_in(path)) return path;
    return "";
}

std::vector<Candidate> Programs::candidates(const std::vector<std::string>& names) const {
    std::map<std::string, std::vector<std::string>> by_file;
    for (const std::string& name : names)
        if (const std::string path = find(name); !path.empty()) by_file[real_path(path)].push_back(name);
    std::vector<Candidate> all;
    for (auto& [file, same] : by_file) {
        std::sort(same.begin(), same.end(), says_more);
        all.push_back({same.front(), find(same.front()), {same.begin() + 1, same.end()}});
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return all;
}

std::string Programs::node_package(std::string_view package) const {
    std::vector<fs::path> roots;
    if (const char* value = std::getenv("NODE_PATH")) {
        for (std::string_view rest = value; !rest.empty();) {
            const size_t colon = std::min(rest.find(':'), rest.size());
            roots.emplace_back(rest.substr(0, colon));
            rest.remove_prefix(std::min(colon + 1, rest.size()));
        }
    }
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
