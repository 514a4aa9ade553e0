#include "base/path.h"

#include <algorithm>
#include <cstdlib>
#include <unistd.h>

namespace assay::base {

std::string search_path() {
    const char* value = std::getenv("PATH");
    return std::string(value != nullptr ? std::string_view(value) : kUsualPath);
}

std::vector<std::string> folders_of(std::string_view path) {
    std::vector<std::string> folders;
    while (!path.empty()) {
        const size_t end = std::min(path.find(':'), path.size());
        if (end != 0) folders.emplace_back(path.substr(0, end));
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return folders;
}

std::string find_program(const std::string& name) {
    if (name.find('/') != std::string::npos) return ::access(name.c_str(), X_OK) == 0 ? name : std::string();
    for (const std::string& folder : folders_of(search_path()))
        if (std::string full = folder + "/" + name; ::access(full.c_str(), X_OK) == 0) return full;
    return {};
}

} // namespace assay::base
