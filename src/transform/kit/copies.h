// Copies of code in places where it will not run: which code may be copied where.
#pragma once

#include "transform/view.h"

namespace assay::transform {

// No copy is larger, so that a program cannot explode.
inline constexpr uint32_t kLargestCopy = 60;

// A place in a block: before one of its statements, or at its end if `before` is none.
struct Gap {
    NodeId block, before;
};
bool is_gap(const View& view, const Gap& gap);
uint32_t position_of(const Program& program, const Gap& gap);
Gap pick_gap(const View& view, NodeId block, uint64_t word);

// May a copy of the statement, with variables and labels of its own, stand there?
bool can_copy_stmt(const View& view, NodeId stmt, const Gap& to);
// May a copy of the expression stand in the place of `site`, which wants a value?
bool can_copy_expr(const View& view, NodeId expr, NodeId site);

// Some statement, or expression with the type of `site`, of the same function that may be copied there; none
// if there is none near where the word points.
NodeId pick_stmt(const View& view, const Gap& to, uint64_t word);
NodeId pick_expr(const View& view, NodeId site, uint64_t word);

} // namespace assay::transform
