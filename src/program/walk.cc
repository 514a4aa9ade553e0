#include "program/walk.h"

#include "base/hash.h"

namespace assay::program {
namespace {

// How many slots a field fills; a list fills two.
size_t slots_of(FieldKind kind) {
    switch (kind) {
    case FieldKind::Expr:
    case FieldKind::OptExpr:
    case FieldKind::Stmt:
    case FieldKind::OptStmt:
    case FieldKind::Type:
    case FieldKind::Var:
    case FieldKind::Func:
    case FieldKind::Label:
    case FieldKind::Number: return 1;
    case FieldKind::ExprList:
    case FieldKind::StmtList:
    case FieldKind::Bits64: return 2;
    case FieldKind::Bits128: return 4;
    }
    return 1;
}

// Copies a tree of `from` into `to` with the children before their parent. `at_declare` is called for each
// Declare copied.
template <typename AtDeclare>
NodeId copy_tree(const Program& from, Program& to, NodeId root, const AtDeclare& at_declare) {
    Node node = from[root]; // by value: `to` may be `from`, whose tables grow below
    if (node.kind == NodeKind::Declare) at_declare(node.var());
    const NodeInfo& about = info(node.kind);
    for (uint8_t i = 0; i < about.field_count; ++i) {
        const FieldKind kind = about.fields[i].kind;
        if (is_list(kind)) {
            std::vector<NodeId> copies;
            copies.reserve(node.slot[i + 1]);
            for (uint32_t k = 0; k < node.slot[i + 1]; ++k)
                copies.push_back(copy_tree(from, to, from.lists[node.slot[i] + k], at_declare));
            to.set_list(node, i, copies);
        } else if (is_child(kind) && node.slot[i] != UINT32_MAX) {
            node.slot[i] = copy_tree(from, to, node.child(i), at_declare).index;
        }
    }
    return to.add(node);
}

uint64_t head_of(const Node& node) {
    return static_cast<uint64_t>(node.kind) | static_cast<uint64_t>(node.op) << 8 |
           static_cast<uint64_t>(node.guarded) << 16 | static_cast<uint64_t>(node.form) << 24 |
           static_cast<uint64_t>(node.type.index) << 32;
}

void note_parents(const Program& p, NodeId root, std::vector<NodeId>& parent_of) {
    const Node& node = p[root];
    const auto note = [&](NodeId child) {
        parent_of[child.index] = root;
        note_parents(p, child, parent_of);
    };
    if (node.kind == NodeKind::Declare) {
        const Var& var = p[node.var()];
        if (var.length) note(var.length);
        if (var.init) note(var.init);
    }
    for_each_child(p, node, note);
}

} // namespace

NodeId clone(Program& p, NodeId root) {
    return copy_tree(p, p, root, [](VarId) {});
}

bool equal(const Program& p, NodeId a, NodeId b) {
    if (a == b) return true;
    const Node& left = p[a];
    const Node& right = p[b];
    if (head_of(left) != head_of(right)) return false;
    const NodeInfo& about = info(left.kind);
    for (uint8_t i = 0; i < about.field_count; ++i) {
        const FieldKind kind = about.fields[i].kind;
        if (is_list(kind)) {
            const auto these = p.list(left, i), those = p.list(right, i);
            if (these.size() != those.size()) return false;
            for (size_t k = 0; k < these.size(); ++k)
                if (!equal(p, these[k], those[k])) return false;
        } else if (is_child(kind)) {
            const NodeId this_child = left.child(i), that_child = right.child(i);
            if (this_child.valid() != that_child.valid()) return false;
            if (this_child && !equal(p, this_child, that_child)) return false;
        } else {
            for (size_t k = i; k < i + slots_of(kind); ++k)
                if (left.slot[k] != right.slot[k]) return false;
        }
    }
    return true;
}

uint64_t hash(const Program& p, NodeId root) {
    const Node& node = p[root];
    uint64_t value = base::scramble(head_of(node));
    const NodeInfo& about = info(node.kind);
    for (uint8_t i = 0; i < about.field_count; ++i) {
        const FieldKind kind = about.fields[i].kind;
        if (is_list(kind)) {
            value = base::combine(value, node.slot[i + 1]);
            for (const NodeId child : p.list(node, i)) value = base::combine(value, hash(p, child));
        } else if (is_child(kind)) {
            value = base::combine(value, node.child(i) ? hash(p, node.child(i)) : 0);
        } else {
            for (size_t k = i; k < i + slots_of(kind); ++k) value = base::combine(value, node.slot[k]);
        }
    }
    return value;
}

uint32_t count_nodes(const Program& p) {
    uint32_t count = 0;
    walk(p, [&](NodeId) { ++count; });
    return count;
}

std::vector<NodeId> parents(const Program& p) {
    std::vector<NodeId> parent_of(p.nodes.size());
    for (const VarId global : p.globals)
        if (p[global].init) note_parents(p, p[global].init, parent_of);
    for (const Func& func : p.funcs)
        if (func.body) note_parents(p, func.body, parent_of);
    return parent_of;
}

Program compact(const Program& p) {
    Program made;
    made.platform = p.platform;
    made.types = p.types;
    made.names = p.names;
    made.vars = p.vars;
    made.globals = p.globals;
    made.funcs = p.funcs;
    made.param_vars = p.param_vars;
    made.labels = p.labels;
    made.entry = p.entry;
    made.nodes.reserve(p.nodes.size());
    made.lists.reserve(p.lists.size());
    // What only an unreachable Declare holds must not dangle.
    for (Var& var : made.vars) var.init = var.length = {};

    const auto copy = [&](const auto& self, NodeId root) -> NodeId {
        return copy_tree(p, made, root, [&](VarId var) {
            if (p[var].length) made[var].length = self(self, p[var].length);
            if (p[var].init) made[var].init = self(self, p[var].init);
        });
    };
    for (const VarId global : p.globals)
        if (p[global].init) made[global].init = copy(copy, p[global].init);
    for (size_t i = 0; i < p.funcs.size(); ++i)
        if (p.funcs[i].body) made.funcs[i].body = copy(copy, p.funcs[i].body);
    return made;
}

} // namespace assay::program
