// Expressions: dispatch, and the ones with control flow or assignment in them.
#include "base/check.h"
#include "program/typing.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

namespace at = program::at;

Value Evaluator::eval(NodeId id) {
    const Nested nested(depth_);
    step(id);
    const Value value = eval_kind(id, node(id));
    if (options_.profile) profile_value(id, value);
    return value;
}

Value Evaluator::eval_kind(NodeId id, const Node& n) {
    switch (n.kind) {
    case NodeKind::IntConst: return Value::integer(n.bits());
    case NodeKind::FloatConst: return Value::floating(n.real());
    case NodeKind::CharConst: return Value::integer(canonical(n.slot[at::CharConst::code], facts(program::type::Char).shape));
    case NodeKind::EnumConst: {
        const program::Enum& e = p_.types.enum_of({n.slot[at::EnumConst::enumeration]});
        const int64_t value = p_.types.enumerators[e.first + n.slot[at::EnumConst::index]].value;
        return Value::integer(convert(static_cast<UInt128>(static_cast<Int128>(value)), facts(n.type).shape));
    }
    case NodeKind::FuncRef: return Value::address({{n.func().index + 1, Pointer::kFunction}, 0, 0, 0});
    case NodeKind::VarRef:
    case NodeKind::Member:
    case NodeKind::Index:
    case NodeKind::CompoundLiteral: return eval_lvalue(id);
    case NodeKind::Deref:
        if (facts(n.type).kind == TypeKind::Function) return eval(n.child(at::Deref::pointer));
        return eval_lvalue(id);
    case NodeKind::AddrOf: return eval_addr_of(n);
    case NodeKind::Unary: return eval_unary(id, n);
    case NodeKind::Binary: return eval_binary(id, n);
    case NodeKind::Logical: return eval_logical(id, n);
    case NodeKind::Conditional: return eval_conditional(id, n);
    case NodeKind::Comma: return eval_comma(n);
    case NodeKind::Cast: {
        const TypeId to = n.type, from = node(n.child(0)).type;
        const Value value = eval(n.child(0));
        here_ = id;
        return eval_cast(value, from, to);
    }
    case NodeKind::ConvertVector: {
        const TypeId to = n.type, from = node(n.child(0)).type;
        const Value value = eval(n.child(0));
        here_ = id;
        return vector_convert(value, from, to);
    }
    case NodeKind::Assign: return eval_assign(id, n);
    case NodeKind::CompoundAssign: return eval_compound(id, n);
    case NodeKind::IncDec: return eval_incdec(id, n);
    case NodeKind::Call:
    case NodeKind::CallPointer: return eval_call(id, n);
    case NodeKind::CallBuiltin: return eval_builtin(id, n);
    case NodeKind::SizeofType: return Value::integer(layout_.size({n.slot[at::SizeofType::operand]}));
    case NodeKind::SizeofExpr: return Value::integer(facts(node(n.child(0)).type).size);
    case NodeKind::InitList:
    case NodeKind::ExprStmt:
    case NodeKind::Declare:
    case NodeKind::Block:
    case NodeKind::If:
    case NodeKind::For:
    case NodeKind::While:
    case NodeKind::DoWhile:
    case NodeKind::Switch:
    case NodeKind::Case:
    case NodeKind::Default:
    case NodeKind::Break:
    case NodeKind::Continue:
    case NodeKind::Return:
    case NodeKind::Goto:
    case NodeKind::Label:
    case NodeKind::Empty:
    case NodeKind::Observe: break;
    }
    base::fail("evaluated a node that is no value");
}

// Reading what an expression names waits for the values inside that expression, not for its side effects: a[a[0]++].
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
        if (pointer.pointer.is_null() && program::is_cxx(p_.platform.standard)) throw Undefined{Ub::NullDereference};
        return pointer;
    }
    const LvalueInUse in_use(*this);
    return Value::address(pointer_to(lvalue(object, true)));
}

bool Evaluator::truth(NodeId id) {
    const Value value = eval(id);
    switch (value.kind) {
    case Value::Kind::Int: return value.bits != 0;
    case Value::Kind::Float: return value.real != 0;
    case Value::Kind::Pointer:
        here_ = id;
        if (is_dangling(value.pointer)) throw Undefined{Ub::Dangling};
        return !value.pointer.is_null();
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
    return value.kind == Value::Kind::Int || value.kind == Value::Kind::Float ? convert_to(value, node(arm).type, to)
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
    const Value old = load(place);
    const uint32_t right = listener ? log_.open_piece() : 0;
    const Value value = eval(source);
    here_ = id;
    if (listener) check_unsequenced(place, left, right);
    const TypeId operands = node_facts_[id.index].operands;
    const TypeId result = operands.valid() ? operands : place.type;
    Value made = combine(id, op, old, place.type, value, right_type, operands, result);
    here_ = id;
    if (made.kind != Value::Kind::Block) made = convert_to(made, result, place.type);
    store(in_use, place, made);
    return narrowed(place, made);
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
    if (old.kind == Value::Kind::Pointer) return Value::address(moved(old.pointer, place.type, 1, IntShape{}, !up));
    const BinaryOp op = up ? BinaryOp::Add : BinaryOp::Sub;
    if (old.kind == Value::Kind::Float) {
        const FloatShape shape = facts(place.type).kind == TypeKind::Float ? FloatShape::Float : FloatShape::Double;
        const FloatOutcome outcome = float_binary(op, old.real, 1, shape);
        if (!outcome.ok()) throw Undefined{outcome.ub};
        return Value::floating(outcome.value);
    }
    const TypeId promoted = program::promoted(p_, target);
    const IntShape shape = facts(promoted).shape;
    const UInt128 bits = arithmetic(id, op, convert(old.bits, shape), 1, shape, shape);
    return convert_to(Value::integer(bits), promoted, place.type);
}

Value Evaluator::convert_to(const Value& value, TypeId from, TypeId to) {
    const TypeFacts& t = facts(to);
    if (value.kind == Value::Kind::Int && is_integral(t.kind)) {
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

Value Evaluator::narrowed(const Place& place, const Value& value) const {
    if (place.bits == 0) return value;
    IntShape shape = facts(place.type).shape;
    if (!shape.is_bool) shape.width = place.bits;
    return Value::integer(convert(value.bits, shape));
}

Evaluator::BitRange Evaluator::bits_of(const Place& place) const {
    if (place.bits != 0) return {place.bit, uint64_t{place.bit} + place.bits};
    return {uint64_t{place.offset} * 8, (uint64_t{place.offset} + facts(place.type).size) * 8};
}

// An assignment's operands are [left, right) and [right, end) of the log; its own store waits for their values, not for their
// side effects.
void Evaluator::check_unsequenced(const Place& target, uint32_t left, uint32_t right) {
    if (log_.conflict(left, right, log_.end())) throw Undefined{Ub::Unsequenced};
    check_pending(target, left);
}

void Evaluator::check_pending(const Place& place, uint32_t from) {
    const BitRange bits = bits_of(place);
    if (log_.pending_write(from, memory_.object(place.object).serial, bits.first, bits.last))
        throw Undefined{Ub::Unsequenced};
}

// A value that is read from one object and stored in another that overlaps it: only if they are the same, by the same type.
void Evaluator::check_overlap(NodeId source, const Place& target) {
    const NodeKind kind = node(source).kind;
    if (loaded_.object != target.object || facts(target.type).kind > TypeKind::Pointer) return;
    if (kind != NodeKind::VarRef && kind != NodeKind::Member && kind != NodeKind::Index && kind != NodeKind::Deref) return;
    const BitRange bits = bits_of(target);
    if (bits.first >= loaded_.bits.last || loaded_.bits.first >= bits.last) return;
    const bool same = bits.first == loaded_.bits.first && bits.last == loaded_.bits.last;
    if (!same || !p_.types.same_but_quals(loaded_.type, target.type)) throw Undefined{Ub::OverlappingCopy};
}

void Evaluator::check_read(const Place& place) {
    const Object& o = memory_.object(place.object);
    const BitRange bits = bits_of(place);
    log_.note(o.serial, bits.first, bits.last, false);
    loaded_ = {place.object, bits, place.type};
    if (place.via_pointer && (place.quals & program::kVolatile) != 0 &&
        (p_.types.quals(place.type) & program::kVolatile) == 0)
        throw Undefined{Ub::VolatileAccess};
    if (o.serial < const_since_ && !o.is_constant) throw Undefined{Ub::FalseAttribute};
}

void Evaluator::check_write(const Place& place) {
    const Object& o = memory_.object(place.object);
    const BitRange bits = bits_of(place);
    log_.note(o.serial, bits.first, bits.last, true);
    if (place.via_pointer) {
        if ((place.quals & program::kConst) != 0) throw Undefined{Ub::ConstWrite};
        if ((place.quals & program::kVolatile) != 0 && (p_.types.quals(place.type) & program::kVolatile) == 0)
            throw Undefined{Ub::VolatileAccess};
        if (place.in_union && !place.via_union && !memory_.keeps_stored_member(place)) throw Undefined{Ub::UnionMember};
    }
    if (o.serial < pure_since_) throw Undefined{Ub::FalseAttribute};
}

Value Evaluator::load(const Place& place) {
    const TypeFacts& f = facts(place.type);
    if (is_array(f.kind)) { // decays
        Pointer pointer{place.object, place.offset, place.offset, place.offset + f.size};
        if (f.kind == TypeKind::Vla) pointer.high = memory_.object(place.object).size;
        return Value::address(pointer);
    }
    check_read(place);
    switch (f.kind) {
    case TypeKind::Float:
    case TypeKind::Double: return Value::floating(memory_.load_float(place));
    case TypeKind::Pointer: {
        const Pointer pointer = memory_.load_pointer(place);
        // Its value is gone with the object, so that not even copying it is defined.
        if (is_dangling(pointer)) throw Undefined{Ub::Dangling};
        return Value::address(pointer);
    }
    case TypeKind::Struct:
    case TypeKind::Union:
    case TypeKind::Vector: {
        Value value = Value::address({place.object, place.offset, 0, 0}, Value::Kind::Block);
        value.via_union = place.via_union;
        return value;
    }
    default: return Value::integer(memory_.load_int(place));
    }
}

void Evaluator::store(const LvalueInUse& lvalue, const Place& place, const Value& value) {
    const std::span<const UnionStep> unions(lvalue.steps.begin() + static_cast<std::ptrdiff_t>(lvalue.first),
                                            lvalue.steps.end());
    const auto lose_rest = [&](bool of_bit_fields) {
        for (const UnionStep& step : unions)
            if ((step.keep_low == step.keep_high) == of_bit_fields)
                memory_.lose_rest_of_union(step.object, step.low, step.high, step.keep_low, step.keep_high);
    };
    lose_rest(true); // a bit-field's neighbours in its own bytes are lost too
    store(place, value);
    lose_rest(false); // only now: the value may come from the same union
}

void Evaluator::store(const Place& place, const Value& value) {
    check_write(place);
    const TypeKind kind = facts(place.type).kind;
    const bool is_char = kind == TypeKind::Char || kind == TypeKind::SChar || kind == TypeKind::UChar;
    if (place.via_pointer && is_char)
        memory_.keep_padding(place.object); // it may be a byte of padding
    else
        charge(memory_.lose_padding(place.object));
    put(place, value);
}

void Evaluator::put(const Place& place, const Value& value) {
    switch (value.kind) {
    case Value::Kind::Int: memory_.store_int(place, value.bits); return;
    case Value::Kind::Float: memory_.store_float(place, value.real); return;
    case Value::Kind::Pointer: memory_.store_pointer(place, value.pointer); return;
    case Value::Kind::Block:
        charge(facts(place.type).size);
        memory_.copy_value(place, block_place(value, place.type));
        return;
    case Value::Kind::None: break;
    }
    base::fail("stored a value that is none");
}

} // namespace assay::semantics
