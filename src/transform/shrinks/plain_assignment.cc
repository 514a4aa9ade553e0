// A compound assignment becomes a plain one.
#include "program/typing.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

class PlainAssignment final : public Transform {
  public:
    PlainAssignment()
        : Transform({.name = "plain-assignment",
                     .precondition = "a op= b, where b may be assigned to a",
                     .effect = "it becomes a = b",
                     .flags = {.shrinks = true}}) {}

  private:
    void suggest(const View&, NodeId site, uint64_t, std::vector<Step>& out) const override {
        out.push_back(step_at(site));
    }

    bool can(const View& view, const Step& step) const override {
        return view[step.site].kind == NodeKind::CompoundAssign &&
               shrinks_soundly(view.program(), [&](Program& p) { return assign(p, step.site); });
    }

    void perform(Program& p, const Step& step) const override { assign(p, step.site); }

    static bool assign(Program& p, NodeId site) {
        Node made;
        made.kind = NodeKind::Assign;
        made.type = p[site].type;
        made.slot[at::Assign::target] = p[site].slot[at::CompoundAssign::target];
        made.slot[at::Assign::value] = p[site].slot[at::CompoundAssign::value];
        p[site] = made;
        return true;
    }
};

} // namespace

const Transform& plain_assignment() {
    static const PlainAssignment transform;
    return transform;
}

} // namespace assay::transform
