#include "source/registry.h"

#include "base/suggest.h"
#include "source/prune/method.h"
#include "source/relax/method.h"

namespace assay::source {

const std::vector<generate::MethodEntry>& methods() {
    static const std::vector<generate::MethodEntry> all = [] {
        std::vector<generate::MethodEntry> list = generate::methods();
        list.push_back({"prune", prune::make_method});
        list.push_back({"relax", relax::make_method});
        return list;
    }();
    return all;
}

std::unique_ptr<testcase::Method> method_named(std::string_view name) {
    for (const generate::MethodEntry& entry : methods())
        if (entry.name == name) return entry.make();
    return nullptr;
}

std::string unknown_method(std::string_view name) {
    std::vector<std::string_view> known;
    for (const generate::MethodEntry& entry : methods()) known.push_back(entry.name);
    return "unknown method '" + std::string(name) + "': " + base::suggest(name, known);
}

} // namespace assay::source
