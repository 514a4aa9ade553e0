#include "testcase/method_registry.h"

#include "base/suggest.h"

#include <algorithm>

namespace assay::testcase {

void MethodRegistry::add(const MethodRegistry& more) {
    entries_.insert(entries_.end(), more.entries_.begin(), more.entries_.end());
}

std::unique_ptr<Method> MethodRegistry::make(std::string_view name) const {
    const auto found = std::ranges::find(entries_, name, &MethodEntry::name);
    return found == entries_.end() ? nullptr : found->make();
}

std::vector<std::unique_ptr<Method>> MethodRegistry::make_all() const {
    std::vector<std::unique_ptr<Method>> all;
    for (const MethodEntry& entry : entries_) all.push_back(entry.make());
    std::ranges::stable_sort(all, std::greater(),
                             [](const auto& method) { return method->default_weight(); });
    return all;
}

std::string MethodRegistry::unknown(std::string_view name) const {
    std::vector<std::string_view> known;
    for (const MethodEntry& entry : entries_) known.emplace_back(entry.name);
    return "unknown method '" + std::string(name) + "': " + base::suggest(name, known);
}

} // namespace assay::testcase
