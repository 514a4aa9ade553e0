// Every operator on every pair of small operands, against definitions in plain mathematical integers that
// share nothing with the kernel: no wrapping, no shifting, no masks.
#include "semantics/kernel.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace assay::semantics {
namespace {

using program::BinaryOp;
using program::UnaryOp;

struct Expected {
    int value = 0;
    Ub ub = Ub::None;
};

int two_to(int n) {
    int power = 1;
    while (n-- > 0) power *= 2;
    return power;
}

int lowest(IntShape shape) { return shape.is_signed ? -two_to(shape.width - 1) : 0; }
int highest(IntShape shape) {
    return shape.is_signed ? two_to(shape.width - 1) - 1 : two_to(shape.width) - 1;
}
bool representable(int value, IntShape shape) { return lowest(shape) <= value && value <= highest(shape); }

int wrapped(int value, IntShape shape) {
    while (value < lowest(shape)) value += two_to(shape.width);
    while (value > highest(shape)) value -= two_to(shape.width);
    return value;
}

int magnitude(int value) { return value < 0 ? -value : value; }

int quotient_toward_zero(int a, int b) {
    int q = 0;
    while ((q + 1) * magnitude(b) <= magnitude(a)) ++q;
    return (a < 0) == (b < 0) ? q : -q;
}

int floor_of_half(int value) {
    int half = -1000;
    while (2 * (half + 1) <= value) ++half;
    return half;
}

// The bit of value 2^place in the two's complement of any width that holds the value.
bool bit(int value, int place) {
    while (place-- > 0) value = floor_of_half(value);
    return value - 2 * floor_of_half(value) == 1;
}

template <typename Combine> int bitwise(int a, int b, IntShape shape, Combine combine) {
    int sum = 0;
    for (int place = 0; place < shape.width; ++place)
        if (combine(bit(a, place), bit(b, place))) sum += two_to(place);
    return wrapped(sum, shape);
}

Expected in_range(int value, IntShape shape) {
    if (!shape.is_signed) return {wrapped(value, shape)};
    return representable(value, shape) ? Expected{value} : Expected{0, Ub::SignedOverflow};
}

Expected expected_division(BinaryOp op, int a, int b, IntShape shape) {
    if (b == 0) return {0, Ub::DivideByZero};
    const int q = quotient_toward_zero(a, b);
    if (!representable(q, shape)) return {0, Ub::DivisionOverflow};
    return {op == BinaryOp::Div ? q : a - q * b};
}

Expected expected_shift(BinaryOp op, int a, int count, IntShape shape, ShiftRule rule) {
    if (count < 0) return {0, Ub::ShiftNegative};
    if (count >= shape.width) return {0, Ub::ShiftTooFar};
    if (op == BinaryOp::Shr) {
        while (count-- > 0) a = floor_of_half(a);
        return {a};
    }
    const int product = a * two_to(count);
    if (shape.is_signed && rule != ShiftRule::Cxx20) {
        if (a < 0) return {0, Ub::ShiftOfNegative};
        const int limit = rule == ShiftRule::C ? highest(shape) : two_to(shape.width) - 1;
        if (product > limit) return {0, Ub::ShiftOverflow};
    }
    return {wrapped(product, shape)};
}

Expected expected_binary(BinaryOp op, int a, int b, IntShape shape, ShiftRule rule) {
    switch (op) {
    case BinaryOp::Add: return in_range(a + b, shape);
    case BinaryOp::Sub: return in_range(a - b, shape);
    case BinaryOp::Mul: return in_range(a * b, shape);
    case BinaryOp::Div:
    case BinaryOp::Rem: return expected_division(op, a, b, shape);
    case BinaryOp::Shl:
    case BinaryOp::Shr: return expected_shift(op, a, b, shape, rule);
    case BinaryOp::And: return {bitwise(a, b, shape, [](bool x, bool y) { return x && y; })};
    case BinaryOp::Or: return {bitwise(a, b, shape, [](bool x, bool y) { return x || y; })};
    case BinaryOp::Xor: return {bitwise(a, b, shape, [](bool x, bool y) { return x != y; })};
    case BinaryOp::Lt: return {a < b};
    case BinaryOp::Le: return {a <= b};
    case BinaryOp::Gt: return {a > b};
    case BinaryOp::Ge: return {a >= b};
    case BinaryOp::Eq: return {a == b};
    case BinaryOp::Ne: return {a != b};
    }
    return {};
}

UInt128 word(int value) { return static_cast<UInt128>(Int128{value}); }

std::string text(IntShape shape) {
    return (shape.is_bool ? "bool" : shape.is_signed ? "signed " : "unsigned ") + std::to_string(shape.width);
}

void expect_same(const IntOutcome& got, Expected expected, const std::string& what) {
    ASSERT_EQ(saved_name(got.ub), saved_name(expected.ub)) << what;
    if (!got.ok()) return;
    ASSERT_EQ(base::to_text(static_cast<Int128>(got.bits)), std::to_string(expected.value)) << what;
}

constexpr ShiftRule kRules[] = {ShiftRule::C, ShiftRule::Cxx11, ShiftRule::Cxx20};

// Calls body(a) for each value of the shape.
template <typename Body> void for_each_value(IntShape shape, Body body) {
    for (int a = lowest(shape); a <= highest(shape); ++a) body(a);
}

class SmallWidth : public testing::TestWithParam<int> {
  protected:
    IntShape shape(bool is_signed) const { return {static_cast<uint8_t>(GetParam()), is_signed}; }
};

void check_binary(BinaryOp op, IntShape shape, IntShape count_shape, ShiftRule rule, std::set<Ub>& seen) {
    const IntShape right = program::is_shift(op) ? count_shape : shape;
    for_each_value(shape, [&](int a) {
        for_each_value(right, [&](int b) {
            const Expected expected = expected_binary(op, a, b, shape, rule);
            const IntOutcome got = binary(op, word(a), word(b), shape, count_shape, rule);
            seen.insert(got.ub);
            // The text is made for failures alone.
            if (got.ub != expected.ub || (got.ok() && got.bits != word(expected.value)))
                expect_same(got, expected,
                            std::to_string(a) + " " + std::string(c_spelling(op)) + " " + std::to_string(b) +
                                " in " + text(shape) + ", count " + text(count_shape) + ", rule " +
                                std::to_string(static_cast<int>(rule)));
        });
    });
}

TEST_P(SmallWidth, ArithmeticBitwiseAndComparisons) {
    std::set<Ub> seen;
    for (int op = 0; op < program::kBinaryOpCount; ++op)
        for (const bool is_signed : {false, true})
            if (!program::is_shift(static_cast<BinaryOp>(op)))
                check_binary(static_cast<BinaryOp>(op), shape(is_signed), shape(is_signed), ShiftRule::C,
                             seen);
    EXPECT_EQ(seen, (std::set{Ub::None, Ub::SignedOverflow, Ub::DivideByZero, Ub::DivisionOverflow}));
}

TEST_P(SmallWidth, ShiftsUnderEveryRuleWithCountsOfEveryShape) {
    for (const ShiftRule rule : kRules) {
        std::set<Ub> seen;
        for (const BinaryOp op : {BinaryOp::Shl, BinaryOp::Shr})
            for (const bool is_signed : {false, true})
                for (const int count_width : {1, 2, 3, 4, 5, 7})
                    for (const bool count_signed : {false, true})
                        check_binary(op, shape(is_signed), {static_cast<uint8_t>(count_width), count_signed},
                                     rule, seen);
        std::set expected{Ub::None, Ub::ShiftNegative, Ub::ShiftTooFar};
        if (rule != ShiftRule::Cxx20) expected.insert(Ub::ShiftOfNegative);
        // In fewer bits than these, the only value with room to move does not overflow.
        if (rule == ShiftRule::C && GetParam() >= 2) expected.insert(Ub::ShiftOverflow);
        if (rule == ShiftRule::Cxx11 && GetParam() >= 3) expected.insert(Ub::ShiftOverflow);
        EXPECT_EQ(seen, expected) << static_cast<int>(rule);
    }
}

TEST_P(SmallWidth, UnaryOperators) {
    for (const bool is_signed : {false, true}) {
        const IntShape operand = shape(is_signed);
        for_each_value(operand, [&](int a) {
            const std::string what = std::to_string(a) + " in " + text(operand);
            expect_same(unary(UnaryOp::Plus, word(a), operand), {a}, "+ " + what);
            expect_same(unary(UnaryOp::Minus, word(a), operand), in_range(-a, operand), "- " + what);
            expect_same(unary(UnaryOp::BitNot, word(a), operand), {wrapped(-a - 1, operand)}, "~ " + what);
            expect_same(unary(UnaryOp::Not, word(a), operand), {a == 0}, "! " + what);
        });
    }
}

INSTANTIATE_TEST_SUITE_P(Kernel, SmallWidth, testing::Values(1, 2, 3, 4, 5, 6));

std::vector<IntShape> shapes_up_to_six_bits() {
    std::vector<IntShape> shapes{{1, false, true}, {8, false, true}};
    for (uint8_t width = 1; width <= 6; ++width)
        for (const bool is_signed : {false, true}) shapes.push_back({width, is_signed});
    return shapes;
}

std::vector<int> values_of(IntShape shape) {
    if (shape.is_bool) return {0, 1};
    std::vector<int> values;
    for_each_value(shape, [&](int a) { values.push_back(a); });
    return values;
}

TEST(KernelConversion, BetweenAllSmallShapes) {
    for (const IntShape from : shapes_up_to_six_bits())
        for (const IntShape to : shapes_up_to_six_bits())
            for (const int a : values_of(from)) {
                const int expected = to.is_bool ? a != 0 : wrapped(a, to);
                EXPECT_EQ(base::to_text(static_cast<Int128>(convert(word(a), to))), std::to_string(expected))
                    << a << " from " << text(from) << " to " << text(to);
                const bool representable_in_to = to.is_bool ? a == 0 || a == 1 : representable(a, to);
                EXPECT_EQ(fits(word(a), from.is_signed, to), representable_in_to)
                    << a << " from " << text(from) << " in " << text(to);
            }
}

TEST(KernelConversion, CanonicalOfAnyBits) {
    for (const IntShape shape : shapes_up_to_six_bits())
        for (int bits = -200; bits <= 200; ++bits)
            EXPECT_EQ(canonical(word(bits), shape), word(wrapped(bits, shape)))
                << bits << " in " << text(shape);
}

TEST(KernelConversion, Order) {
    for (const bool is_signed : {false, true}) {
        const IntShape shape{4, is_signed};
        for (const int a : values_of(shape))
            for (const int b : values_of(shape))
                EXPECT_EQ(less(word(a), word(b), shape), a < b) << a << " " << b;
    }
}

// The limits follow from each other, width by width, up to 128 where no wider type can tell them.
TEST(KernelConversion, LimitsOfEveryWidth) {
    EXPECT_EQ(largest({1, false}), 1u);
    EXPECT_EQ(largest({1, true}), 0u);
    EXPECT_EQ(largest({8, false, true}), 1u);
    for (uint8_t width = 2; width <= 128; ++width) {
        const auto narrower = static_cast<uint8_t>(width - 1);
        const IntShape plain{width, false}, with_sign{width, true};
        EXPECT_EQ(largest(with_sign), largest({narrower, false})) << int{width};
        EXPECT_EQ(largest(plain), 2 * largest({narrower, false}) + 1) << int{width};
        EXPECT_EQ(smallest(plain), 0u) << int{width};
        EXPECT_EQ(smallest(with_sign), -largest(with_sign) - 1) << int{width};
        for (const IntShape shape : {plain, with_sign})
            for (const UInt128 limit : {smallest(shape), largest(shape)}) {
                EXPECT_EQ(canonical(limit, shape), limit) << int{width};
                EXPECT_TRUE(fits(limit, shape.is_signed, shape)) << int{width};
                EXPECT_FALSE(fits(limit, shape.is_signed, {narrower, shape.is_signed}) && limit != 0)
                    << int{width};
            }
        // One step beyond a limit comes back at the other.
        EXPECT_EQ(canonical(largest(with_sign) + 1, with_sign), smallest(with_sign)) << int{width};
        EXPECT_EQ(canonical(smallest(with_sign) - 1, with_sign), largest(with_sign)) << int{width};
        EXPECT_EQ(canonical(largest(plain) + 1, plain), 0u) << int{width};
    }
}

} // namespace
} // namespace assay::semantics
