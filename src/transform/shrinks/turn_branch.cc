// An if of which only the else branch does something.
#include "program/build.h"
#include "semantics/repair.h"
#include "transform/kit/edit.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

class TurnBranch final : public TransformOf<> {
  public:
    TurnBranch()
        : TransformOf({.name = "turn-branch",
                       .precondition = "an if whose first branch is empty and which has a second",
                       .effect = "if (c) ; else s becomes if (!c) s",
                       .flags = {.shrinks = true}}) {}

  private:
    bool can(const View& view, const Named& step) const override {
        const Node& n = view[step.site];
        return n.kind == NodeKind::If && view[n.child(at::If::yes)].kind == NodeKind::Empty &&
               n.child(at::If::no);
    }

    void perform(Program& p, const Named& step) const override {
        const NodeId condition = semantics::negate(p, p[step.site].child(at::If::condition));
        Node& n = p[step.site];
        n.slot[at::If::condition] = condition.index;
        n.slot[at::If::yes] = n.slot[at::If::no];
        n.slot[at::If::no] = UINT32_MAX;
    }
};

} // namespace

const Transform& turn_branch() {
    static const TurnBranch transform;
    return transform;
}

} // namespace assay::transform
