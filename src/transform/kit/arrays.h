// What the transforms of array variables share.
#pragma once

#include "transform/kit/retyping.h"
#include "transform/view.h"

namespace assay::transform {

// Is the step about the whole program, and its first argument an array variable that is part of it?
inline bool is_about_array(const View& view, const Step& step) {
    const Program& p = view.program();
    const VarId var = step.var(0);
    if (!view.is_whole_program(step.site) || !is_part(p, var)) return false;
    if (!p[var].is_global() && !view.use(var).declare) return false;
    return p.types.kind(p[var].type) == TypeKind::Array;
}

// Calls visit(VarId, uint32_t number of elements).
template <typename Visit> void visit_arrays(const View& view, const Visit& visit) {
    const Program& p = view.program();
    for (uint32_t i = 0; i < p.vars.size(); ++i)
        if (p.types.kind(p.vars[i].type) == TypeKind::Array) visit(VarId{i}, p.types[p.vars[i].type].count);
}

} // namespace assay::transform
