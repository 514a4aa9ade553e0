// Calls of the program's own functions.
#include "base/check.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

namespace at = program::at;
using program::VarId;

std::vector<Value> Evaluator::eval_args(std::span<const NodeId> args) {
    bool any_effects = false;
    for (const NodeId arg : args) any_effects |= has_effects(arg);
    std::optional<AccessLog::Listener> listener;
    if (any_effects && args.size() > 1) listener.emplace(log_, memory_.next_serial());
    const NodeId at_call = here_;
    std::vector<Value> values;
    values.reserve(args.size());
    std::vector<uint32_t> pieces;
    for (const NodeId arg : args) {
        if (listener) pieces.push_back(log_.open_piece());
        values.push_back(eval(arg));
    }
    here_ = at_call;
    if (!listener) return values;
    pieces.push_back(log_.end());
    for (size_t i = 1; i + 1 < pieces.size(); ++i)
        if (log_.conflict(pieces[0], pieces[i], pieces[i + 1])) throw Undefined{Ub::Unsequenced};
    return values;
}

Value Evaluator::eval_call(NodeId id, const Node& n) {
    const bool direct = n.kind == NodeKind::Call;
    const auto list = p_.list(n, direct ? uint8_t{at::Call::args} : uint8_t{at::CallPointer::args});
    const std::vector<NodeId> args(list.begin(), list.end());
    if (direct) {
        const FuncId callee = n.func();
        AccessLog::Mark mark(log_);
        const std::vector<Value> values = eval_args(args);
        mark.sequence_point();
        const Value value = call(id, callee, values, args);
        if (repairer_ != nullptr && value.kind == Value::Kind::Int && profile_[id.index].runs == 1)
            repairer_->returned(*repairable_, id, value.bits);
        return value;
    }
    // The callee's own expression is one more operand whose order against the arguments is open.
    const NodeId designator = n.child(at::CallPointer::callee);
    const TypeId designator_type = node(designator).type;
    std::vector<NodeId> operands{designator};
    operands.insert(operands.end(), args.begin(), args.end());
    AccessLog::Mark mark(log_);
    std::vector<Value> values = eval_args(operands);
    mark.sequence_point();
    const Pointer callee = values.front().pointer;
    values.erase(values.begin());
    here_ = id;
    if (!callee.is_function()) throw Undefined{Ub::WrongCallee};
    const TypeId wanted =
        facts(designator_type).kind == TypeKind::Function ? designator_type : p_.types[designator_type].base;
    const FuncId func{callee.object.slot - 1};
    if (p_[func].type != wanted) throw Undefined{Ub::WrongCallee};
    return call(id, func, values, args);
}

namespace {

// Raises a limit for the duration of a call and puts it back, however the call ends.
struct Raised {
    uint64_t& limit;
    uint64_t old;
    Raised(uint64_t& which, uint64_t to, bool wanted) : limit(which), old(which) {
        if (wanted) limit = to;
    }
    ~Raised() { limit = old; }
    Raised(const Raised&) = delete;
    Raised& operator=(const Raised&) = delete;
};

} // namespace

Value Evaluator::call(NodeId at, FuncId callee, const std::vector<Value>& args,
                      std::span<const NodeId> arg_nodes) {
    here_ = at;
    if (frames_.size() >= options_.call_depth) throw OverBudget{};
    const program::Func func = p_[callee];
    const TypeId result_type = p_.types[func.type].base;
    const TypeFacts result = facts(result_type);
    const bool in_memory = is_record(result.kind) || result.kind == TypeKind::Vector;
    Frame frame;
    frame.func = callee;
    if (in_memory) frame.result = temporary(result_type).object; // outlives the callee's objects
    const uint32_t mark = memory_.mark();
    AccessLog::Mark log_mark(log_);
    const uint64_t since = memory_.next_serial();
    frame.since = since;

    std::vector<std::pair<VarId, ObjectRef>>
        outer; // what the names of an active call of the same function meant
    if (active_calls_[callee.index] != 0)
        for (const VarId local : locals_of_funcs_[callee.index])
            outer.emplace_back(local, objects_of_vars_[local.index]);
    const auto params = p_.params(callee);
    for (size_t i = 0; i < params.size(); ++i) {
        const TypeId type = p_[params[i]].type;
        const Value value = convert_to(args[i], node(arg_nodes[i]).type, type);
        const Place place = temporary(type);
        store(place, value);
        objects_of_vars_[params[i].index] = place.object;
    }
    const Raised pure(pure_since_, since, (func.flags & (program::kFuncPure | program::kFuncConst)) != 0);
    const Raised constant(const_since_, since, (func.flags & program::kFuncConst) != 0);
    frames_.push_back(std::move(frame));
    ++active_calls_[callee.index];
    has_returned_value_ = false;
    const Flow flow = exec(func.body);
    base::check(flow == Flow::Next || flow == Flow::Return, "a jump left its function");
    const Value value = flow == Flow::Return && has_returned_value_ ? returned_ : Value{};
    --active_calls_[callee.index];
    const ObjectRef block = frames_.back().result;
    frames_.pop_back();
    for (const auto& [local, object] : outer) objects_of_vars_[local.index] = object;
    memory_.release(mark);
    log_mark.sequence_point();
    here_ = at;
    if (value.kind == Value::Kind::Pointer && is_dangling(value.pointer)) throw Undefined{Ub::Dangling};
    // Flowing off the end is undefined only if the value is used; C++ is stricter, and so is this model.
    if (result.kind != TypeKind::Void && value.kind == Value::Kind::None) throw Undefined{Ub::MissingReturn};
    if (in_memory) return Value::address({block, 0, 0, 0}, Value::Kind::Block);
    return value;
}

} // namespace assay::semantics
