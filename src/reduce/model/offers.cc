#include "reduce/model/offers.h"

#include <algorithm>

namespace assay::reduce::model {

Levels::Levels(const View& view) : levels_(view.program().nodes.size(), 0) {
    for (const NodeId id : view.nodes()) { // parents come first
        const NodeId parent = view.parent(id);
        if (!parent) continue;
        const bool is_statement = view.holds_stmt(id);
        if (is_statement || !view.holds_stmt(parent)) levels_[id.index] = levels_[parent.index] + 1;
        uint32_t& deepest = is_statement ? deepest_statement_ : deepest_expression_;
        deepest = std::max(deepest, levels_[id.index]);
    }
}

void offer_each(const View& view, const Transform& transform, NodeId site, std::vector<Edit>& out) {
    std::vector<Step> steps;
    transform.propose(view, site, 0, steps);
    for (Step& step : steps) out.push_back({.steps = {std::move(step)}});
}

void offer_all(const View& view, const std::vector<const Transform*>& transforms, std::vector<Edit>& out) {
    for (auto site = view.nodes().rbegin(); site != view.nodes().rend(); ++site)
        for (const Transform* transform : transforms) offer_each(view, *transform, *site, out);
}

Step deletion(const View& view, NodeId stmt) {
    return unchecked(view, transform::delete_statement(), view.parent(stmt), transform::StatementArgs{stmt});
}

void remove_expr(const View& view, NodeId expr, std::vector<Step>& out) {
    const NodeId parent = view.parent(expr);
    if (parent && view[parent].kind == NodeKind::ExprStmt && view.parent(parent))
        out.push_back(deletion(view, parent));
    else
        replace_value(view, expr, out);
}

void replace_value(const View& view, NodeId expr, std::vector<Step>& out) {
    const size_t before = out.size();
    transform::replace_by_value().propose(view, expr, 0, out);
    if (out.size() == before)
        out.push_back(
            unchecked(view, transform::replace_by_constant(), expr, transform::ReplaceByConstantArgs{}));
}

} // namespace assay::reduce::model
