#include "transform/registry.h"

#include <algorithm>
#include <array>

namespace assay::transform {

std::span<const Transform* const> all_transforms() {
    static const std::array kTable{
#define X(name) &name(),
        ASSAY_TRANSFORMS(X)
#undef X
    };
    return kTable;
}

const Transform* transform_named(std::string_view name) {
    const auto found =
        std::ranges::find_if(all_transforms(), [&](const Transform* t) { return t->about().name == name; });
    return found == all_transforms().end() ? nullptr : *found;
}

} // namespace assay::transform
