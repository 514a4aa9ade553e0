// A pointer that always points to the same place gives way to that place.
#include "program/build.h"
#include "program/walk.h"
#include "transform/kit/edit.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

#include <algorithm>

namespace assay::transform {
namespace {

namespace at = program::at;

class DropPointer final : public Transform {
  public:
    DropPointer()
        : Transform({.name = "drop-pointer",
                     .precondition = "a pointer variable that is initialised with an array or the address of "
                                     "an object without side effects, and otherwise only dereferenced",
                     .effect = "int *p = &x; *p becomes x; int *q = a; q[i] becomes a[i]; the pointer goes",
                     .flags = {.shrinks = true},
                     .arg_count = 1}) {} // the variable

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (!view.is_whole_program(site)) return;
        for (uint32_t i = 0; i < view.program().vars.size(); ++i)
            if (may_go(view.program(), {i})) out.push_back(step_at(site, {i}));
    }

    bool can(const View& view, const Step& step) const override {
        if (!view.is_whole_program(step.site) || step.args[0] >= view.program().vars.size() ||
            !may_go(view.program(), step.var(0)))
            return false;
        return shrinks_soundly(view.program(), [&](Program& p) { return drop(p, step.var(0)); });
    }

    void perform(Program& p, const Step& step) const override {
        changed(p, [&](Program& program) { return drop(program, step.var(0)); });
    }

    static bool may_go(const Program& p, VarId var) {
        if (p.types.kind(p[var].type) != TypeKind::Pointer || !p[var].init) return false;
        const Node& init = p[p[var].init];
        return (init.kind == NodeKind::AddrOf || p.types.kind(init.type) == TypeKind::Array) &&
               is_plain(p, p[var].init);
    }

    // Names, members and constant elements: the same object wherever it is named.
    static bool is_plain(const Program& p, NodeId root) {
        bool plain = true;
        program::walk(p, root, [&](NodeId id) {
            const NodeKind kind = p[id].kind;
            plain &= kind == NodeKind::AddrOf || kind == NodeKind::VarRef || kind == NodeKind::Member ||
                     kind == NodeKind::Index || kind == NodeKind::IntConst;
        });
        return plain;
    }

    static bool drop(Program& p, VarId pointer) {
        std::vector<NodeId> uses;
        size_t named = 0;
        NodeId declare, block;
        program::walk(p, [&](NodeId id) {
            const Node& n = p[id];
            if (n.kind == NodeKind::VarRef && n.var() == pointer) ++named;
            const bool selects = n.kind == NodeKind::Deref || n.kind == NodeKind::Index;
            if (selects && p[n.child(0)].kind == NodeKind::VarRef && p[n.child(0)].var() == pointer)
                uses.push_back(id);
            if (n.kind != NodeKind::Block) return;
            for (const NodeId stmt : p.list(n, at::Block::stmts))
                if (p[stmt].kind == NodeKind::Declare && p[stmt].var() == pointer) {
                    declare = stmt;
                    block = id;
                }
        });
        if (named != uses.size() || (!p[pointer].is_global() && !declare)) return false;
        for (const NodeId use : uses)
            if (!name_object(p, use, p[pointer].init)) return false;
        p[pointer].init = {};
        if (declare)
            erase_stmt(p, block, declare);
        else
            std::erase(p.globals, pointer);
        return true;
    }

    // *p or p[i], where p was initialised so.
    static bool name_object(Program& p, NodeId use, NodeId init) {
        program::Build build(p);
        const Node old = p[use];
        if (p[init].kind == NodeKind::AddrOf) {
            if (old.kind != NodeKind::Deref) return false;
            become(p, use, program::clone(p, p[init].child(at::AddrOf::object)));
            return true;
        }
        const NodeId subscript =
            old.kind == NodeKind::Index ? old.child(at::Index::subscript) : build.integer(0);
        become(p, use, build.index(program::clone(p, init), subscript));
        return true;
    }
};

} // namespace

const Transform& drop_pointer() {
    static const DropPointer transform;
    return transform;
}

} // namespace assay::transform
