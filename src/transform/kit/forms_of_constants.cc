#include "transform/kit/forms_of_constants.h"

#include "base/hash.h"

namespace assay::transform {

using program::UnaryOp;
using semantics::convert;
using semantics::IntShape;

namespace {

bool yields_unary(UnaryOp op, UInt128 a, UInt128 value, IntShape shape) {
    const semantics::IntOutcome outcome = semantics::unary(op, a, shape);
    return outcome.ok() && outcome.bits == value;
}

} // namespace

bool has_form(const Program& p, ConstantForm form, TypeId type, UInt128 value,
              std::array<UInt128, 2> numbers) {
    const IntShape shape = shape_of(p.types.kind(type), p.platform.target);
    const auto [a, b] = numbers;
    if (form != ConstantForm::Cast && (convert(a, shape) != a || convert(b, shape) != b)) return false;
    switch (form) {
    case ConstantForm::Minus: return b == 0 && yields_unary(UnaryOp::Minus, a, value, shape);
    case ConstantForm::BitNot: return b == 0 && yields_unary(UnaryOp::BitNot, a, value, shape);
    case ConstantForm::Not: return b == 0 && value == (a == 0);
    case ConstantForm::And: return value == (a != 0 && b != 0);
    case ConstantForm::Or: return value == (a != 0 || b != 0);
    case ConstantForm::First: return a != 0;
    case ConstantForm::Second: return a == 0;
    case ConstantForm::Cast: {
        if (b != 0 || !is_integer_of(p.platform, a)) return false;
        const IntShape other = shape_of(static_cast<TypeKind>(a), p.platform.target);
        return program::basic(static_cast<TypeKind>(a)) != type &&
               convert(convert(value, other), shape) == value;
    }
    case ConstantForm::Comma: return b == 0;
    }
    return false;
}

std::array<UInt128, 2> numbers_for(const Program& p, ConstantForm form, TypeId type, UInt128 value,
                                   uint64_t word) {
    const IntShape shape = shape_of(p.types.kind(type), p.platform.target);
    const UInt128 edge = edge_value(word, shape), other = edge_value(base::scramble(word), shape);
    const UInt128 not_zero = edge == 0 ? 1 : edge;
    switch (form) {
    case ConstantForm::Minus: return {canonical(-value, shape), 0};
    case ConstantForm::BitNot: return {canonical(~value, shape), 0};
    case ConstantForm::Not: return {value == 0 ? not_zero : 0, 0};
    case ConstantForm::And:
        if (value != 0) return {not_zero, other == 0 ? 1 : other};
        return (word & 1) != 0 ? std::array<UInt128, 2>{0, other} : std::array<UInt128, 2>{not_zero, 0};
    case ConstantForm::Or:
        if (value == 0) return {0, 0};
        return (word & 1) != 0 ? std::array<UInt128, 2>{not_zero, other}
                               : std::array<UInt128, 2>{0, not_zero};
    case ConstantForm::First: return {not_zero, other};
    case ConstantForm::Second: return {0, other};
    case ConstantForm::Cast: return {1 + word % 14, 0};
    case ConstantForm::Comma: return {edge, 0};
    }
    return {0, 0};
}

} // namespace assay::transform
