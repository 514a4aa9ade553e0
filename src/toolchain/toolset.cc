#include "toolchain/toolset.h"

#include <algorithm>

namespace assay::toolchain {

sandbox::Means means_for(const Toolset& tools) {
    sandbox::Means means;
    for (const std::vector<Compiler>* some : {&tools.compilers, &tools.references})
        for (const Compiler& compiler : *some)
            if (!compiler.root.empty() && std::ranges::find(means.roots, compiler.root) == means.roots.end())
                means.roots.push_back(compiler.root);
    return means;
}

} // namespace assay::toolchain
