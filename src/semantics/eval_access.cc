// Reading and writing places: the rules about qualifiers, attributes and order, and then the bytes.
#include "base/check.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

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

// An assignment's operands are [left, right) and [right, end) of the log; its own store waits for their
// values, not for their side effects.
void Evaluator::check_unsequenced(const Place& target, uint32_t left, uint32_t right) {
    if (log_.conflict(left, right, log_.end())) throw Undefined{Ub::Unsequenced};
    check_pending(target, left);
}

void Evaluator::check_pending(const Place& place, uint32_t from) {
    const BitRange bits = bits_of(place);
    if (log_.pending_write(from, memory_.object(place.object).serial, bits.first, bits.last))
        throw Undefined{Ub::Unsequenced};
}

// A value that is read from one object and stored in another that overlaps it: only if they are the same, by
// the same type.
void Evaluator::check_overlap(NodeId source, const Place& target) {
    const NodeKind kind = node(source).kind;
    if (loaded_.object != target.object || facts(target.type).kind > TypeKind::Pointer) return;
    if (kind != NodeKind::VarRef && kind != NodeKind::Member && kind != NodeKind::Index &&
        kind != NodeKind::Deref)
        return;
    const BitRange bits = bits_of(target);
    if (bits.first >= loaded_.bits.last || loaded_.bits.first >= bits.last) return;
    const bool same = bits.first == loaded_.bits.first && bits.last == loaded_.bits.last;
    if (!same || !p_.types.same_but_quals(loaded_.type, target.type)) throw Undefined{Ub::OverlappingCopy};
}

void Evaluator::check_read(const Place& place) {
    if (place.via_pointer && (place.quals & program::kVolatile) != 0 &&
        (p_.types.quals(place.type) & program::kVolatile) == 0)
        throw Undefined{Ub::VolatileAccess};
    note_read(memory_.object(place.object), place.object, bits_of(place), place.type);
}

void Evaluator::check_write(const Place& place) {
    const Object& o = memory_.object(place.object);
    const BitRange bits = bits_of(place);
    log_.note(o.serial, bits.first, bits.last, true);
    if (place.via_pointer) {
        if ((place.quals & program::kConst) != 0) throw Undefined{Ub::ConstWrite};
        if ((place.quals & program::kVolatile) != 0 && (p_.types.quals(place.type) & program::kVolatile) == 0)
            throw Undefined{Ub::VolatileAccess};
        if (place.in_union && !place.via_union && !memory_.keeps_stored_member(place))
            throw Undefined{Ub::UnionMember};
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
    if (lvalue.steps.size() == lvalue.first) return store(place, value);
    const auto unions = std::span(lvalue.steps).subspan(lvalue.first);
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
    else if (memory_.object(place.object).padding_has_values)
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
