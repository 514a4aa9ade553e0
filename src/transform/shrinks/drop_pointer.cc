// A pointer that always points to the same place gives way to that place.
#include "program/build.h"
#include "program/walk.h"
#include "transform/kit/args.h"
#include "transform/kit/edit.h"
#include "transform/kit/trial.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

class DropPointer final : public Trial<VariableArgs> {
  public:
    DropPointer()
        : Trial({.name = "drop-pointer",
                 .precondition = "a pointer variable that is initialised with an array or the address of "
                                 "an object without side effects, and otherwise only dereferenced",
                 .effect = "int *p = &x; *p becomes x; int *q = a; q[i] becomes a[i]; the pointer goes",
                 .flags = {.shrinks = true},
                 .sites = Sites::Program}) {}

  private:
    void suggest(const View& view, NodeId, uint64_t, const Offer& offer) const override {
        for (uint32_t i = 0; i < view.program().vars.size(); ++i)
            if (may_go(view.program(), {i})) offer({{i}});
    }

    bool may(const View& view, const Named& step) const override {
        return step.var.index < view.program().vars.size() && may_go(view.program(), step.var);
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

    bool change(Program& p, const Named& step) const override {
        const VarId pointer = step.var;
        std::vector<NodeId> uses;
        size_t named = 0;
        program::walk(p, [&](NodeId id) {
            const Node& n = p[id];
            if (n.kind == NodeKind::VarRef && n.var() == pointer) ++named;
            const bool selects = n.kind == NodeKind::Deref || n.kind == NodeKind::Index;
            if (selects && p[n.child(0)].kind == NodeKind::VarRef && p[n.child(0)].var() == pointer)
                uses.push_back(id);
        });
        const Declaration declared = declaration_of(p, pointer);
        if (named != uses.size() || (!p[pointer].is_global() && !declared.stmt)) return false;
        for (const NodeId use : uses)
            if (!name_object(p, use, p[pointer].init)) return false;
        p[pointer].init = {};
        if (declared.stmt)
            erase_stmt(p, declared.block, declared.stmt);
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
