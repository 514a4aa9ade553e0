#include "toolchain/toolset.h"

#include <algorithm>

namespace assay::toolchain {

bool is_version_of(const Compiler& one, const Compiler& other) {
    return one.family == other.family && one.knows("machine") == other.knows("machine");
}

std::vector<const Compiler*> versions_of(const Compiler& compiler, const Toolset& tools) {
    std::vector<const Compiler*> all;
    for (const std::vector<Compiler>* some : {&tools.compilers, &tools.versions})
        for (const Compiler& one : *some)
            if (is_version_of(one, compiler)) all.push_back(&one);
    std::ranges::stable_sort(all, {}, [](const Compiler* one) { return version_numbers(one->version); });
    return all;
}

sandbox::Means means_for(const Toolset& tools) {
    sandbox::Means means;
    for (const std::vector<Compiler>* some : {&tools.compilers, &tools.references, &tools.versions})
        for (const Compiler& compiler : *some)
            if (!compiler.root.empty() && std::ranges::find(means.roots, compiler.root) == means.roots.end())
                means.roots.push_back(compiler.root);
    return means;
}

} // namespace assay::toolchain
