// A guarded or unusually printed node becomes a plain one.
#include "transform/registry.h"

namespace assay::transform {
namespace {

class DropGuard final : public Transform {
  public:
    DropGuard()
        : Transform({.name = "drop-guard",
                     .precondition = "a node that is guarded, or printed in another form than the plain one",
                     .effect = "the node is neither",
                     .flags = {.shrinks = true}}) {}

  private:
    void suggest(const View&, NodeId site, uint64_t, std::vector<Step>& out) const override {
        out.push_back(step_at(site));
    }

    bool can(const View& view, const Step& step) const override {
        return view[step.site].guarded || view[step.site].form != 0;
    }

    void perform(Program& p, const Step& step) const override {
        p[step.site].guarded = false;
        p[step.site].form = 0;
    }
};

} // namespace

const Transform& drop_guard() {
    static const DropGuard transform;
    return transform;
}

} // namespace assay::transform
