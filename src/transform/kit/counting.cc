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

void to_args(const Counting& c, std::vector<UInt128>& args) {
    for (const UInt128 arg : {static_cast<UInt128>(c.form), static_cast<UInt128>(c.kind), c.start, c.bound,
                              c.step, static_cast<UInt128>(c.compare), static_cast<UInt128>(c.advance),
                              static_cast<UInt128>(c.exit), c.where})
        args.push_back(arg);
}

std::optional<Counting> counting_of(const Program& p, const Step& step, size_t first) {
    const auto arg = [&](size_t i) { return step.args[first + i]; };
    if (arg(0) >= kLoopForms || !is_integer_of(p.platform, arg(1)) ||
        arg(1) == static_cast<UInt128>(TypeKind::Bool))
        return std::nullopt;
    if (arg(5) < static_cast<UInt128>(BinaryOp::Lt) || arg(5) >= program::kBinaryOpCount) return std::nullopt;
    if (arg(6) > static_cast<UInt128>(BinaryOp::Shr) || arg(7) > 2) return std::nullopt;
    Counting c;
    c.form = static_cast<LoopForm>(arg(0));
    c.kind = static_cast<TypeKind>(arg(1));
    c.start = arg(2), c.bound = arg(3), c.step = arg(4), c.where = arg(8);
    c.compare = static_cast<BinaryOp>(arg(5)), c.advance = static_cast<BinaryOp>(arg(6));
    c.exit = static_cast<LoopExit>(arg(7));
    if (c.exit == LoopExit::Continue && c.form != LoopForm::For) return std::nullopt;
    if (c.exit == LoopExit::Break && c.form == LoopForm::Goto) return std::nullopt;
    const IntShape wide = promoted_shape(p, c.kind);
    for (const UInt128 number : {c.start, c.bound, c.step, c.where})
        if (semantics::convert(number, wide) != number) return std::nullopt;
    return c;
}

} // namespace assay::transform
