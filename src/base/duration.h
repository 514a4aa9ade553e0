// Durations as people write them: "90", "90s", "10m", "2h", "1h30m".
#pragma once

#include "base/result.h"

#include <chrono>
#include <string_view>

namespace assay::base {

Result<std::chrono::seconds> parse_duration(std::string_view text);

} // namespace assay::base
