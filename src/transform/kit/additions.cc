#include "transform/kit/additions.h"

#include "program/walk.h"
#include "transform/kit/edit.h"
#include "transform/kit/scope.h"

#include <algorithm>
#include <unordered_map>

namespace assay::transform {

void add_to(Program& p, const Gap& gap, NodeId stmt) { insert_stmt(p, gap.block, position_of(p, gap), stmt); }

bool takes_statement(const View& view, const Gap& gap) {
    if (!is_gap(view, gap)) return false;
    const NodeId parent = view.parent(gap.block);
    return !parent || view[parent].kind != NodeKind::Switch;
}

bool takes_declaration(const View& view, const Gap& gap) {
    if (!takes_statement(view, gap)) return false;
    const Program& p = view.program();
    std::unordered_map<uint32_t, uint32_t> gotos;
    std::vector<program::LabelId> labels;
    const std::span<const NodeId> stmts = p.list(p[gap.block], program::at::Block::stmts);
    for (size_t i = position_of(p, gap); i < stmts.size(); ++i)
        program::walk(p, stmts[i], [&](NodeId id) {
            if (p[id].kind == NodeKind::Goto) ++gotos[p[id].label().index];
            if (p[id].kind == NodeKind::Label) labels.push_back(p[id].label());
        });
    return std::ranges::all_of(
        labels, [&](program::LabelId label) { return gotos[label.index] == view.gotos(label); });
}

bool is_visible_in(const View& view, const Gap& gap, VarId var) {
    if (var.index >= view.program().vars.size()) return false;
    if (gap.before) return is_visible(view, gap.before, var);
    const Scope scope = Scope::at_end_of(view, gap.block);
    return std::ranges::find(scope.variables(), var) != scope.variables().end();
}

TypeId number_of(const Program& p, VarId var) {
    const TypeKind kind = p.types.kind(p[var].type);
    return program::is_integer(kind) ? program::basic(kind) : program::type::Void;
}

bool is_safe_to_read(const View& view, NodeId place, VarId id) {
    const Program& p = view.program();
    const program::Var& var = p[id];
    if (var.storage == program::Storage::Param) return true;
    // A write elsewhere in an expression may have no order to a read in a function that it calls.
    return var.is_static_storage() && !is_in_pure_code(view, place) &&
           (!view.use(id).written() || view.function(place) == p.entry);
}

bool is_readable_number(const View& view, const Gap& gap, VarId var) {
    const Program& p = view.program();
    if (var.index >= p.vars.size() || number_of(p, var) == program::type::Void) return false;
    return is_visible_in(view, gap, var);
}

} // namespace assay::transform
