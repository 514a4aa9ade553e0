// A statement that never ran is removed.
#include "transform/kit/args.h"
#include "transform/kit/removal.h"
#include "transform/registry.h"

#include "program/walk.h"

namespace assay::transform {
namespace {

class DeleteDeadStatement final : public TransformOf<StatementArgs> {
  public:
    DeleteDeadStatement()
        : TransformOf({.name = "delete-dead-statement",
                       .precondition =
                           "a statement below the one at hand that never ran, is not a case label, "
                           "initialises no static "
                           "variable, and has no name or label that is used elsewhere",
                       .effect = "the statement is removed, or becomes empty where one must stand",
                       .flags = {.dead_only = true, .shrinks = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t, const Offer& offer) const override {
        program::for_each_child(view.program(), view[site], [&](NodeId child) {
            if (view.holds_stmt(child) && view.is_dead(child)) offer({child});
        });
    }

    bool can(const View& view, const Named& step) const override {
        return can_remove(view, step.site, step.stmt);
    }

    bool is_safe(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const NodeId stmt = step.stmt;
        if (!view.is_dead(stmt) || p[stmt].kind == NodeKind::Case || p[stmt].kind == NodeKind::Default)
            return false;
        bool has_static = false;
        program::walk(p, stmt, [&](NodeId id) {
            has_static |= p[id].kind == NodeKind::Declare && p[p[id].var()].is_static_storage();
        });
        return !has_static;
    }

    void perform(Program& p, const Named& step) const override { remove(p, step.site, step.stmt); }
};

} // namespace

const Transform& delete_dead_statement() {
    static const DeleteDeadStatement transform;
    return transform;
}

} // namespace assay::transform
