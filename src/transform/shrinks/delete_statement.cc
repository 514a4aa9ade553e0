// A statement is removed.
#include "program/walk.h"
#include "transform/kit/args.h"
#include "transform/kit/removal.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class DeleteStatement final : public TransformOf<StatementArgs> {
  public:
    DeleteStatement()
        : TransformOf(
              {.name = "delete-statement",
               .precondition =
                   "a statement below the one at hand that has no name or label that is used elsewhere",
               .effect = "the statement is removed, or becomes empty where one must stand",
               .flags = {.shrinks = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t, const Offer& offer) const override {
        program::for_each_child(view.program(), view[site], [&](NodeId child) {
            if (view.holds_stmt(child)) offer({child});
        });
    }

    bool can(const View& view, const Named& step) const override {
        return can_remove(view, step.site, step.stmt);
    }

    void perform(Program& p, const Named& step) const override { remove(p, step.site, step.stmt); }
};

} // namespace

const Transform& delete_statement() {
    static const DeleteStatement transform;
    return transform;
}

} // namespace assay::transform
