// What the transforms of array variables share.
#pragma once

#include "transform/kit/retyping.h"
#include "transform/view.h"

namespace assay::transform {

// Is it an array variable that is part of the program?
inline bool is_array_variable(const View& view, VarId var) {
    const Program& p = view.program();
    return is_held(view, var) && p.types.kind(p[var].type) == TypeKind::Array;
}

// Calls visit(VarId, uint32_t number of elements).
template <typename Visit> void visit_arrays(const View& view, const Visit& visit) {
    const Program& p = view.program();
    for (uint32_t i = 0; i < p.vars.size(); ++i)
        if (p.types.kind(p.vars[i].type) == TypeKind::Array) visit(VarId{i}, p.types[p.vars[i].type].count);
}

} // namespace assay::transform
