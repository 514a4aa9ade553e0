#include "transform/kit/counting.h"

#include "program/typing.h"
#include "transform/kit/inverse.h"
#include "transform/kit/objects.h"

namespace assay::transform {

using program::BinaryOp;
using semantics::IntShape;

namespace {

IntShape promoted_shape(const Program& p, TypeKind kind) {
    return shape_of(p.types.kind(program::promoted_type(p, program::basic(kind))), p.platform.target);
}

} // namespace

std::optional<std::vector<UInt128>> rounds_of(const Program& p, const Counting& c) {
    const IntShape own = shape_of(c.kind, p.platform.target), wide = promoted_shape(p, c.kind);
    const semantics::ShiftRule rule = shift_rule(p.platform.standard);
    std::vector<UInt128> values;
    UInt128 i = semantics::convert(c.start, own);
    bool first = c.form == LoopForm::Do;
    while (true) {
        const bool goes_on = semantics::binary(c.compare, i, c.bound, wide, wide, rule).bits != 0;
        if (!goes_on && !first) return values;
        first = false;
        if (values.size() == kMostRounds) return std::nullopt;
        values.push_back(i);
        if (c.exit == LoopExit::Break && i == c.where) return values;
        const semantics::IntOutcome next = semantics::binary(c.advance, i, c.step, wide, wide, rule);
        if (!next.ok()) return std::nullopt;
        i = semantics::convert(next.bits, own);
    }
}

bool is_counting(const Program& p, const Counting& c) {
    if (!is_integer_of(p.platform, c.kind) || c.kind == TypeKind::Bool) return false;
    if (!program::is_comparison(c.compare) || c.advance > BinaryOp::Shr) return false;
    if (c.exit == LoopExit::Continue && c.form != LoopForm::For) return false;
    if (c.exit == LoopExit::Break && c.form == LoopForm::Goto) return false;
    const IntShape wide = promoted_shape(p, c.kind);
    for (const UInt128 number : {c.start, c.bound, c.step, c.where})
        if (semantics::convert(number, wide) != number) return false;
    return true;
}

} // namespace assay::transform
