// Which compilers a command works with: those that the user names, or all that are found.
#pragma once

#include "toolchain/registry.h"
#include "toolchain/toolset.h"

namespace assay::cli {

// The registry owns the families that the compilers point to.
struct Toolbox : toolchain::Toolset {
    toolchain::Registry registry;
    std::string fence_gaps = {}; // what the fence around commands lacks on this machine; empty: nothing
};

// Of all of them, some more than once.
std::vector<std::string> languages_of(const std::vector<toolchain::Compiler>& compilers);

// `config`: a file (assay.toml) with compilers of the user's own; empty: none.
base::Result<Toolbox> choose_compilers(const std::vector<std::string>& names, const std::string& config);

// Tries options that the user gives with every compiler, before any is used: an Error if no compiler takes a
// set, a line on stderr for each compiler that goes without one. `languages`: of the programs; empty: all.
base::Result<void> settle_options(Toolbox& toolbox, const toolchain::OptionLists& given,
                                  const std::vector<std::string>& languages = {});

} // namespace assay::cli
