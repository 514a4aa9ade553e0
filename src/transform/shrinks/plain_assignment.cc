// A compound assignment becomes a plain one.
#include "program/typing.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

class PlainAssignment final : public Trial<> {
  public:
    PlainAssignment()
        : Trial({.name = "plain-assignment",
                 .precondition = "a op= b, where b may be assigned to a",
                 .effect = "it becomes a = b",
                 .flags = {.shrinks = true}}) {}

  private:
    bool may(const View& view, const Named& step) const override {
        return view[step.site].kind == NodeKind::CompoundAssign;
    }

    bool change(Program& p, const Named& step) const override {
        const NodeId site = step.site;
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
