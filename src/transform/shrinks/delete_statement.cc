// A statement goes.
#include "program/walk.h"
#include "transform/kit/removal.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class DeleteStatement final : public Transform {
  public:
    DeleteStatement()
        : Transform({.name = "delete-statement",
                     .precondition =
                         "a statement below the one at hand that has no name or label that is used elsewhere",
                     .effect = "the statement is removed, or becomes empty where one must stand",
                     .flags = {.shrinks = true},
                     .arg_count = 1}) {} // the statement

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        program::for_each_child(view.program(), view[site], [&](NodeId child) {
            if (view.holds_stmt(child)) out.push_back(step_at(site, {child.index}));
        });
    }

    bool can(const View& view, const Step& step) const override {
        return can_remove(view, step.site, step.node(0));
    }

    void perform(Program& p, const Step& step) const override { remove(p, step.site, step.node(0)); }
};

} // namespace

const Transform& delete_statement() {
    static const DeleteStatement transform;
    return transform;
}

} // namespace assay::transform
