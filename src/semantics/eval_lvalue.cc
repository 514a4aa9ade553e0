// Lvalues: which part of which object an expression names, and pointers to it.
#include "base/check.h"
#include "program/typing.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

namespace at = program::at;

Place Evaluator::lvalue(NodeId id, bool past_end_allowed) {
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
        base::check(value.kind == Value::Kind::Block, "the object of . or [] is neither an lvalue nor an aggregate");
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
    place.high = t.kind == TypeKind::Vla ? memory_.object(array.object).size : array.offset + facts(array.type).size;
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
    place.type = type; // with the object's qualifiers
    return place;
}

Place Evaluator::lvalue_index(NodeId id, const Node& n, bool past_end_allowed) {
    const NodeId array = n.child(at::Index::array), subscript = n.child(at::Index::subscript);
    const TypeId element = n.type, array_type = node(array).type, subscript_type = node(subscript).type;
    const bool is_pointer = facts(array_type).kind == TypeKind::Pointer;
    std::optional<AccessLog::Listener> listener;
    if (has_effects(array) || has_effects(subscript)) listener.emplace(log_, memory_.next_serial());
    const uint32_t left = log_.open_piece();
    Value pointer;
    Place whole;
    if (is_pointer)
        pointer = eval(array);
    else
        whole = lvalue(array);
    const uint32_t right = log_.open_piece();
    const Value index = eval(subscript);
    here_ = id;
    if (listener && log_.conflict(left, right, log_.end())) throw Undefined{Ub::Unsequenced};
    if (is_pointer) {
        const Pointer to = moved(pointer.pointer, array_type, index.bits, facts(subscript_type).shape, false);
        if (past_end_allowed && to.offset == to.high) {
            Place end;
            end.object = to.object;
            end.offset = to.offset;
            end.low = to.low;
            end.high = to.high;
            end.type = element;
            return end;
        }
        return pointee(id, to, element);
    }
    const bool is_vector = facts(array_type).kind == TypeKind::Vector;
    const uint32_t count = facts(array_type).kind == TypeKind::Vla
                               ? memory_.object(whole.object).size / facts(element).size
                               : p_.types[array_type].count;
    const bool fits_in = index.bits < count || (past_end_allowed && index.bits == count && !is_vector);
    if (!fits_in) throw Undefined{is_vector ? Ub::VectorIndex : Ub::OutOfBounds};
    Place place = element_place(whole, static_cast<uint32_t>(index.bits));
    place.type = element;
    return place;
}

Place Evaluator::lvalue_literal(NodeId id, const Node& n) {
    const TypeId type = n.type;
    const NodeId init = n.child(at::CompoundLiteral::init);
    auto& literals = frames_.back().literals;
    ObjectRef object;
    // The same literal is the same object for as long as its block lives.
    for (const auto& [which, made] : literals)
        if (which == id && memory_.is_alive(made)) object = made;
    if (object.slot == 0) {
        object = memory_.allocate(type, facts(type).size);
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
    if (pointer.offset + size > pointer.high || pointer.offset < pointer.low) throw Undefined{Ub::OutOfBounds};
    const uint32_t align = layout_.align(type);
    if (align > object.align || pointer.offset % align != 0) throw Undefined{Ub::Misaligned};
    Place place;
    place.object = pointer.object;
    place.offset = pointer.offset;
    place.low = pointer.low;
    place.high = pointer.high;
    place.via_pointer = true;
    place.type = type;
    if (!memory_.has_type_at(object, pointer.offset, type, place.quals)) throw Undefined{Ub::Aliasing};
    return place;
}

Pointer Evaluator::pointer_to(const Place& place) const { return {place.object, place.offset, place.low, place.high}; }

// A declaration's or compound literal's initialiser; what it does not name is zero.
void Evaluator::initialise(const Place& place, NodeId init) {
    if (node(init).kind != NodeKind::InitList) {
        const Value value = eval(init);
        here_ = init;
        const Value converted = convert_to(value, node(init).type, place.type);
        store(place, converted);
        return;
    }
    step(init);
    const Node n = node(init);
    const program::Type t = p_.types[place.type];
    const auto elements = p_.list(n, at::InitList::elements);
    const std::vector<NodeId> given(elements.begin(), elements.end());
    const bool any_effects = has_effects(init);
    std::optional<AccessLog::Listener> listener;
    if (any_effects) listener.emplace(log_, memory_.next_serial());
    std::vector<uint32_t> pieces;
    uint32_t next = 0;
    memory_.zero_part(place.object, place.type, place.offset, t.kind == TypeKind::Union ? n.op : 0);
    for (const NodeId element : given) {
        pieces.push_back(log_.open_piece());
        Place part;
        if (t.kind == TypeKind::Struct) {
            const auto fields = p_.types.fields_of(place.type);
            while (!fields[next].is_named()) ++next;
            part = field_place(place, next++);
        } else if (t.kind == TypeKind::Union) {
            part = field_place(place, n.op);
        } else {
            part = element_place(place, next++);
        }
        initialise(part, element);
    }
    here_ = init;
    if (!any_effects) return;
    pieces.push_back(log_.end());
    for (size_t i = 1; i + 1 < pieces.size(); ++i)
        if (log_.conflict(pieces[0], pieces[i], pieces[i + 1])) throw Undefined{Ub::Unsequenced};
}

} // namespace assay::semantics
