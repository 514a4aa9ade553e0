#include "base/duration.h"

#include <charconv>
#include <string>

namespace assay::base {

Result<std::chrono::seconds> parse_duration(std::string_view text) {
    const Error wrong{"'" + std::string(text) + "' is not a duration: write 90s, 10m, 2h or 1h30m"};
    constexpr uint64_t kTooLong = uint64_t{1} << 40;
    uint64_t seconds = 0;
    std::string_view left = text;
    if (left.empty()) return wrong;
    while (!left.empty()) {
        uint64_t number = 0;
        const auto [end, error] = std::from_chars(left.data(), left.data() + left.size(), number);
        if (error != std::errc() || number > kTooLong) return wrong;
        left.remove_prefix(static_cast<size_t>(end - left.data()));
        uint64_t unit = 1;
        if (!left.empty()) {
            switch (left.front()) {
            case 's': break;
            case 'm': unit = 60; break;
            case 'h': unit = 3600; break;
            case 'd': unit = 86400; break;
            default: return wrong;
            }
            left.remove_prefix(1);
        }
        seconds += number * unit;
        if (seconds > kTooLong) return wrong;
    }
    if (seconds == 0) return Error{"'" + std::string(text) + "' is no time at all: write 1s or more"};
    return std::chrono::seconds(static_cast<int64_t>(seconds));
}

} // namespace assay::base
