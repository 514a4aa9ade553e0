// Transforms of one global variable: the step stands at the whole program and names the variable.
#pragma once

#include "transform/transform.h"

#include <algorithm>

namespace assay::transform {

class OfGlobal : public Transform {
  protected:
    using Transform::Transform;
    virtual bool fits(const View& view, VarId global) const = 0;

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const final {
        if (!view.is_whole_program(site)) return;
        for (const VarId global : view.program().globals) out.push_back(step_at(site, {global.index}));
    }

    bool can(const View& view, const Step& step) const final {
        const std::vector<VarId>& globals = view.program().globals;
        return view.is_whole_program(step.site) && std::ranges::find(globals, step.var(0)) != globals.end() &&
               fits(view, step.var(0));
    }
};

} // namespace assay::transform
