#include "generate/derive/language/types.h"

namespace assay::generate::derive {

int Names::number(std::string_view name) {
    if (const int known = find(name); known >= 0) return known;
    const int fresh = size();
    all_.emplace_back(name);
    numbers_.emplace(std::string(name), fresh);
    return fresh;
}

int Names::find(std::string_view name) const {
    const auto found = numbers_.find(name);
    return found == numbers_.end() ? -1 : found->second;
}

} // namespace assay::generate::derive
