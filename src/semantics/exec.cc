// Statements. A jump to a label unwinds to the nearest statement that holds it (Flow::Goto), which then
// descends to it again (`seeking`), entering blocks, branches and loop bodies without evaluating what stands
// before.
#include "base/check.h"
#include "program/typing.h"
#include "program/walk.h"
#include "semantics/evaluator.h"
#include "semantics/repair.h"

#include <algorithm>

namespace assay::semantics {

namespace at = program::at;

bool Evaluator::on_path(NodeId stmt) const {
    const auto& path = label_paths_.at(seek_.index);
    return std::ranges::find(path, stmt) != path.end();
}

Evaluator::Flow Evaluator::exec(NodeId id) {
    const Nested nested(depth_);
    const Node& n = node(id);
    step(id);
    switch (stmt_kind(n.kind)) {
    case StmtKind::ExprStmt: {
        const uint32_t mark = memory_.mark(), literals = literals_made_;
        eval(n.child(at::ExprStmt::expr));
        if (literals == literals_made_) memory_.release(mark); // temporaries; a compound literal lives on
        return Flow::Next;
    }
    case StmtKind::Declare: exec_declare(n); return Flow::Next;
    case StmtKind::Block: return exec_block(n, id);
    case StmtKind::If: return exec_if(id, n);
    case StmtKind::For:
    case StmtKind::While:
    case StmtKind::DoWhile: return exec_loop(id, n);
    case StmtKind::Switch: return exec_switch(id, n);
    case StmtKind::Case:
    case StmtKind::Default:
    case StmtKind::Empty: return Flow::Next;
    case StmtKind::Label:
        if (seeking() && seek_ == n.label()) seek_ = {};
        return Flow::Next;
    case StmtKind::Break: return Flow::Break;
    case StmtKind::Continue: return Flow::Continue;
    case StmtKind::Return: exec_return(n); return Flow::Return;
    case StmtKind::Goto: seek_ = n.label(); return Flow::Goto;
    case StmtKind::Observe: exec_observe(id, n); return Flow::Next;
    }
    base::fail("executed a node that is no statement");
}

Evaluator::Flow Evaluator::exec_block(const Node& n, NodeId id) { return exec_from(n, id, 0); }

// A jump to statement `to` of a block: what is declared before it begins to live without a value, and what is
// declared behind it (a jump backwards) loses its value.
void Evaluator::jump_over(uint32_t begin, uint32_t to, uint32_t count) {
    for (uint32_t k = 0; k < count; ++k) {
        const Node& stmt = node(p_.lists[begin + k]);
        if (stmt.kind != NodeKind::Declare || p_[stmt.var()].is_static_storage()) continue;
        ObjectRef& object = objects_of_vars_[stmt.var().index];
        const bool alive = in_this_call(object);
        const program::Var& var = p_[stmt.var()];
        if (k >= to && alive && var.length)
            memory_.end_life(object);
        else if (k >= to && alive)
            memory_.forget(object);
        else if (k < to && !alive && !var.length)
            object = temporary(var.type).object;
    }
}

// Runs a block from its statement `first` on, or, while seeking, from the one that holds the label.
Evaluator::Flow Evaluator::exec_from(const Node& n, NodeId id, uint32_t first) {
    const uint32_t begin = n.slot[at::Block::stmts], count = n.slot[at::Block::stmts + 1];
    const uint32_t mark = memory_.mark();
    const auto find_sought = [&] {
        uint32_t i = 0;
        while (!on_path(p_.lists[begin + i])) ++i;
        jump_over(begin, i, count);
        return i;
    };
    uint32_t i = seeking() ? find_sought() : first;
    if (i == first && first != 0) jump_over(begin, first, count);
    Flow flow = Flow::Next;
    while (i < count) {
        flow = exec(p_.lists[begin + i]);
        if (flow == Flow::Next) {
            ++i;
        } else if (flow == Flow::Goto && on_path(id)) {
            i = find_sought();
        } else {
            break;
        }
    }
    memory_.release(mark);
    return flow;
}

Evaluator::Flow Evaluator::exec_if(NodeId id, const Node& n) {
    const NodeId yes = n.child(at::If::yes), no = n.child(at::If::no);
    const uint32_t outer = memory_.mark(); // the statement is a block, and so are its branches
    NodeId branch;
    if (seeking()) {
        branch = on_path(yes) ? yes : no;
    } else {
        const uint32_t mark = memory_.mark(), literals = literals_made_;
        const bool first = truth(n.child(at::If::condition));
        if (literals == literals_made_) memory_.release(mark);
        const bool condition = repairer_ == nullptr ? first : turned(id, first);
        note_truth(id, condition);
        branch = condition ? yes : no;
    }
    Flow flow = branch ? exec(branch) : Flow::Next;
    while (flow == Flow::Goto && on_path(id)) flow = exec(on_path(yes) ? yes : no);
    memory_.release(outer);
    return flow;
}

// The first execution of an If may turn its condition round. A condition that executed the same If meanwhile
// (by recursion) has run before.
bool Evaluator::turned(NodeId id, bool condition) {
    if (profile_[id.index].runs != 1 || !repairer_->turns(p_, id, condition)) return condition;
    const NodeId negated = negate(*repairable_, node(id).child(at::If::condition));
    (*repairable_)[id].slot[at::If::condition] = negated.index;
    make_room();
    std::vector<NodeId> path;
    prepare_node(negated, path);
    NodeProfile& profile = profile_[negated.index];
    profile.runs = 1;
    profile.smallest = profile.largest = condition ? 0 : 1;
    return !condition;
}

// A jump into a loop, around its first expression: what that declares lives, without a value.
void Evaluator::enter_loop(NodeId init) {
    if (!init || node(init).kind != NodeKind::Declare) return;
    const program::VarId var = node(init).var();
    objects_of_vars_[var.index] = temporary(p_[var].type).object;
}

Evaluator::Flow Evaluator::exec_loop(NodeId id, const Node& n) {
    const bool is_for = n.kind == NodeKind::For, is_do = n.kind == NodeKind::DoWhile;
    const NodeId body = n.child(is_for  ? uint8_t{at::For::body}
                                : is_do ? uint8_t{at::DoWhile::body}
                                        : uint8_t{at::While::body});
    const NodeId condition = n.child(is_for  ? uint8_t{at::For::condition}
                                     : is_do ? uint8_t{at::DoWhile::condition}
                                             : uint8_t{at::While::condition});
    const NodeId init = is_for ? n.child(at::For::init) : NodeId{};
    const NodeId advance = is_for ? n.child(at::For::step) : NodeId{};
    const uint32_t outer = memory_.mark();
    const auto holds = [&] {
        const uint32_t mark = memory_.mark(), literals = literals_made_;
        const bool value = truth(condition);
        if (literals == literals_made_) memory_.release(mark);
        note_truth(id, value);
        return value;
    };
    bool enter = seeking();
    if (enter) enter_loop(init);
    if (!enter && init) exec(init);
    Flow flow = Flow::Next;
    uint32_t rounds = 0;
    while (enter || is_do || !condition || holds()) {
        if (meaning_.steps > long_after_ && !enter && ends_here(id, body, rounds)) {
            memory_.release(outer);
            return Flow::Next;
        }
        ++rounds;
        enter = false;
        const uint32_t inner = memory_.mark(); // the body is a block, with braces or without
        flow = exec(body);
        while (flow == Flow::Goto && on_path(id)) flow = exec(body);
        memory_.release(inner);
        if (flow == Flow::Break || flow == Flow::Return || flow == Flow::Goto) break;
        flow = Flow::Next;
        if (is_do && !holds()) break;
        if (advance) {
            const uint32_t mark = memory_.mark(), literals = literals_made_;
            eval(advance);
            if (literals == literals_made_) memory_.release(mark);
        }
        if (!condition) charge(kBytesPerStep); // for (;;) with an empty body still costs
    }
    if (long_after_ != UINT64_MAX) {
        uint32_t& most = most_rounds_[id.index];
        most = std::max(most, rounds);
    }
    memory_.release(outer);
    return flow == Flow::Break ? Flow::Next : flow;
}

// What the loop did before stays as it was: it never came further. Jumps into it would not be counted, and
// an outer call of the same function may be inside it.
bool Evaluator::ends_here(NodeId loop, NodeId body, uint32_t rounds) {
    constexpr uint32_t kFewest = 2, kMost = 1 << 20;
    const FuncId func = frames_.back().func;
    const auto before = most_rounds_.find(loop.index);
    if (rounds < kFewest || rounds > kMost || active_calls_[func.index] != 1 ||
        (before != most_rounds_.end() && before->second > rounds))
        return false;
    bool has_label = false;
    program::walk(p_, loop, [&](NodeId id) { has_label |= node(id).kind == NodeKind::Label; });
    const auto first_new = static_cast<uint32_t>(p_.nodes.size());
    if (has_label || !repairer_->ends_loop(*repairable_, loop, func, rounds)) return false;
    note_fence(loop, body, first_new, rounds);
    long_after_ += options_.long_after / 8; // for what comes behind it
    return true;
}

// What was added counts as executed from the beginning, as in note_rewritten.
void Evaluator::note_fence(NodeId loop, NodeId body, uint32_t first_new, uint32_t rounds) {
    make_room();
    std::vector<NodeId> path;
    prepare_node(loop, path);
    const NodeProfile whole = profile_[loop.index];
    const uint32_t begun = profile_[body.index].runs + 1;
    profile_[loop.index].taken = 0;
    for (uint32_t i = first_new; i < p_.nodes.size(); ++i) {
        const Node& made = p_.nodes[i];
        NodeProfile& profile = profile_[i];
        profile.runs = begun;
        if (program::is_loop(made.kind)) {
            profile = whole;
            most_rounds_[i] = UINT32_MAX; // it has an end now
        }
        if (made.kind == NodeKind::Declare) // and the constant that it begins with
            profile.runs = profile_[p_[made.var()].init.index].runs = whole.runs;
        if (made.kind == NodeKind::VarRef) profile.runs = 0; // it is written, not read
        if (made.kind == NodeKind::Break) profile.runs = 1;
        if (made.kind == NodeKind::If) profile.taken = 1;
        if (made.kind == NodeKind::IntConst) profile_number({i}, made.bits());
        if (made.kind == NodeKind::IncDec || made.kind == NodeKind::Binary) {
            const bool counts = made.kind == NodeKind::IncDec;
            profile.smallest = counts ? 1 : 0;
            profile.largest = counts ? rounds + 1 : 1;
        }
    }
}

const Evaluator::SwitchTable& Evaluator::switch_table(NodeId id, const Node& n) {
    const auto found = switches_.find(id.index);
    if (found != switches_.end()) return found->second;
    SwitchTable table;
    const IntShape shape = facts(program::promoted(p_, n.child(at::Switch::subject))).shape;
    const auto stmts = p_.list(node(n.child(at::Switch::body)), at::Block::stmts);
    const std::vector<NodeId> list(stmts.begin(), stmts.end());
    for (uint32_t i = 0; i < list.size(); ++i) {
        const Node stmt = node(list[i]);
        if (stmt.kind == NodeKind::Default) table.otherwise = i;
        if (stmt.kind == NodeKind::Case)
            table.cases.emplace_back(convert(eval(stmt.child(at::Case::value)).bits, shape), i);
    }
    return switches_.emplace(id.index, std::move(table)).first->second;
}

Evaluator::Flow Evaluator::exec_switch(NodeId id, const Node& n) {
    const NodeId body = n.child(at::Switch::body), subject = n.child(at::Switch::subject);
    const uint32_t outer = memory_.mark();
    Flow flow;
    if (seeking()) {
        flow = exec(body);
    } else {
        const SwitchTable& table = switch_table(id, n);
        const TypeId promoted = program::promoted(p_, subject);
        const UInt128 value = convert(eval(subject).bits, facts(promoted).shape);
        uint32_t first = table.otherwise;
        for (const auto& [wanted, index] : table.cases)
            if (wanted == value) first = index;
        if (first == UINT32_MAX) {
            memory_.release(outer);
            return Flow::Next;
        }
        step(body);
        flow = exec_from(node(body), body, first);
    }
    while (flow == Flow::Goto && on_path(id)) flow = exec(body);
    memory_.release(outer);
    return flow == Flow::Break ? Flow::Next : flow;
}

void Evaluator::exec_declare(const Node& n) {
    const program::VarId id = n.var();
    const program::Var var = p_[id];
    if (var.is_static_storage()) return; // initialised before the program starts
    uint32_t size = facts(var.type).size;
    if (var.length) {
        const NodeId self = here_;
        const Value length = eval(var.length);
        here_ = self;
        const IntShape shape = facts(node(var.length).type).shape;
        const auto count = static_cast<Int128>(length.bits);
        if (count <= 0 || (!shape.is_signed && count < 0)) throw Undefined{Ub::VlaSize};
        if (count > (1 << 20)) throw OverBudget{};
        const uint64_t bytes = static_cast<uint64_t>(count) * facts(p_.types[var.type].base).size;
        if (bytes > options_.memory_budget) throw OverBudget{};
        size = static_cast<uint32_t>(bytes);
    }
    ObjectRef& object = objects_of_vars_[id.index];
    // Jumping back over a declaration keeps the object, whose value is lost; a variable-length array is a new
    // one.
    const bool again = in_this_call(object);
    charge(size);
    if (again && !var.length) {
        memory_.forget(object);
    } else {
        if (again) memory_.end_life(object);
        object = memory_.allocate(var.type, size);
    }
    if (!var.init) return;
    const uint32_t mark = memory_.mark(), literals = literals_made_;
    initialise(place_of(id), var.init);
    if (literals == literals_made_) memory_.release(mark);
}

void Evaluator::exec_return(const Node& n) {
    has_returned_value_ = false;
    const NodeId child = n.child(at::Return::value);
    if (!child) return;
    const TypeId type = p_.result_type(frames_.back().func);
    const NodeId self = here_;
    const Value value = eval(child);
    here_ = self;
    if (value.kind == Value::Kind::None) return; // return f(); of void
    has_returned_value_ = true;
    if (value.kind != Value::Kind::Block) {
        returned_ = convert_to(value, node(child).type, type);
        return;
    }
    Place to;
    to.object = frames_.back().result;
    to.type = type;
    memory_.copy_value(to, block_place(value, type));
    returned_ = Value::address({to.object, 0, 0, 0}, Value::Kind::Block);
}

} // namespace assay::semantics
