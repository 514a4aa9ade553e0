#include "transform/kit/removal.h"

#include "transform/kit/edit.h"
#include "transform/kit/places.h"

namespace assay::transform {

namespace at = program::at;

namespace {

// The optional slot of `parent` that holds the statement, or -1.
int optional_slot(const Node& parent, NodeId stmt) {
    if (parent.kind == NodeKind::If && parent.child(at::If::no) == stmt) return at::If::no;
    if (parent.kind == NodeKind::For && parent.child(at::For::init) == stmt) return at::For::init;
    return -1;
}

} // namespace

bool can_remove(const View& view, NodeId parent, NodeId stmt) {
    if (!view.holds_stmt(stmt) || !view.holds_stmt(parent) || view.parent(stmt) != parent) return false;
    const Node& around = view[parent];
    if (around.kind == NodeKind::Switch) return false; // its body must be a block
    const bool goes = around.kind == NodeKind::Block || optional_slot(around, stmt) >= 0;
    return (goes || view[stmt].kind != NodeKind::Empty) && can_discard(view, stmt);
}

void remove(Program& p, NodeId parent, NodeId stmt) {
    discard(p, stmt);
    if (p[parent].kind == NodeKind::Block) return erase_stmt(p, parent, stmt);
    if (const int slot = optional_slot(p[parent], stmt); slot >= 0)
        p[parent].slot[static_cast<size_t>(slot)] = NodeId{}.index;
    else
        p[stmt] = Node{};
}

} // namespace assay::transform
