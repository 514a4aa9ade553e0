// Transforms of one global variable: the step stands at the whole program and names the variable.
#pragma once

#include "transform/kit/args.h"
#include "transform/transform.h"

#include <algorithm>

namespace assay::transform {

class OfGlobal : public TransformOf<VariableArgs> {
  protected:
    explicit OfGlobal(About about) : TransformOf(at_program(about)) {}
    virtual bool suits(const View& view, VarId global) const = 0;

  private:
    static About at_program(About about) {
        about.sites = Sites::Program;
        return about;
    }
    void suggest(const View& view, NodeId, uint64_t, const Offer& offer) const final {
        for (const VarId global : view.program().globals) offer({global});
    }
    bool can(const View& view, const Named& step) const final {
        const std::vector<VarId>& globals = view.program().globals;
        return std::ranges::find(globals, step.var) != globals.end() && suits(view, step.var);
    }
};

} // namespace assay::transform
