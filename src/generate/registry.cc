#include "generate/registry.h"

#include "base/suggest.h"
#include "generate/derive/derive.h"
#include "generate/expand/expand.h"
#include "generate/external/csmith.h"
#include "generate/grow/grow.h"

namespace assay::generate {

const std::vector<MethodEntry>& methods() {
    static const std::vector<MethodEntry> all{
        {"grow", grow::make_method},
        {"expand", expand::make_method},
        {"derive", derive::make_method},
        {"csmith", external::make_csmith},
    };
    return all;
}

std::unique_ptr<testcase::Method> method_named(std::string_view name) {
    for (const MethodEntry& entry : methods())
        if (entry.name == name) return entry.make();
    return nullptr;
}

std::string unknown_method(std::string_view name) {
    std::vector<std::string_view> known;
    for (const MethodEntry& entry : methods()) known.push_back(entry.name);
    return "unknown method '" + std::string(name) + "': " + base::suggest(name, known);
}

} // namespace assay::generate
