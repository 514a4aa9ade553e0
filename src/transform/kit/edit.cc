#include "transform/kit/edit.h"

#include "program/build.h"
#include "program/names.h"
#include "program/walk.h"

#include <fmt/format.h>

#include <unordered_map>

namespace assay::transform {

namespace at = program::at;

NodeId moved_out(Program& p, NodeId site) {
    const Node content = p[site];
    return p.add(content);
}

void become(Program& p, NodeId site, NodeId made) { p[site] = p[made]; }

void become_value(Program& p, NodeId site, NodeId made, TypeId value_type) {
    if (p[made].type != value_type) made = program::Build(p).cast(value_type, made);
    become(p, site, made);
}

void become_expr(Program& p, NodeId site, NodeId expr, TypeId value_type) {
    if (p.types.same_but_quals(p[expr].type, value_type))
        become(p, site, expr);
    else
        become_value(p, site, expr, value_type);
}

NodeId stored_value(Program& p, NodeId assignment) {
    const Node old = p[assignment];
    if (old.kind == NodeKind::Assign) return old.child(at::Assign::value);
    const NodeId value = program::Build(p).binary(old.binary(), old.child(at::CompoundAssign::target),
                                                  old.child(at::CompoundAssign::value));
    p[value].guarded = old.guarded;
    return value;
}

void insert_stmt(Program& p, NodeId block, uint32_t position, NodeId stmt) {
    std::vector<NodeId> stmts;
    for (const NodeId old : p.list(p[block], at::Block::stmts)) {
        if (stmts.size() == position) stmts.push_back(stmt);
        stmts.push_back(old);
    }
    if (stmts.size() == position) stmts.push_back(stmt);
    p.set_list(p[block], at::Block::stmts, stmts);
}

void erase_stmt(Program& p, NodeId block, NodeId stmt) {
    std::vector<NodeId> stmts;
    for (const NodeId old : p.list(p[block], at::Block::stmts))
        if (old != stmt) stmts.push_back(old);
    p.set_list(p[block], at::Block::stmts, stmts);
}

Declaration declaration_of(const Program& p, VarId var) {
    Declaration found;
    program::walk(p, [&](NodeId id) {
        if (p[id].kind != NodeKind::Block) return;
        for (const NodeId stmt : p.list(p[id], at::Block::stmts))
            if (p[stmt].kind == NodeKind::Declare && p[stmt].var() == var) found = {id, stmt};
    });
    return found;
}

void discard(Program& p, NodeId root) {
    std::vector<VarId> vars;
    program::walk(p, root, [&](NodeId id) {
        if (p[id].kind == NodeKind::Declare) vars.push_back(p[id].var());
    });
    for (const VarId var : vars) {
        p[var].init = p[var].length = {};
        p[var].storage = program::Storage::Local;
    }
}

FuncId function_of(const Program& p, NodeId body) {
    for (uint32_t i = 0; i < p.funcs.size(); ++i)
        if (body && p.funcs[i].body == body) return {i};
    return {};
}

void erase_function(Program& p, FuncId func) {
    const uint32_t gone = func.index;
    const auto moved = [&](FuncId other) { return other.index > gone ? FuncId{other.index - 1} : other; };
    p.funcs.erase(p.funcs.begin() + gone);
    p.entry = moved(p.entry);
    for (program::Var& var : p.vars) {
        if (var.owner.index == gone)
            var.owner = p.entry;
        else if (var.owner)
            var.owner = moved(var.owner);
    }
    for (Node& n : p.nodes)
        if (n.kind == NodeKind::Call || n.kind == NodeKind::FuncRef) n.slot[0] = moved(n.func()).index;
}

namespace {

// Nodes of a clone, without the initialisers of the variables that it declares: those are still the
// original's.
template <typename Visit> void walk_copy(const Program& p, NodeId root, const Visit& visit) {
    visit(root);
    const Node node = p[root];
    program::for_each_child(p, node, [&](NodeId child) { walk_copy(p, child, visit); });
}

class Renamer {
  public:
    explicit Renamer(Program& program) : p_(program) {}

    void run(NodeId copy) {
        std::vector<NodeId> nodes;
        walk_copy(p_, copy, [&](NodeId id) { nodes.push_back(id); });
        for (size_t i = 0; i < nodes.size(); ++i) { // grows by the initialisers
            if (p_[nodes[i]].kind == NodeKind::Declare) declare(nodes[i], nodes);
            if (p_[nodes[i]].kind == NodeKind::Label) {
                const LabelId made =
                    p_.add_label(fresh_name(p_, "at", static_cast<uint32_t>(p_.labels.size())));
                labels_[p_[nodes[i]].label().index] = made;
            }
        }
        for (const NodeId id : nodes) {
            Node& n = p_[id];
            if (n.kind == NodeKind::VarRef) rename(n, vars_);
            if (n.kind == NodeKind::Label || n.kind == NodeKind::Goto) rename(n, labels_);
        }
    }

  private:
    void declare(NodeId id, std::vector<NodeId>& nodes) {
        program::Var var = p_[p_[id].var()];
        var.name = p_.names.add(fresh_name(p_, "v", static_cast<uint32_t>(p_.vars.size())));
        for (NodeId* child : {&var.length, &var.init}) {
            if (!*child) continue;
            *child = program::clone(p_, *child);
            walk_copy(p_, *child, [&](NodeId inner) { nodes.push_back(inner); });
        }
        const VarId made = p_.add(var);
        vars_[p_[id].var().index] = made;
        p_[id].slot[at::Declare::var] = made.index;
    }

    template <typename Id> static void rename(Node& n, const std::unordered_map<uint32_t, Id>& names) {
        if (const auto found = names.find(n.slot[0]); found != names.end()) n.slot[0] = found->second.index;
    }

    Program& p_;
    std::unordered_map<uint32_t, VarId> vars_;
    std::unordered_map<uint32_t, LabelId> labels_;
};

} // namespace

NodeId clone_fresh(Program& p, NodeId root) {
    const NodeId copy = program::clone(p, root);
    Renamer(p).run(copy);
    return copy;
}

std::string fresh_name(const Program& p, std::string_view prefix, uint32_t number) {
    std::string name = fmt::format("{}{}", prefix, number);
    const auto is_taken = [&] {
        return p.names.has(name) || !program::name_problem(name, program::NamePlace::File).empty();
    };
    while (is_taken()) name += 'x';
    return name;
}

} // namespace assay::transform
