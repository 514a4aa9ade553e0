#include "reduce/model/passes.h"

#include <array>

namespace assay::reduce::model {

std::span<const Pass* const> all_passes() {
    static const std::array kTable{
#define X(name) &name(),
        ASSAY_MODEL_PASSES(X)
#undef X
    };
    return kTable;
}

} // namespace assay::reduce::model
