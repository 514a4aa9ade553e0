#include "semantics/rewrite.h"

#include "base/check.h"

#include <algorithm>
#include <array>

namespace assay::semantics {
namespace {

using program::BinaryOp;
using program::UnaryOp;
using Kind = Rewrite::Kind;
using When = RewriteRow::When;

// Order matters within one op and ub: special cases first.
constexpr auto kRewriteRows = std::to_array<RewriteRow>({
    {"add-overflow", BinaryOp::Add, Ub::SignedOverflow, When::Always, Kind::UseBinary, BinaryOp::Sub},
    {"sub-overflow", BinaryOp::Sub, Ub::SignedOverflow, When::Always, Kind::UseBinary, BinaryOp::Add},
    {"mul-overflow-of-smallest", BinaryOp::Mul, Ub::SignedOverflow, When::SmallestByMinusOne, Kind::UseBinary,
     BinaryOp::Sub},
    {"mul-overflow", BinaryOp::Mul, Ub::SignedOverflow, When::Always, Kind::UseBinary, BinaryOp::Div},
    {"div-by-zero", BinaryOp::Div, Ub::DivideByZero, When::Always, Kind::UseBinary, BinaryOp::Mul},
    {"div-overflow", BinaryOp::Div, Ub::DivisionOverflow, When::Always, Kind::UseBinary, BinaryOp::Sub},
    {"rem-by-zero", BinaryOp::Rem, Ub::DivideByZero, When::Always, Kind::UseBinary, BinaryOp::Mul},
    {"rem-overflow", BinaryOp::Rem, Ub::DivisionOverflow, When::Always, Kind::UseBinary, BinaryOp::Sub},

    // A negative value that may not be shifted left has no good count: with a bad one, only a itself is left.
    {"shl-of-negative-by-negative", BinaryOp::Shl, Ub::ShiftNegative, When::LeftNegative, Kind::KeepLeft, {}},
    {"shl-by-smallest", BinaryOp::Shl, Ub::ShiftNegative, When::CountSmallest, Kind::KeepLeft, {}},
    {"shl-by-negative", BinaryOp::Shl, Ub::ShiftNegative, When::Always, Kind::CountPlus, {}},
    {"shl-of-negative-too-far", BinaryOp::Shl, Ub::ShiftTooFar, When::LeftNegative, Kind::KeepLeft, {}},
    {"shl-too-far", BinaryOp::Shl, Ub::ShiftTooFar, When::Always, Kind::CountMinus, {}},
    {"shl-overflow", BinaryOp::Shl, Ub::ShiftOverflow, When::Always, Kind::CountMinus, {}},
    {"shl-of-smallest", BinaryOp::Shl, Ub::ShiftOfNegative, When::LeftSmallest, Kind::KeepLeft, {}},
    {"shl-of-negative", BinaryOp::Shl, Ub::ShiftOfNegative, When::Always, Kind::LeftPlus, {}},

    {"shr-avoided-by-negative", BinaryOp::Shr, Ub::ShiftNegative, When::LeftNegative, Kind::KeepLeft, {}},
    {"shr-by-smallest", BinaryOp::Shr, Ub::ShiftNegative, When::CountSmallest, Kind::KeepLeft, {}},
    {"shr-by-negative", BinaryOp::Shr, Ub::ShiftNegative, When::Always, Kind::CountPlus, {}},
    {"shr-avoided-too-far", BinaryOp::Shr, Ub::ShiftTooFar, When::LeftNegative, Kind::KeepLeft, {}},
    {"shr-too-far", BinaryOp::Shr, Ub::ShiftTooFar, When::Always, Kind::CountMinus, {}},
    {"shr-avoided-of-smallest", BinaryOp::Shr, Ub::None, When::LeftSmallest, Kind::KeepRight, {}},
    {"shr-avoided-of-negative", BinaryOp::Shr, Ub::None, When::LeftNegative, Kind::LeftPlus, {}},
});

struct Operation {
    BinaryOp op;
    UInt128 a;
    UInt128 b;
    IntShape shape;
    IntShape count_shape;
    ShiftRule rule;
};

bool is_negative(UInt128 value, IntShape shape) { return shape.is_signed && static_cast<Int128>(value) < 0; }

bool holds(When when, const Operation& it, NegativeShr negative_shr) {
    const bool left_smallest = it.shape.is_signed && it.a == smallest(it.shape);
    switch (when) {
    case When::Always: return true;
    case When::SmallestByMinusOne: return left_smallest && it.b == ~UInt128{0};
    case When::CountSmallest: return it.b == smallest(it.count_shape);
    case When::LeftSmallest: return left_smallest;
    case When::LeftNegative:
        return is_negative(it.a, it.shape) &&
               (it.op == BinaryOp::Shl ? it.rule != ShiftRule::Cxx20 : negative_shr == NegativeShr::Avoided);
    }
    base::fail("an unknown condition of a rewrite");
}

// The largest count by which a can be shifted; a is not a value that cannot be shifted at all.
UInt128 largest_count(const Operation& it) {
    const int all = it.shape.width - 1;
    const bool bounded =
        it.op == BinaryOp::Shl && it.shape.is_signed && it.rule != ShiftRule::Cxx20 && it.a != 0;
    if (!bounded) return static_cast<UInt128>(all);
    const int usable = it.rule == ShiftRule::C ? all : it.shape.width;
    return static_cast<UInt128>(usable - bit_length(it.a));
}

ConstantRange constants_of(Kind kind, const Operation& it) {
    const UInt128 room = largest_count(it);
    switch (kind) {
    // The sum is a count from 0 to `room`, and the constant itself must fit the type of b.
    case Kind::CountPlus: return {-it.b, std::min(-it.b + room, largest(it.count_shape))};
    case Kind::CountMinus: return {it.b > room ? it.b - room : 0, it.b};
    case Kind::LeftPlus: {
        const UInt128 most = largest(it.shape);
        if (it.op == BinaryOp::Shr) return {most, most};
        // a + constant is a value from 0 to the largest that can be shifted by b.
        return {-it.a, std::min(-it.a + (most >> static_cast<int>(it.b)), most)};
    }
    case Kind::Impossible:
    case Kind::UseUnary:
    case Kind::UseBinary:
    case Kind::KeepLeft:
    case Kind::KeepRight: return {};
    }
    base::fail("an unknown kind of rewrite");
}

const RewriteRow* find_row(const Operation& it, NegativeShr negative_shr) {
    const Ub ub = binary(it.op, it.a, it.b, it.shape, it.count_shape, it.rule).ub;
    if (ub == Ub::None && (it.op != BinaryOp::Shr || negative_shr == NegativeShr::Arithmetic)) return nullptr;
    for (const RewriteRow& row : kRewriteRows)
        if (row.op == it.op && row.ub == ub && holds(row.when, it, negative_shr)) return &row;
    base::check(ub == Ub::None, "every undefined operation has a rewrite");
    return nullptr;
}

UInt128 pick(ConstantRange range, uint64_t entropy) {
    return range.first + entropy % (range.last - range.first + 1);
}

} // namespace

std::span<const RewriteRow> rewrite_rows() { return kRewriteRows; }

ConstantRange allowed_constants(const RewriteRow& row, UInt128 a, UInt128 b, IntShape shape,
                                IntShape count_shape, ShiftRule rule) {
    return constants_of(row.kind, {row.op, a, b, shape, count_shape, rule});
}

const RewriteRow* matching_row(BinaryOp op, UInt128 a, UInt128 b, IntShape shape, IntShape count_shape,
                               ShiftRule rule, NegativeShr negative_shr) {
    return find_row({op, a, b, shape, count_shape, rule}, negative_shr);
}

Rewrite rewrite_unary(UnaryOp op, UInt128 a, IntShape shape) {
    const bool safe = unary(op, a, shape).ok();
    return {.kind = Kind::UseUnary, .unary = safe ? op : UnaryOp::Plus};
}

Rewrite rewrite_binary(BinaryOp op, UInt128 a, UInt128 b, IntShape shape, IntShape count_shape,
                       ShiftRule rule, uint64_t entropy, NegativeShr negative_shr) {
    const RewriteRow* row = matching_row(op, a, b, shape, count_shape, rule, negative_shr);
    if (row == nullptr) return {.kind = Kind::UseBinary, .binary = op};
    const ConstantRange range = allowed_constants(*row, a, b, shape, count_shape, rule);
    return {.kind = row->kind, .binary = row->binary, .constant = pick(range, entropy)};
}

IntOutcome apply(const Rewrite& rewrite, BinaryOp op, UInt128 a, UInt128 b, IntShape shape,
                 IntShape count_shape, ShiftRule rule) {
    const auto with_changed = [&](BinaryOp change, UInt128 operand, IntShape operand_shape, bool left) {
        const IntOutcome changed =
            binary(change, operand, rewrite.constant, operand_shape, operand_shape, rule);
        if (!changed.ok()) return changed;
        return binary(op, left ? changed.bits : a, left ? b : changed.bits, shape, count_shape, rule);
    };
    switch (rewrite.kind) {
    case Kind::Impossible: return binary(op, a, b, shape, count_shape, rule);
    case Kind::UseUnary: return unary(rewrite.unary, a, shape);
    case Kind::UseBinary: return binary(rewrite.binary, a, b, shape, count_shape, rule);
    case Kind::CountPlus: return with_changed(BinaryOp::Add, b, count_shape, false);
    case Kind::CountMinus: return with_changed(BinaryOp::Sub, b, count_shape, false);
    case Kind::LeftPlus: return with_changed(BinaryOp::Add, a, shape, true);
    case Kind::KeepLeft: return {a, Ub::None};
    case Kind::KeepRight: return {convert(b, shape), Ub::None};
    }
    base::fail("an unknown kind of rewrite");
}

} // namespace assay::semantics
