#include "base/listed.h"

namespace assay::base {

std::string listed(const std::vector<std::string>& words, std::string_view before_last) {
    std::string text;
    for (size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 == words.size() ? " " + std::string(before_last) + " " : ", ";
        text += words[i];
    }
    return text;
}

} // namespace assay::base
