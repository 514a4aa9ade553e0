// Where Assay keeps what it can always make again: $XDG_CACHE_HOME/assay or ~/.cache/assay.
#pragma once

#include <string>

namespace assay::base {

std::string cache_folder(); // empty: the environment names none

} // namespace assay::base
