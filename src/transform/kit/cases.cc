#include "transform/kit/cases.h"

#include "base/hash.h"
#include "transform/kit/inverse.h"

#include <algorithm>

namespace assay::transform {

std::vector<UInt128> labels_of(semantics::IntShape shape, uint32_t count, uint64_t word) {
    std::vector<UInt128> labels;
    // Mostly near each other, as tables like them; some at the edges of the type.
    const UInt128 first = word % 4 == 0 ? edge_value(word, shape) : canonical((word >> 8) % 6, shape);
    const UInt128 stride = word % 8 < 5 ? 1 : 1 + (word >> 16) % 7;
    for (uint32_t i = 0; labels.size() < count; ++i) {
        const uint64_t w = base::scramble(word + i);
        const UInt128 label = w % 8 == 0 ? edge_value(w, shape) : canonical(first + stride * i, shape);
        if (std::ranges::find(labels, label) == labels.end()) labels.push_back(label);
    }
    return labels;
}

uint32_t default_position(uint32_t count, uint64_t word) {
    return word >> 40 & 1 ? count : static_cast<uint32_t>((word >> 41) % (count + 1));
}

} // namespace assay::transform
