// Generic access to nodes, made from nodes.def: children, walks, clones, hashes, equality.
#pragma once

#include "program/program.h"

#include <bit>
#include <utility>

namespace assay::program {

// Calls visit(NodeId child) for every child in order (not into a Declare's initialiser: see below).
template <typename Visit> void for_each_child(const Program& p, const Node& node, Visit&& visit) {
    const ChildSlots& slots = child_slots(node.kind);
    for (unsigned left = slots.single; left != 0; left &= left - 1) {
        const NodeId child = node.child(static_cast<uint8_t>(std::countr_zero(left)));
        if (child) visit(child);
    }
    if (!slots.has_list) return;
    const uint32_t first = node.slot[slots.list], count = node.slot[slots.list + 1];
    for (uint32_t k = 0; k < count; ++k) visit(p.lists[first + k]);
}

// Every node below and including `root`, parents first; a Declare's length and initialiser count as its
// children.
template <typename Visit> void walk(const Program& p, NodeId root, Visit&& visit) {
    visit(root);
    const Node node = p[root];
    if (node.kind == NodeKind::Declare) {
        const Var& var = p[node.var()];
        if (var.length) walk(p, var.length, visit);
        if (var.init) walk(p, var.init, visit);
    }
    for_each_child(p, node, [&](NodeId child) { walk(p, child, visit); });
}

// Every reachable node: initialisers of globals, then bodies of functions.
template <typename Visit> void walk(const Program& p, Visit&& visit) {
    for (const VarId global : p.globals)
        if (p[global].init) walk(p, p[global].init, visit);
    for (const Func& func : p.funcs)
        if (func.body) walk(p, func.body, visit);
}

// A copy of the tree with new nodes; variables, functions and labels are shared, so a statement with Declare
// or Label in it must not stand beside its clone.
NodeId clone(Program& p, NodeId root);

bool equal(const Program& p, NodeId a, NodeId b);
uint64_t hash(const Program& p, NodeId root);
uint32_t count_nodes(const Program& p); // reachable ones

// The parent of every reachable node (invalid for roots), by NodeId.
std::vector<NodeId> parents(const Program& p);

// The same program without unreachable nodes and list pieces.
Program compact(const Program& p);

} // namespace assay::program
