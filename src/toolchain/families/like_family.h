// LikeFamily: a compiler of a known family under a name and a path of the user's.
#pragma once

#include "toolchain/family.h"

#include <memory>

namespace assay::toolchain {

// Null: there is no family of that name.
std::unique_ptr<Family> like_family(std::string_view family, std::string name, std::string path);
// The names that may follow `like =`.
std::vector<std::string_view> likable_families();

} // namespace assay::toolchain
