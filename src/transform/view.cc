#include "transform/view.h"

#include "program/typing.h"
#include "program/walk.h"

#include <algorithm>

namespace assay::transform {

namespace at = program::at;

namespace {

// Is the child executed only at times, and does its own profile then tell how often? (An expression used as
// an lvalue has no profile of its own.)
bool is_gated(const Node& parent, NodeId child) {
    if (parent.kind == NodeKind::Conditional) return child != parent.child(at::Conditional::condition);
    if (parent.kind == NodeKind::Logical) return child == parent.child(at::Logical::right);
    return parent.kind == NodeKind::Block || parent.kind == NodeKind::If || parent.kind == NodeKind::For ||
           parent.kind == NodeKind::While || parent.kind == NodeKind::DoWhile ||
           parent.kind == NodeKind::Switch;
}

// (In initialisers: see visit_children.)
bool demands_constant(const Program& p, const Node& parent, NodeId child) {
    if (parent.kind == NodeKind::Case) return true;
    return parent.kind == NodeKind::CallBuiltin &&
           static_cast<program::Builtin>(parent.op) == program::Builtin::Expect &&
           child == p.list(parent, at::CallBuiltin::args)[1];
}

} // namespace

View::View(const Program& program, const Meaning* meaning) : p_(program), meaning_(meaning) {
    resize_tables();
    nodes_.reserve(program.nodes.size());
    visit_new_globals();
    for (uint32_t i = 0; i < p_.funcs.size(); ++i) visit_function({i});
    find_pure_code();
}

void View::resize_tables() {
    facts_.resize(p_.nodes.size());
    var_uses_.resize(p_.vars.size());
    func_uses_.resize(p_.funcs.size());
    gotos_.resize(p_.labels.size(), 0);
}

void View::visit_new_globals() {
    Facts root;
    root.constant = true;
    for (; globals_visited_ < p_.globals.size(); ++globals_visited_)
        if (const NodeId init = p_[p_.globals[globals_visited_]].init) visit(init, root);
}

void View::visit_function(FuncId func) {
    Facts root;
    root.func = func;
    root.dead = never_ran(p_[func].body);
    visit(p_[func].body, root);
}

bool View::holds_expr(NodeId id) const { return holds(id) && !program::is_statement(p_[id].kind); }

bool View::holds_stmt(NodeId id) const { return holds(id) && program::is_statement(p_[id].kind); }

const NodeProfile* View::profile(NodeId id) const {
    if (meaning_ == nullptr || !meaning_->defined() || id.index >= meaning_->profile.size()) return nullptr;
    return &meaning_->profile[id.index];
}

bool View::never_ran(NodeId id) const {
    const NodeProfile* known = profile(id);
    return known != nullptr && known->runs == 0;
}

void View::visit(NodeId id, Facts facts) {
    const Node& node = p_[id];
    facts.held = true;
    facts.depth = static_cast<uint16_t>(facts.depth + 1 + (node.guarded ? 1 : 0) + (node.form != 0 ? 1 : 0));
    facts_[id.index] = facts;
    nodes_.push_back(id);
    note_use(id, node, true);
    visit_children(id, node);
}

void View::visit_children(NodeId id, const Node& node) {
    uint32_t size = 1;
    uint16_t height = 0;
    const auto descend = [&](NodeId child, bool dead, bool constant, bool length) {
        Facts facts = facts_[id.index];
        facts.parent = id;
        facts.length = length;
        facts.dead = dead;
        facts.constant = constant;
        visit(child, facts);
        size += facts_[child.index].size;
        height = std::max(height, static_cast<uint16_t>(facts_[child.index].height + 1));
    };
    const Facts here = facts_[id.index];
    if (node.kind == NodeKind::Declare) {
        const program::Var& var = p_[node.var()];
        if (var.length) descend(var.length, here.dead, false, true);
        // A static variable is initialised before the program starts, even if its declaration is never
        // reached.
        const bool is_static = var.is_static_storage();
        if (var.init) descend(var.init, here.dead && !is_static, is_static, false);
    }
    program::for_each_child(p_, node, [&](NodeId child) {
        const NodeKind kind = p_[child].kind;
        bool dead = here.dead || (is_gated(node, child) && never_ran(child));
        // The labels of a switch are part of its work, wherever it jumps.
        if (kind == NodeKind::Case || kind == NodeKind::Default)
            dead = here.parent && facts_[here.parent.index].dead;
        descend(child, dead, here.constant || demands_constant(p_, node, child), here.length);
    });
    facts_[id.index].size = size;
    facts_[id.index].height = height;
}

void View::note_use(NodeId id, const Node& node, bool added) {
    const FuncId here = facts_[id.index].func;
    const uint32_t change = added ? 1 : UINT32_MAX; // counts are modular
    const auto note_call = [&](FuncId callee) {
        const std::pair key(here.index, callee.index);
        uint32_t& count = calls_[key];
        count += change;
        if (count == 0) calls_.erase(key);
    };
    if (node.kind == NodeKind::VarRef) note_variable(id, node.var(), change);
    if (node.kind == NodeKind::Declare) var_uses_[node.var().index].declare = added ? id : NodeId{};
    if (node.kind == NodeKind::Goto) gotos_[node.label().index] += change;
    if (node.kind == NodeKind::CallPointer) note_call({});
    if (node.kind == NodeKind::Call) note_call(node.func());
    if (node.kind != NodeKind::Call && node.kind != NodeKind::FuncRef) return;
    FuncUse& use = func_uses_[node.func().index];
    (node.kind == NodeKind::Call ? use.calls : use.refs) += change;
    if (here != node.func()) use.from_outside += change;
}

void View::note_variable(NodeId id, VarId var, uint32_t change) {
    VarUse& use = var_uses_[var.index];
    use.refs += change;
    NodeId whole = id; // the largest lvalue that is made of members and elements of the variable
    while (const NodeId around = parent(whole)) {
        const Node& n = p_[around];
        const bool is_element = n.kind == NodeKind::Index && n.child(at::Index::array) == whole &&
                                p_.types.kind(p_[whole].type) != TypeKind::Pointer;
        if (n.kind != NodeKind::Member && !is_element) break;
        whole = around;
    }
    const bool is_array = program::is_array(p_.types.kind(p_[whole].type));
    const NodeId user = parent(whole);
    const NodeKind kind = user ? p_[user].kind : NodeKind::Empty;
    const bool assigns =
        kind == NodeKind::Assign || kind == NodeKind::CompoundAssign || kind == NodeKind::IncDec;
    if (assigns && p_[user].child(0) == whole) use.writes += change;
    if (kind == NodeKind::AddrOf || (is_array && kind != NodeKind::SizeofExpr)) use.addresses += change;
}

void View::leave(NodeId site) {
    program::walk(p_, site, [&](NodeId id) {
        note_use(id, p_[id], false);
        facts_[id.index].held = false;
    });
}

void View::enter(NodeId site) {
    const auto first_new = static_cast<uint32_t>(func_uses_.size());
    resize_tables();
    const Facts old = facts_[site.index];
    Facts facts = old;
    facts.depth = facts_[old.parent.index].depth;
    visit(site, facts);
    visit_new_globals();
    for (uint32_t i = first_new; i < p_.funcs.size(); ++i) visit_function({i});
    fit_ancestors(site, old.size, old.height);
    find_pure_code();
    // Those that were visited again are there twice, and others are gone.
    std::vector<bool> listed(facts_.size());
    std::erase_if(nodes_, [&](NodeId id) {
        if (!holds(id) || listed[id.index]) return true;
        listed[id.index] = true;
        return false;
    });
}

void View::fit_ancestors(NodeId site, uint32_t old_size, uint32_t old_height) {
    const uint32_t added = facts_[site.index].size - old_size;
    bool higher = facts_[site.index].height != old_height;
    for (NodeId around = parent(site); around; around = parent(around)) {
        Facts& facts = facts_[around.index];
        facts.size += added;
        if (!higher) continue;
        uint16_t height = 0;
        const auto note = [&](NodeId child) {
            height = std::max(height, static_cast<uint16_t>(facts_[child.index].height + 1));
        };
        program::for_each_child(p_, p_[around], note);
        if (p_[around].kind == NodeKind::Declare) {
            const program::Var& var = p_[p_[around].var()];
            if (var.length) note(var.length);
            if (var.init) note(var.init);
        }
        higher = height != std::exchange(facts.height, height);
    }
}

bool View::agrees_with(const View& other) const {
    std::vector<NodeId> mine = nodes_, theirs = other.nodes_;
    std::ranges::sort(mine, {}, &NodeId::index);
    std::ranges::sort(theirs, {}, &NodeId::index);
    return mine == theirs &&
           std::ranges::all_of(mine, [&](NodeId id) { return facts_[id.index] == other.facts_[id.index]; }) &&
           var_uses_ == other.var_uses_ && func_uses_ == other.func_uses_ && gotos_ == other.gotos_ &&
           calls_ == other.calls_;
}

void View::find_pure_code() {
    std::vector<FuncId> open;
    const auto add = [&](FuncId func) {
        if (std::exchange(func_uses_[func.index].in_pure_code, true)) return;
        open.push_back(func);
    };
    for (FuncUse& use : func_uses_) use.in_pure_code = false;
    for (uint32_t i = 0; i < p_.funcs.size(); ++i)
        if ((p_.funcs[i].flags & (program::kFuncPure | program::kFuncConst)) != 0) add({i});
    while (!open.empty()) {
        const uint32_t caller = open.back().index;
        open.pop_back();
        for (auto call = calls_.lower_bound({caller, 0}); call != calls_.end() && call->first.first == caller;
             ++call) {
            const FuncId callee{call->first.second};
            if (callee) add(callee);
            for (uint32_t i = 0; !callee && i < p_.funcs.size(); ++i) add({i});
        }
    }
}

} // namespace assay::transform
