// Which compilers a command works with: those that the user names, or all that are found.
#pragma once

#include "toolchain/registry.h"

namespace assay::cli {

// The registry owns the families that the compilers point to.
struct Toolbox {
    toolchain::Registry registry;
    std::vector<toolchain::Compiler> compilers;
};

// `config`: a file (assay.toml) with compilers of the user's own; empty: none.
base::Result<Toolbox> choose_compilers(const std::vector<std::string>& names, const std::string& config);

} // namespace assay::cli
