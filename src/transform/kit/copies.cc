#include "transform/kit/copies.h"

#include "program/sexpr.h"
#include "program/typing.h"
#include "transform/kit/places.h"
#include "transform/kit/scope.h"

namespace assay::transform {

namespace at = program::at;

namespace {

constexpr uint32_t kDeepestCopy = program::kMaxNesting - 100;
constexpr uint32_t kNodesTried = 64;

// The first node from where the word points on that is good, within reason.
template <typename Good> NodeId pick(const View& view, uint64_t word, const Good& good) {
    const std::vector<NodeId>& nodes = view.nodes();
    for (uint32_t i = 0; i < kNodesTried; ++i) {
        const NodeId id = nodes[(word + i) % nodes.size()];
        if (good(id)) return id;
    }
    return {};
}

} // namespace

bool is_gap(const View& view, const Gap& gap) {
    if (!view.holds(gap.block) || view[gap.block].kind != NodeKind::Block) return false;
    return !gap.before || (view.holds_stmt(gap.before) && view.parent(gap.before) == gap.block);
}

uint32_t position_of(const Program& p, const Gap& gap) {
    return gap.before ? position_in(p, gap.block, gap.before) : p[gap.block].slot[at::Block::stmts + 1];
}

Gap pick_gap(const View& view, NodeId block, uint64_t word) {
    const auto stmts = view.program().list(view[block], at::Block::stmts);
    const size_t position = word % (stmts.size() + 1);
    return {block, position < stmts.size() ? stmts[position] : NodeId{}};
}

bool can_copy_stmt(const View& view, NodeId stmt, const Gap& to) {
    if (!is_movable(view, stmt) || view.size(stmt) > kLargestCopy) return false;
    if (view.function(stmt) != view.function(to.block)) return false;
    if (view.depth(to.block) + view.height(stmt) > kDeepestCopy) return false;
    const Jumps jumps = jumps_out(view, stmt);
    if (jumps.breaks || jumps.continues || jumps.cases || jumps.gotos) return false;
    return (to.before ? Scope::at(view, to.before) : Scope::at_end_of(view, to.block)).understands(stmt);
}

bool can_copy_expr(const View& view, NodeId expr, NodeId site) {
    const Program& p = view.program();
    if (!view.holds_expr(expr) || view.size(expr) > kLargestCopy) return false;
    if (view.function(expr) != view.function(site) || p[expr].kind == NodeKind::InitList) return false;
    if (view.depth(site) + view.height(expr) > kDeepestCopy) return false;
    if (!p.types.same_but_quals(p[expr].type, p[site].type)) return false;
    if (program::is_bit_field(p, expr) || !program::has_settled_type(p, expr)) return false;
    return Scope::at(view, site).understands(expr);
}

NodeId pick_stmt(const View& view, const Gap& to, uint64_t word) {
    return pick(view, word, [&](NodeId id) { return can_copy_stmt(view, id, to); });
}

NodeId pick_expr(const View& view, NodeId site, uint64_t word) {
    return pick(view, word, [&](NodeId id) { return id != site && can_copy_expr(view, id, site); });
}

} // namespace assay::transform
