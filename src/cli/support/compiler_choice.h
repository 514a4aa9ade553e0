// Chooses the compilers of a command: those the user names, or all that are found.
#pragma once

#include "cli/command.h"
#include "toolchain/registry.h"
#include "toolchain/toolset.h"

namespace assay::cli {

// The registry owns the families that the compilers point to.
struct Toolbox : toolchain::Toolset {
    toolchain::Registry registry;
    std::string fence_gaps = {}; // what the fence lacks on this machine; empty: nothing
};

// Of all compilers; may contain duplicates.
std::vector<std::string> languages_of(const std::vector<toolchain::Compiler>& compilers);

// By --compilers, --config and --root.
base::Result<Toolbox> choose_compilers(const Arguments& arguments);

// Tries the user's options with every compiler before any is used: an Error if no compiler takes a set, a
// line on stderr for each compiler that does not take one. `languages`: of the programs; empty: all.
base::Result<void> settle_options(Toolbox& toolbox, const toolchain::OptionLists& given,
                                  const std::vector<std::string>& languages = {});

} // namespace assay::cli
