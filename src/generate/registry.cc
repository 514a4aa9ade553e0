#include "generate/registry.h"

#include "generate/grow/grow.h"

namespace assay::generate {

const std::vector<MethodEntry>& methods() {
    static const std::vector<MethodEntry> all{
        {"grow", grow::make_method},
    };
    return all;
}

std::unique_ptr<testcase::Method> method_named(std::string_view name) {
    for (const MethodEntry& entry : methods())
        if (entry.name == name) return entry.make();
    return nullptr;
}

} // namespace assay::generate
