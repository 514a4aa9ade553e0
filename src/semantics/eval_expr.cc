// Expressions: dispatch, and the ones with control flow or assignment in them.
#include "base/check.h"
#include "program/typing.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

namespace at = program::at;

Value Evaluator::eval(NodeId id) {
    if (is_integral(facts(node(id).type).kind)) return Value::integer(integer(id));
    const Nested nested(depth_);
    step(id);
    return eval_kind(id, node(id));
}

UInt128 Evaluator::integer(NodeId id) {
    step(id);
    const Node& n = node(id);
    UInt128 bits;
    if (n.kind == NodeKind::IntConst)
        bits = n.bits();
    else if (n.kind == NodeKind::VarRef)
        bits = eval_variable(id, n.var());
    else
        bits = integer_inside(id, n);
    if (profile_ != nullptr) profile_number(id, bits);
    return bits;
}

UInt128 Evaluator::integer_inside(NodeId id, const Node& n) {
    const Nested nested(depth_);
    if (n.kind != NodeKind::Binary && n.kind != NodeKind::Cast) return eval_kind(id, n).bits;
    const NodeFacts f = node_facts_[id.index];
    if (!f.integers) return eval_kind(id, n).bits;
    if (n.kind == NodeKind::Cast) return convert(integer(n.child(at::Cast::operand)), f.shape);
    const BinaryOp op = n.binary();
    UInt128 left = 0, right = 0;
    eval_both(id, n.child(at::Binary::left), n.child(at::Binary::right), &Evaluator::integer, left, right);
    return arithmetic(id, op, convert(left, f.shape), convert(right, f.count), f.shape, f.count);
}

Value Evaluator::eval_kind(NodeId id, const Node& n) {
    switch (expr_kind(n.kind)) {
    case ExprKind::FloatConst: return Value::floating(n.real());
    case ExprKind::CharConst:
        return Value::integer(canonical(n.slot[at::CharConst::code], facts(program::type::Char).shape));
    case ExprKind::EnumConst: {
        const program::Enum& e = p_.types.enum_of({n.slot[at::EnumConst::enumeration]});
        const int64_t value = p_.types.enumerators[e.first + n.slot[at::EnumConst::index]].value;
        return Value::integer(convert(static_cast<UInt128>(static_cast<Int128>(value)), facts(n.type).shape));
    }
    case ExprKind::FuncRef: return Value::address({{n.func().index + 1, Pointer::kFunction}, 0, 0, 0});
    case ExprKind::VarRef:
    case ExprKind::Member:
    case ExprKind::Index:
    case ExprKind::CompoundLiteral: return eval_lvalue(id);
    case ExprKind::Deref:
        if (facts(n.type).kind == TypeKind::Function) return eval(n.child(at::Deref::pointer));
        return eval_lvalue(id);
    case ExprKind::AddrOf: return eval_addr_of(n);
    case ExprKind::Unary: return eval_unary(id, n);
    case ExprKind::Binary: return eval_binary(id, n);
    case ExprKind::Logical: return eval_logical(id, n);
    case ExprKind::Conditional: return eval_conditional(id, n);
    case ExprKind::Comma: return eval_comma(n);
    case ExprKind::Cast: {
        const TypeId to = n.type, from = node(n.child(0)).type;
        const Value value = eval(n.child(0));
        here_ = id;
        return eval_cast(value, from, to);
    }
    case ExprKind::ConvertVector: {
        const TypeId to = n.type, from = node(n.child(0)).type;
        const Value value = eval(n.child(0));
        here_ = id;
        return vector_convert(value, from, to);
    }
    case ExprKind::Assign: return eval_assign(id, n);
    case ExprKind::CompoundAssign: return eval_compound(id, n);
    case ExprKind::IncDec: return eval_incdec(id, n);
    case ExprKind::Call:
    case ExprKind::CallPointer: return eval_call(id, n);
    case ExprKind::CallBuiltin: return eval_builtin(id, n);
    case ExprKind::SizeofType: return Value::integer(layout_.size({n.slot[at::SizeofType::operand]}));
    case ExprKind::SizeofExpr: return Value::integer(facts(node(n.child(0)).type).size);
    case ExprKind::IntConst:
    case ExprKind::InitList: break;
    }
    base::fail("evaluated a node that is no value");
}

// What eval_lvalue does, for what is most of it: an integer with a name of its own.
UInt128 Evaluator::eval_variable(NodeId id, program::VarId var) {
    const TypeId type = p_[var].type;
    const TypeFacts& f = facts(type);
    if (!is_integer(f.kind)) return eval_lvalue(id).bits; // an enumeration
    const ObjectRef object = objects_of_vars_[var.index];
    if (!memory_.is_alive(object)) throw Undefined{Ub::Uninitialised};
    note_read(memory_.object(object), object, {0, uint64_t{f.size} * 8}, type);
    return memory_.load_whole(object, f.size, f.shape);
}

// Reading what an expression names waits for the values inside that expression, not for its side effects:
// a[a[0]++].
Value Evaluator::eval_lvalue(NodeId id) {
    const LvalueInUse in_use(*this);
    if (!has_effects(id)) {
        const Place place = lvalue(id);
        here_ = id;
        return load(place);
    }
    const AccessLog::Listener listener(log_, memory_.next_serial());
    const uint32_t from = log_.open_piece();
    const Place place = lvalue(id);
    here_ = id;
    if (!is_array(facts(place.type).kind)) check_pending(place, from);
    return load(place);
}

Value Evaluator::eval_addr_of(const Node& n) {
    const NodeId object = n.child(at::AddrOf::object);
    if (facts(node(object).type).kind == TypeKind::Function) return eval(object);
    if (node(object).kind == NodeKind::Deref) {
        // &*p is p, whatever it points to; C++ does not say so of null.
        const Value pointer = eval(node(object).child(at::Deref::pointer));
        if (pointer.pointer.is_null() && program::is_cxx(p_.platform.standard))
            throw Undefined{Ub::NullDereference};
        return pointer;
    }
    const LvalueInUse in_use(*this);
    return Value::address(pointer_to(lvalue(object, true)));
}

bool Evaluator::truth(NodeId id) {
    if (is_integral(facts(node(id).type).kind)) return integer(id) != 0;
    const Value value = eval(id);
    switch (value.kind) {
    case Value::Kind::Float: return value.real != 0;
    case Value::Kind::Pointer:
        here_ = id;
        if (is_dangling(value.pointer)) throw Undefined{Ub::Dangling};
        return !value.pointer.is_null();
    case Value::Kind::Int:
    case Value::Kind::None:
    case Value::Kind::Block: break;
    }
    base::fail("the truth of a value that is no scalar");
}

Value Evaluator::eval_logical(NodeId id, const Node& n) {
    const bool is_and = n.logical() == program::LogicalOp::And;
    const NodeId right = n.child(at::Logical::right);
    bool left;
    {
        AccessLog::Mark mark(log_);
        left = truth(n.child(at::Logical::left));
        mark.sequence_point();
    }
    note_truth(id, left);
    if (left != is_and) return Value::integer(left ? 1 : 0);
    return Value::integer(truth(right) ? 1 : 0);
}

Value Evaluator::eval_conditional(NodeId id, const Node& n) {
    const NodeId yes = n.child(at::Conditional::yes), no = n.child(at::Conditional::no);
    const TypeId to = n.type;
    bool condition;
    {
        AccessLog::Mark mark(log_);
        condition = truth(n.child(at::Conditional::condition));
        mark.sequence_point();
    }
    note_truth(id, condition);
    const NodeId arm = condition ? yes : no;
    const Value value = eval(arm);
    here_ = id;
    return value.kind == Value::Kind::Int || value.kind == Value::Kind::Float
               ? convert_to(value, node(arm).type, to)
               : value;
}

Value Evaluator::eval_comma(const Node& n) {
    const NodeId right = n.child(at::Comma::right);
    {
        AccessLog::Mark mark(log_);
        eval(n.child(at::Comma::left));
        mark.sequence_point();
    }
    return eval(right);
}

Value Evaluator::eval_assign(NodeId id, const Node& n) {
    const NodeId target = n.child(at::Assign::target), source = n.child(at::Assign::value);
    const TypeId from = node(source).type;
    const LvalueInUse in_use(*this);
    Place place;
    Value value;
    if (!has_effects(target) && !has_effects(source)) {
        place = lvalue(target);
        value = eval(source);
        here_ = id;
        check_overlap(source, place);
        value = convert_to(value, from, place.type);
        store(in_use, place, value);
        return narrowed(place, value);
    }
    const AccessLog::Listener listener(log_, memory_.next_serial());
    const uint32_t left = log_.open_piece();
    place = lvalue(target);
    const uint32_t right = log_.open_piece();
    value = eval(source);
    here_ = id;
    check_unsequenced(place, left, right);
    check_overlap(source, place);
    value = convert_to(value, from, place.type);
    store(in_use, place, value);
    return narrowed(place, value);
}

Value Evaluator::eval_compound(NodeId id, const Node& n) {
    const NodeId target = n.child(at::CompoundAssign::target), source = n.child(at::CompoundAssign::value);
    const BinaryOp op = n.binary();
    const TypeId right_type = node(source).type;
    const LvalueInUse in_use(*this);
    std::optional<AccessLog::Listener> listener;
    if (has_effects(target) || has_effects(source)) listener.emplace(log_, memory_.next_serial());
    const uint32_t left = listener ? log_.open_piece() : 0;
    const Place place = lvalue(target);
    here_ = id;
    const uint32_t own = listener ? log_.open_piece() : 0;
    const Value old = load(place);
    const uint32_t right = listener ? log_.open_piece() : 0;
    const Value value = eval(source);
    here_ = id;
    if (listener) {
        // Did only the target's old value not wait?
        if (log_.conflict(left, own, right, log_.end())) throw Undefined{Ub::Unsequenced};
        check_pending(place, left);
        if (log_.conflict(own, right, right, log_.end())) {
            if (!becomes_assignment(id, place, right_type)) throw Undefined{Ub::Unsequenced};
            check_overlap(source, place);
            const Value assigned = convert_to(value, right_type, place.type);
            store(in_use, place, assigned);
            return narrowed(place, assigned);
        }
    }
    const TypeId operands = node_facts_[id.index].operands;
    const TypeId result = operands.valid() ? operands : place.type;
    Value made = combine(id, op, old, place.type, value, right_type, operands, result);
    here_ = id;
    if (made.kind != Value::Kind::Block) made = convert_to(made, result, place.type);
    store(in_use, place, made);
    return narrowed(place, made);
}

bool Evaluator::becomes_assignment(NodeId id, const Place& place, TypeId from) {
    const auto is_number = [&](TypeId type) {
        return is_integer(facts(type).kind) || is_floating(facts(type).kind);
    };
    if (repairer_ == nullptr || profile_[id.index].runs != 1 || !is_number(place.type) || !is_number(from))
        return false;
    if (!repairer_->written_meanwhile(*repairable_, id)) return false;
    std::vector<NodeId> path;
    prepare_node(id, path);
    return true;
}

Value Evaluator::eval_incdec(NodeId id, const Node& n) {
    const bool up = is_increment(n.incdec()), prefix = is_prefix(n.incdec());
    const NodeId target = n.child(at::IncDec::target);
    const LvalueInUse in_use(*this);
    std::optional<AccessLog::Listener> listener;
    if (has_effects(target)) listener.emplace(log_, memory_.next_serial());
    const uint32_t from = listener ? log_.open_piece() : 0;
    const Place place = lvalue(target);
    here_ = id;
    if (listener) check_pending(place, from);
    const Value old = load(place);
    const Value made = stepped(id, target, place, old, up);
    store(in_use, place, made);
    return prefix ? narrowed(place, made) : old;
}

Value Evaluator::stepped(NodeId id, NodeId target, const Place& place, const Value& old, bool up) {
    if (old.kind == Value::Kind::Pointer)
        return Value::address(moved(old.pointer, place.type, 1, IntShape{}, !up));
    const BinaryOp op = up ? BinaryOp::Add : BinaryOp::Sub;
    if (old.kind == Value::Kind::Float) {
        const FloatShape shape =
            facts(place.type).kind == TypeKind::Float ? FloatShape::Float : FloatShape::Double;
        const FloatOutcome outcome = float_binary(op, old.real, 1, shape);
        if (!outcome.ok()) throw Undefined{outcome.ub};
        return Value::floating(outcome.value);
    }
    const TypeId promoted = program::promoted(p_, target);
    const IntShape shape = facts(promoted).shape;
    const UInt128 bits = arithmetic(id, op, convert(old.bits, shape), 1, shape, shape);
    return convert_to(Value::integer(bits), promoted, place.type);
}

Value Evaluator::convert_other(const Value& value, TypeId from, TypeId to) {
    const TypeFacts& t = facts(to);
    if (value.kind == Value::Kind::Int && t.kind == TypeKind::Enum) {
        if (!in_enum_range(p_, to, static_cast<Int128>(value.bits))) throw Undefined{Ub::EnumRange};
        return Value::integer(convert(value.bits, t.shape));
    }
    if (value.kind == Value::Kind::Float && is_integral(t.kind)) {
        const IntOutcome outcome = float_to_int(value.real, t.shape);
        if (!outcome.ok()) throw Undefined{outcome.ub};
        if (!in_enum_range(p_, to, static_cast<Int128>(outcome.bits))) throw Undefined{Ub::EnumRange};
        return Value::integer(outcome.bits);
    }
    if (is_floating(t.kind)) {
        const FloatShape shape = t.kind == TypeKind::Float ? FloatShape::Float : FloatShape::Double;
        const FloatOutcome outcome = value.kind == Value::Kind::Float
                                         ? float_convert(value.real, shape)
                                         : int_to_float(value.bits, facts(from).shape, shape);
        if (!outcome.ok()) throw Undefined{outcome.ub};
        return Value::floating(outcome.value);
    }
    return value;
}

} // namespace assay::semantics
