// Expressions: dispatch, and the ones with control flow or assignment in them.
#include "base/check.h"
#include "program/typing.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

namespace at = program::at;

Value Evaluator::eval(NodeId id) {
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
    case NodeKind::CompoundLiteral: {
        const Place place = lvalue(id);
        here_ = id;
        return load(place);
    }
    case NodeKind::Deref: {
        if (facts(n.type).kind == TypeKind::Function) return eval(n.child(at::Deref::pointer));
        const Place place = lvalue(id);
        here_ = id;
        return load(place);
    }
    case NodeKind::AddrOf: {
        const NodeId object = n.child(at::AddrOf::object);
        if (facts(node(object).type).kind == TypeKind::Function) return eval(object);
        // &*p is p, whatever it points to.
        if (node(object).kind == NodeKind::Deref) return eval(node(object).child(at::Deref::pointer));
        return Value::address(pointer_to(lvalue(object, true)));
    }
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

bool Evaluator::truth(NodeId id) {
    const Value value = eval(id);
    switch (value.kind) {
    case Value::Kind::Int: return value.bits != 0;
    case Value::Kind::Float: return value.real != 0;
    case Value::Kind::Pointer:
        here_ = id;
        if (!value.pointer.is_null() && !value.pointer.is_function() && !memory_.is_alive(value.pointer.object))
            throw Undefined{Ub::Dangling};
        return !value.pointer.is_null();
    case Value::Kind::None:
    case Value::Kind::Block: break;
    }
    base::fail("the truth of a value that is no scalar");
}

Value Evaluator::eval_logical(NodeId id, const Node& n) {
    const bool is_and = n.logical() == program::LogicalOp::And;
    const NodeId right = n.child(at::Logical::right);
    const uint32_t from = log_.end();
    const bool left = truth(n.child(at::Logical::left));
    log_.settle(from);
    note_truth(id, left);
    if (left != is_and) return Value::integer(left ? 1 : 0);
    return Value::integer(truth(right) ? 1 : 0);
}

Value Evaluator::eval_conditional(NodeId id, const Node& n) {
    const NodeId yes = n.child(at::Conditional::yes), no = n.child(at::Conditional::no);
    const TypeId to = n.type;
    const uint32_t from = log_.end();
    const bool condition = truth(n.child(at::Conditional::condition));
    log_.settle(from);
    note_truth(id, condition);
    const NodeId arm = condition ? yes : no;
    const Value value = eval(arm);
    here_ = id;
    return value.kind == Value::Kind::Int || value.kind == Value::Kind::Float ? convert_to(value, node(arm).type, to)
                                                                               : value;
}

Value Evaluator::eval_comma(const Node& n) {
    const NodeId right = n.child(at::Comma::right);
    const uint32_t from = log_.end();
    eval(n.child(at::Comma::left));
    log_.settle(from);
    return eval(right);
}

Value Evaluator::eval_assign(NodeId id, const Node& n) {
    const NodeId target = n.child(at::Assign::target), source = n.child(at::Assign::value);
    const TypeId from = node(source).type;
    Place place;
    Value value;
    if (!has_effects(target) && !has_effects(source)) {
        value = eval(source);
        place = lvalue(target);
        here_ = id;
        value = convert_to(value, from, place.type);
        store(place, value);
        return narrowed(place, value);
    }
    const AccessLog::Listener listener(log_, memory_.next_serial());
    const uint32_t left = log_.open_piece();
    place = lvalue(target);
    const uint32_t right = log_.open_piece();
    value = eval(source);
    here_ = id;
    check_unsequenced(place, left, right);
    value = convert_to(value, from, place.type);
    log_.open_piece();
    store(place, value);
    return narrowed(place, value);
}

Value Evaluator::eval_compound(NodeId id, const Node& n) {
    const NodeId target = n.child(at::CompoundAssign::target), source = n.child(at::CompoundAssign::value);
    const BinaryOp op = n.binary();
    const TypeId right_type = node(source).type;
    std::optional<AccessLog::Listener> listener;
    if (has_effects(target) || has_effects(source)) listener.emplace(log_, memory_.next_serial());
    const uint32_t left = log_.open_piece();
    const Place place = lvalue(target);
    here_ = id;
    const Value old = load(place);
    const uint32_t right = log_.open_piece();
    const Value value = eval(source);
    here_ = id;
    if (listener) check_unsequenced(place, left, right);
    const TypeId operands = node_facts_[id.index].operands;
    const TypeId result = operands.valid() ? operands : place.type;
    Value made = combine(id, op, old, place.type, value, right_type, operands, result);
    here_ = id;
    if (made.kind != Value::Kind::Block) made = convert_to(made, result, place.type);
    log_.open_piece();
    store(place, made);
    return narrowed(place, made);
}

Value Evaluator::eval_incdec(NodeId id, const Node& n) {
    const bool up = is_increment(n.incdec()), prefix = is_prefix(n.incdec());
    const NodeId target = n.child(at::IncDec::target);
    const Place place = lvalue(target);
    here_ = id;
    const Value old = load(place);
    Value made;
    if (old.kind == Value::Kind::Pointer) {
        made = Value::address(moved(old.pointer, place.type, 1, IntShape{}, !up));
    } else if (old.kind == Value::Kind::Float) {
        const FloatShape shape = facts(place.type).kind == TypeKind::Float ? FloatShape::Float : FloatShape::Double;
        const FloatOutcome outcome = float_binary(up ? BinaryOp::Add : BinaryOp::Sub, old.real, 1, shape);
        if (!outcome.ok()) throw Undefined{outcome.ub};
        made = Value::floating(outcome.value);
    } else {
        const TypeId promoted = program::promoted(p_, target);
        const IntShape shape = facts(promoted).shape;
        const UInt128 bits =
            arithmetic(id, up ? BinaryOp::Add : BinaryOp::Sub, convert(old.bits, shape), 1, shape, shape);
        made = convert_to(Value::integer(bits), promoted, place.type);
    }
    store(place, made);
    return prefix ? narrowed(place, made) : old;
}

Value Evaluator::convert_to(const Value& value, TypeId from, TypeId to) {
    const TypeFacts& t = facts(to);
    if (value.kind == Value::Kind::Int && is_integral(t.kind)) {
        const UInt128 bits = convert(value.bits, t.shape);
        if (t.kind == TypeKind::Enum && program::is_cxx(p_.platform.standard)) {
            // The values of a C++ enumeration are those of the smallest bit-field that holds its enumerators.
            const program::Enum& e = p_.types.enum_of(to);
            int64_t bound = 1;
            while (bound - 1 < e.largest || (e.smallest < 0 && -bound > e.smallest)) bound *= 2;
            const auto number = static_cast<Int128>(value.bits);
            if (number >= bound || number < (e.smallest < 0 ? -bound : 0)) throw Undefined{Ub::EnumRange};
        }
        return Value::integer(bits);
    }
    if (value.kind == Value::Kind::Float && is_integral(t.kind)) {
        const IntOutcome outcome = float_to_int(value.real, t.shape);
        if (!outcome.ok()) throw Undefined{outcome.ub};
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
    const BitRange bits = bits_of(target);
    if (log_.pending_write(left, memory_.object(target.object).serial, bits.first, bits.last))
        throw Undefined{Ub::Unsequenced};
}

void Evaluator::check_read(const Place& place) {
    const Object& o = memory_.object(place.object);
    const BitRange bits = bits_of(place);
    log_.note(o.serial, bits.first, bits.last, false);
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
    case TypeKind::Pointer: return Value::address(memory_.load_pointer(place));
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

void Evaluator::store(const Place& place, const Value& value) {
    check_write(place);
    switch (value.kind) {
    case Value::Kind::Int: memory_.store_int(place, value.bits); return;
    case Value::Kind::Float: memory_.store_float(place, value.real); return;
    case Value::Kind::Pointer: memory_.store_pointer(place, value.pointer); return;
    case Value::Kind::Block: memory_.copy_value(place, block_place(value, place.type)); return;
    case Value::Kind::None: break;
    }
    base::fail("stored a value that is none");
}

} // namespace assay::semantics
