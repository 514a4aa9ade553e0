// Lvalues: which part of which object an expression names, and pointers to it.
#include "base/check.h"
#include "program/typing.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

namespace at = program::at;

namespace {

Place place_at(const Pointer& pointer, TypeId type) {
    Place place;
    place.object = pointer.object;
    place.offset = pointer.offset;
    place.low = pointer.low;
    place.high = pointer.high;
    place.type = type;
    return place;
}

} // namespace

Place Evaluator::lvalue(NodeId id, bool past_end_allowed) {
    const Nested nested(depth_);
    const Node& n = node(id);
    switch (n.kind) {
    case NodeKind::VarRef: here_ = id; return place_of(n.var());
    case NodeKind::Member: return lvalue_member(id, n);
    case NodeKind::Index: return lvalue_index(id, n, past_end_allowed);
    case NodeKind::Deref: {
        const TypeId type = n.type;
        const Value pointer = eval(n.child(at::Deref::pointer));
        return pointee(id, pointer.pointer, type);
    }
    case NodeKind::CompoundLiteral: return lvalue_literal(id, n);
    default: {
        // A struct or vector that is no lvalue: the value of a call, an assignment, ?: and so on.
        const TypeId type = n.type;
        const Value value = eval(id);
        base::check(value.kind == Value::Kind::Block,
                    "the object of . or [] is neither an lvalue nor an aggregate");
        return block_place(value, type);
    }
    }
}

Place Evaluator::place_of(program::VarId var) {
    const ObjectRef object = objects_of_vars_[var.index];
    // A variable-length array whose declaration was jumped over, or the checker was not asked.
    if (!memory_.is_alive(object)) throw Undefined{Ub::Uninitialised};
    Place place;
    place.object = object;
    place.high = memory_.object(object).size;
    place.type = p_[var].type;
    return place;
}

Place Evaluator::block_place(const Value& value, TypeId type) const {
    Place place;
    place.object = value.pointer.object;
    place.offset = place.low = value.pointer.offset;
    place.high = place.offset + facts(type).size;
    place.via_union = value.via_union;
    place.type = type;
    return place;
}

Place Evaluator::temporary(TypeId type) {
    Place place;
    charge(facts(type).size);
    place.object = memory_.allocate(type, facts(type).size);
    place.high = facts(type).size;
    place.type = type;
    return place;
}

Place Evaluator::field_place(const Place& record, uint32_t field) {
    const program::Field& about = p_.types.fields_of(record.type)[field];
    const FieldPlace where = layout_.of(record.type).fields[field];
    Place place = record;
    place.offset = record.offset + where.offset;
    place.type = about.type;
    place.via_union |= p_.types.kind(record.type) == TypeKind::Union;
    if (where.bits != 0) {
        place.bit = record.offset * 8 + where.bit;
        place.bits = where.bits;
        place.record = record.type;
    } else {
        place.low = place.offset;
        place.high = place.offset + facts(about.type).size;
    }
    return place;
}

Place Evaluator::element_place(const Place& array, uint32_t index) {
    const program::Type& t = p_.types[array.type];
    const uint32_t size = facts(t.base).size;
    Place place = array;
    place.low = array.offset;
    place.high =
        t.kind == TypeKind::Vla ? memory_.object(array.object).size : array.offset + facts(array.type).size;
    place.offset = array.offset + index * size;
    place.type = t.base;
    return place;
}

Place Evaluator::lvalue_member(NodeId id, const Node& n) {
    const uint32_t field = n.slot[at::Member::field];
    const TypeId type = n.type;
    const Place record = lvalue(n.child(at::Member::object));
    here_ = id;
    Place place = field_place(record, field);
    if (facts(record.type).kind == TypeKind::Union) {
        const uint32_t high = record.offset + facts(record.type).size;
        if (place.bits != 0)
            union_steps_.push_back({record.object, record.offset, high, record.offset, record.offset});
        else
            union_steps_.push_back({record.object, record.offset, high, place.low, place.high});
    }
    place.type = type; // with the object's qualifiers
    return place;
}

Place Evaluator::lvalue_index(NodeId id, const Node& n, bool past_end_allowed) {
    const NodeId array = n.child(at::Index::array), subscript = n.child(at::Index::subscript);
    const TypeId element = n.type, array_type = node(array).type, subscript_type = node(subscript).type;
    const bool is_pointer = facts(array_type).kind == TypeKind::Pointer;
    std::optional<AccessLog::Listener> listener;
    if (has_effects(array) || has_effects(subscript)) listener.emplace(log_, memory_.next_serial());
    const uint32_t left = listener ? log_.open_piece() : 0;
    Value pointer;
    Place whole;
    if (is_pointer)
        pointer = eval(array);
    else
        whole = lvalue(array);
    const uint32_t right = listener ? log_.open_piece() : 0;
    const UInt128 index = integer(subscript);
    here_ = id;
    if (listener && log_.conflict(left, right, log_.end())) throw Undefined{Ub::Unsequenced};
    if (is_pointer) {
        if (pointer.pointer.is_null()) throw Undefined{Ub::NullDereference};
        const Pointer to = moved(pointer.pointer, array_type, index, facts(subscript_type).shape, false);
        if (past_end_allowed && to.offset == to.high) {
            return place_at(to, element);
        }
        return pointee(id, to, element);
    }
    const bool is_vector = facts(array_type).kind == TypeKind::Vector;
    const uint32_t count = facts(array_type).kind == TypeKind::Vla
                               ? memory_.object(whole.object).size / facts(element).size
                               : p_.types[array_type].count;
    const bool fits_in = index < count || (past_end_allowed && index == count && !is_vector);
    UInt128 position = index;
    if (!fits_in) {
        const bool known = facts(array_type).kind != TypeKind::Vla;
        position = repaired_subscript(id, index, count, known, is_vector ? Ub::VectorIndex : Ub::OutOfBounds);
    }
    Place place = element_place(whole, static_cast<uint32_t>(position));
    place.type = element;
    return place;
}

UInt128 Evaluator::repaired_subscript(NodeId id, UInt128 subscript, uint32_t count, bool count_known, Ub ub) {
    if (repairer_ == nullptr) throw Undefined{ub};
    const NodeId old = node(id).child(at::Index::subscript);
    const uint64_t runs = profile_[old.index].runs - 1;
    if (!repairer_->out_of_range(*repairable_, {id, subscript, count, count_known, runs}))
        throw Undefined{ub};
    make_room();
    std::vector<NodeId> path;
    prepare_node(id, path);
    const UInt128 position = around(node(id).child(at::Index::subscript), old, subscript);
    base::check(position < count, "a repaired subscript still lies outside");
    here_ = id;
    return position;
}

// The value of what a repair put around an expression whose value is known. Its nodes count as executed, as
// in note_rewritten.
UInt128 Evaluator::around(NodeId id, NodeId inner, UInt128 value) {
    if (id == inner) return value;
    const Node n = node(id);
    profile_[id.index].runs = 1;
    const IntShape shape = facts(n.type).shape;
    UInt128 made = 0;
    if (n.kind == NodeKind::IntConst) {
        made = n.bits();
    } else if (n.kind == NodeKind::Cast) {
        made = convert(around(n.child(at::Cast::operand), inner, value), shape);
    } else {
        base::check(n.kind == NodeKind::Binary, "a subscript is repaired by casts, constants and operators");
        const UInt128 left = convert(around(n.child(at::Binary::left), inner, value), shape);
        const UInt128 right = convert(around(n.child(at::Binary::right), inner, value), shape);
        const IntOutcome outcome = binary(n.binary(), left, right, shape, shape, shift_rule_);
        base::check(outcome.ok(), "a repaired subscript is undefined");
        made = outcome.bits;
    }
    profile_number(id, made);
    return made;
}

Place Evaluator::lvalue_literal(NodeId id, const Node& n) {
    const TypeId type = n.type;
    const NodeId init = n.child(at::CompoundLiteral::init);
    auto& literals = frames_.back().literals;
    ObjectRef object;
    // The same literal is the same object for as long as its block lives.
    for (const auto& [which, made] : literals)
        if (which == id && memory_.is_alive(made)) object = made;
    if (object.slot != 0) {
        memory_.forget(object);
        charge(facts(type).size);
    } else {
        charge(facts(type).size);
        object = memory_.allocate(type, facts(type).size);
        if ((p_.types.quals(type) & program::kConst) != 0) memory_.mark_shared(object);
        ++literals_made_;
        std::erase_if(literals, [&](const auto& entry) { return entry.first == id; });
        literals.emplace_back(id, object);
    }
    Place place;
    place.object = object;
    place.high = facts(type).size;
    place.type = type;
    initialise(place, init);
    here_ = id;
    return place;
}

Place Evaluator::pointee(NodeId id, const Pointer& pointer, TypeId type) {
    here_ = id;
    if (pointer.is_null()) throw Undefined{Ub::NullDereference};
    base::check(!pointer.is_function(), "a function pointer was dereferenced as an object");
    if (!memory_.is_alive(pointer.object)) throw Undefined{Ub::Dangling};
    const Object& object = memory_.object(pointer.object);
    const uint32_t size = facts(type).size;
    if (pointer.offset + size > pointer.high || pointer.offset < pointer.low)
        throw Undefined{Ub::OutOfBounds};
    const uint32_t align = layout_.align(type);
    if (align > object.align || pointer.offset % align != 0) throw Undefined{Ub::Misaligned};
    Place place = place_at(pointer, type);
    place.via_pointer = true;
    Memory::Found found;
    if (!memory_.has_type_at(object, pointer.offset, type, found)) throw Undefined{Ub::Aliasing};
    place.quals = found.quals;
    place.in_union = found.in_union;
    return place;
}

Pointer Evaluator::pointer_to(const Place& place) const {
    return {place.object, place.offset, place.low, place.high};
}

} // namespace assay::semantics
