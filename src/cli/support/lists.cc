#include "cli/support/lists.h"

#include <algorithm>

namespace assay::cli {

std::vector<std::string> items(const std::string& text, char separator) {
    std::vector<std::string> all;
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find(separator, begin), text.size());
        if (end > begin) all.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return all;
}

} // namespace assay::cli
