// A global that nobody names goes.
#include "transform/registry.h"

#include <algorithm>

namespace assay::transform {
namespace {

class DeleteGlobal final : public Transform {
  public:
    DeleteGlobal()
        : Transform({.name = "delete-global",
                     .precondition = "a global variable that is named nowhere",
                     .effect = "the variable is removed",
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
               view.use(step.var(0)).refs == 0;
    }

    void perform(Program& p, const Step& step) const override { std::erase(p.globals, step.var(0)); }
};

} // namespace

const Transform& delete_global() {
    static const DeleteGlobal transform;
    return transform;
}

} // namespace assay::transform
