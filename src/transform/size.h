// Size: what "smaller" means for a program. Compared field by field, the first difference decides; every
// field is a natural number, so no sequence of shrinking steps is endless.
#pragma once

#include "transform/step.h"

namespace assay::transform {

struct Size {
    // Reachable ones, and parameters; x += e is two. What needs a harness counts more: a number that is shown
    // at the end two more, an observation in the entry and in no loop three more, others, which may have
    // several values, five more.
    uint64_t nodes = 0;
    uint64_t parts = 0;   // globals, those of them that are shown, locals, functions, members, else
    uint64_t names = 0;   // leaves that are neither plain numbers nor empty statements
    uint64_t details = 0; // types other than int, magnitude of constants, attributes, guards, forms
    bool operator==(const Size&) const = default;
    bool operator<(const Size& other) const;
};

Size size_of(const Program& program);

// How far a basic type is from int.
uint64_t weight_of_kind(TypeKind kind);

// How far an IntConst or FloatConst is from zero, as part of `details`.
uint64_t magnitude(const Program& program, const Node& constant);

} // namespace assay::transform
