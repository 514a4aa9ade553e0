// A function that nobody else names goes.
#include "transform/kit/edit.h"
#include "transform/registry.h"

#include <algorithm>

namespace assay::transform {
namespace {

class DeleteFunction final : public Transform {
  public:
    DeleteFunction()
        : Transform({.name = "delete-function",
                     .precondition =
                         "the body of a function, other than the entry, that is named nowhere but in itself",
                     .effect = "the function is removed",
                     .flags = {.shrinks = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (!view.parent(site) && view.holds_stmt(site)) out.push_back(step_at(site));
    }

    bool can(const View& view, const Step& step) const override {
        if (view.parent(step.site) || !view.holds_stmt(step.site)) return false;
        const FuncId func = view.function(step.site);
        return func != view.program().entry && view.use(func).from_outside == 0;
    }

    void perform(Program& p, const Step& step) const override {
        discard(p, step.site);
        erase_function(p, {static_cast<uint32_t>(std::ranges::find(p.funcs, step.site, &program::Func::body) -
                                                 p.funcs.begin())});
    }
};

} // namespace

const Transform& delete_function() {
    static const DeleteFunction transform;
    return transform;
}

} // namespace assay::transform
