// Size: what "smaller" means for a program. Compared field by field, the first difference decides; every
// field is a natural number, so no sequence of shrinking steps is endless.
#pragma once

#include "transform/step.h"

namespace assay::transform {

struct Size {
    uint64_t nodes = 0;   // reachable ones
    uint64_t parts = 0;   // globals, functions, parameters
    uint64_t names = 0;   // leaves that are neither plain numbers nor empty statements
    uint64_t details = 0; // magnitude of constants, qualifiers, function attributes, guards, forms
    bool operator==(const Size&) const = default;
    bool operator<(const Size& other) const;
};

Size size_of(const Program& program);

// How far an IntConst or FloatConst is from zero, as part of `details`.
uint64_t magnitude(const Program& program, const Node& constant);

} // namespace assay::transform
