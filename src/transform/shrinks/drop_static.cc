// A global is no longer static.
#include "transform/registry.h"

#include <algorithm>

namespace assay::transform {
namespace {

class DropStatic final : public Transform {
  public:
    DropStatic()
        : Transform({.name = "drop-static",
                     .precondition = "a static global",
                     .effect = "it has linkage",
                     .flags = {.shrinks = true},
                     .arg_count = 1}) {} // the variable

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (!view.is_whole_program(site)) return;
        for (const VarId global : view.program().globals) out.push_back(step_at(site, {global.index}));
    }

    bool can(const View& view, const Step& step) const override {
        const std::vector<VarId>& globals = view.program().globals;
        return view.is_whole_program(step.site) && std::ranges::find(globals, step.var(0)) != globals.end() &&
               view.program()[step.var(0)].storage == program::Storage::Static;
    }

    void perform(Program& p, const Step& step) const override {
        p[step.var(0)].storage = program::Storage::Extern;
    }
};

} // namespace

const Transform& drop_static() {
    static const DropStatic transform;
    return transform;
}

} // namespace assay::transform
