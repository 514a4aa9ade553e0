#include "base/cache_folder.h"

#include <cstdlib>

namespace assay::base {

std::string cache_folder() {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    const char* home = std::getenv("HOME");
    if (cache && *cache == '/') return std::string(cache) + "/assay";
    if (home && *home == '/') return std::string(home) + "/.cache/assay";
    return "";
}

} // namespace assay::base
