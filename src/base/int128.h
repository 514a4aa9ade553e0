// 128-bit integers as the widest word of the model, and their text.
#pragma once

#include <string>

namespace assay::base {

using Int128 = __int128;
using UInt128 = unsigned __int128;

std::string to_text(Int128 value);
std::string to_text(UInt128 value);

} // namespace assay::base
