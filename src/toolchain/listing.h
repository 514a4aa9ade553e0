// Compilers as text: for people, as JSON, and back.
#pragma once

#include "toolchain/registry.h"

#include <string>

namespace assay::toolchain {

std::string to_json(const Compiler& compiler); // complete: from_json gives the same compiler
base::Result<Compiler> from_json(const std::string& text, const Family& family);

// For `assay compilers`.
std::string listing(const Found& found);
std::string listing_json(const Found& found);

// For `assay doctor`: what is missing on this machine, why it is worth having, and the command that installs
// it.
struct Advice {
    std::string missing;
    std::string why;
    std::string command;
};
std::vector<Advice> advise(const Registry& registry, const Found& found);

} // namespace assay::toolchain
