// Vectors: lane by lane, by the same kernel, without promotion. Operands are places; results are new
// temporaries.
#include "semantics/evaluator.h"

namespace assay::semantics {

Value Evaluator::lane(const Value& value, TypeId type, uint32_t index) {
    if (value.kind != Value::Kind::Block) return value; // a scalar stands for every lane
    const Place place = element_place(block_place(value, type), index);
    return facts(place.type).kind == TypeKind::Float || facts(place.type).kind == TypeKind::Double
               ? Value::floating(memory_.load_float(place))
               : Value::integer(memory_.load_int(place));
}

Value Evaluator::vector_binary(NodeId id, BinaryOp op, const Value& left, TypeId lt, const Value& right,
                               TypeId rt, TypeId to) {
    const TypeId operand = left.kind == Value::Kind::Block ? lt : rt;
    const TypeFacts& element = facts(p_.types[operand].base);
    const Place result = temporary(to);
    for (uint32_t i = 0; i < p_.types[operand].count; ++i) {
        const Value a = lane(left, lt, i), b = lane(right, rt, i);
        const Place target = element_place(result, i);
        if (is_floating(element.kind)) {
            if (is_comparison(op)) {
                const bool holds = float_compare(op, a.real, b.real);
                memory_.store_int(target, holds ? ~UInt128{0} : 0);
                continue;
            }
            const FloatShape shape = element.kind == TypeKind::Float ? FloatShape::Float : FloatShape::Double;
            const FloatOutcome outcome = float_binary(op, a.real, b.real, shape);
            if (!outcome.ok()) throw Undefined{outcome.ub};
            memory_.store_float(target, outcome.value);
            continue;
        }
        const IntOutcome outcome = binary(op, a.bits, b.bits, element.shape, element.shape, shift_rule_);
        here_ = id;
        if (!outcome.ok()) throw Undefined{outcome.ub};
        memory_.store_int(target, is_comparison(op) && outcome.bits != 0 ? ~UInt128{0} : outcome.bits);
    }
    return Value::address(pointer_to(result), Value::Kind::Block);
}

Value Evaluator::vector_unary(NodeId id, program::UnaryOp op, const Value& operand, TypeId type) {
    const TypeFacts& element = facts(p_.types[type].base);
    const Place result = temporary(type);
    for (uint32_t i = 0; i < p_.types[type].count; ++i) {
        const Value a = lane(operand, type, i);
        const Place target = element_place(result, i);
        here_ = id;
        if (is_floating(element.kind)) {
            const FloatOutcome outcome = float_unary(op, a.real);
            if (!outcome.ok()) throw Undefined{outcome.ub};
            memory_.store_float(target, outcome.value);
            continue;
        }
        const IntOutcome outcome = unary(op, a.bits, element.shape);
        if (!outcome.ok()) throw Undefined{outcome.ub};
        memory_.store_int(target, outcome.bits);
    }
    return Value::address(pointer_to(result), Value::Kind::Block);
}

Value Evaluator::vector_convert(const Value& operand, TypeId from, TypeId to) {
    const Place result = temporary(to);
    const TypeId from_element = p_.types[from].base, to_element = p_.types[to].base;
    for (uint32_t i = 0; i < p_.types[to].count; ++i) {
        const Value converted = convert_to(lane(operand, from, i), from_element, to_element);
        if (converted.kind == Value::Kind::Float)
            memory_.store_float(element_place(result, i), converted.real);
        else
            memory_.store_int(element_place(result, i), converted.bits);
    }
    return Value::address(pointer_to(result), Value::Kind::Block);
}

} // namespace assay::semantics
