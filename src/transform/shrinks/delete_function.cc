// A function that nobody else names goes.
#include "transform/edit.h"
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

    // Functions are numbered in order, so those behind it move up.
    void perform(Program& p, const Step& step) const override {
        discard(p, step.site);
        const auto gone = static_cast<uint32_t>(std::ranges::find(p.funcs, step.site, &program::Func::body) -
                                                p.funcs.begin());
        const auto moved = [&](FuncId func) { return func.index > gone ? FuncId{func.index - 1} : func; };
        p.funcs.erase(p.funcs.begin() + gone);
        p.entry = moved(p.entry);
        for (program::Var& var : p.vars) {
            if (var.owner.index == gone)
                var.owner = p.entry;
            else if (var.owner)
                var.owner = moved(var.owner);
        }
        for (Node& n : p.nodes)
            if (n.kind == NodeKind::Call || n.kind == NodeKind::FuncRef) n.slot[0] = moved(n.func()).index;
    }
};

} // namespace

const Transform& delete_function() {
    static const DeleteFunction transform;
    return transform;
}

} // namespace assay::transform
