#include "transform/kit/scope.h"

#include "program/walk.h"
#include "transform/kit/places.h"

#include <unordered_set>

namespace assay::transform {

namespace at = program::at;

namespace {

// Calls visit(VarId) for each variable that the first statements of a block declare, the last one first.
template <typename Visit>
void visit_declared(const View& view, NodeId block, uint32_t count, const Visit& visit) {
    const auto stmts = view.program().list(view[block], at::Block::stmts);
    for (uint32_t i = count; i-- > 0;)
        if (view[stmts[i]].kind == NodeKind::Declare) visit(view[stmts[i]].var());
}

// Calls visit(VarId) for each variable in scope, inner ones first, those that they hide as well.
template <typename Visit> void visit_scope(const View& view, NodeId place, const Visit& visit) {
    const Program& p = view.program();
    for (NodeId around = view.parent(place); around; place = around, around = view.parent(around)) {
        const Node& n = p[around];
        // A variable is visible in its own initialiser already, not in its length.
        if (n.kind == NodeKind::Declare && p[n.var()].init == place) visit(n.var());
        if (n.kind == NodeKind::Block) visit_declared(view, around, position_in(p, around, place), visit);
        if (n.kind != NodeKind::For) continue;
        const NodeId init = n.child(at::For::init);
        if (init && init != place && p[init].kind == NodeKind::Declare) visit(p[init].var());
    }
    if (const FuncId func = view.function(place))
        for (const VarId param : p.params(func)) visit(param);
    for (const VarId global : p.globals) visit(global);
}

} // namespace

bool is_visible(const View& view, NodeId place, VarId var) {
    const Program& p = view.program();
    VarId meant;
    visit_scope(view, place, [&](VarId other) {
        if (!meant && p.name(other) == p.name(var)) meant = other;
    });
    return meant == var;
}

Scope Scope::at(const View& view, NodeId place) {
    Scope scope(view);
    visit_scope(view, place, [&](VarId var) { scope.add(var); });
    return scope;
}

Scope Scope::at_end_of(const View& view, NodeId block) {
    Scope scope(view);
    const auto add = [&](VarId var) { scope.add(var); };
    visit_declared(view, block, view[block].slot[at::Block::stmts + 1], add);
    visit_scope(view, block, add);
    return scope;
}

void Scope::add(VarId var) {
    if (by_name_.try_emplace(view_.program().name(var), var).second) variables_.push_back(var);
}

bool Scope::understands(NodeId root) const {
    const Program& p = view_.program();
    std::unordered_set<uint32_t> own;
    program::walk(p, root, [&](NodeId id) {
        if (p[id].kind == NodeKind::Declare) own.insert(p[id].var().index);
    });
    const auto means = [&](std::string_view name) {
        const auto found = by_name_.find(name);
        return found == by_name_.end() ? VarId{} : found->second;
    };
    bool all = true;
    program::walk(p, root, [&](NodeId id) {
        const Node& n = p[id];
        if (n.kind == NodeKind::VarRef)
            all &= own.contains(n.var().index) || means(p.name(n.var())) == n.var();
        if (n.kind == NodeKind::FuncRef || n.kind == NodeKind::Call) all &= !means(p.name(n.func()));
        if (n.kind == NodeKind::EnumConst) {
            const program::Enum& e = p.types.enum_of({n.slot[at::EnumConst::enumeration]});
            all &= !means(p.names[p.types.enumerators[e.first + n.slot[at::EnumConst::index]].name]);
        }
    });
    return all;
}

} // namespace assay::transform
