// Counts in messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay::base {

// "1 program", "2 programs".
inline std::string counted(uint64_t count, std::string_view noun) {
    return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

} // namespace assay::base
