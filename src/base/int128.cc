#include "base/int128.h"

#include <algorithm>

namespace assay::base {

std::string to_text(UInt128 value) {
    std::string digits;
    do {
        digits.push_back(static_cast<char>('0' + static_cast<int>(value % 10)));
        value /= 10;
    } while (value != 0);
    std::reverse(digits.begin(), digits.end());
    return digits;
}

std::string to_text(Int128 value) {
    if (value >= 0) return to_text(static_cast<UInt128>(value));
    return "-" + to_text(-static_cast<UInt128>(value));
}

} // namespace assay::base
