#include "transform/kit/inverse.h"

#include "base/hash.h"

#include <gtest/gtest.h>

#include <set>

namespace assay::transform {
namespace {

using base::UInt128;
using program::BinaryOp;
using semantics::canonical;
using semantics::IntShape;
using semantics::ShiftRule;

constexpr IntShape kCount{32, true, false};

BinaryOp op_of(int i) { return static_cast<BinaryOp>(i); }

// At four bits every pair of operands can be tried, so it is known which values an operator can yield.
std::set<UInt128> reachable(BinaryOp op, IntShape shape, ShiftRule rule) {
    std::set<UInt128> found;
    for (unsigned a = 0; a < 16; ++a)
        for (unsigned b = 0; b < 16; ++b) {
            const UInt128 right = is_shift(op) ? UInt128{b} : canonical(b, shape);
            const auto outcome = semantics::binary(op, canonical(a, shape), right, shape, kCount, rule);
            if (outcome.ok()) found.insert(outcome.bits);
        }
    return found;
}

TEST(Inverse, FindsOperandsExactlyIfThereAreSome) {
    for (const bool is_signed : {false, true})
        for (const ShiftRule rule : {ShiftRule::C, ShiftRule::Cxx11, ShiftRule::Cxx20})
            for (int i = 0; i < program::kBinaryOpCount; ++i) {
                const IntShape shape{4, is_signed, false};
                const std::set<UInt128> possible = reachable(op_of(i), shape, rule);
                for (unsigned bits = 0; bits < 16; ++bits)
                    for (uint64_t word = 0; word < 40; ++word) {
                        const UInt128 wanted =
                            is_comparison(op_of(i)) ? UInt128{bits & 1} : canonical(bits, shape);
                        const auto found = operands_for(op_of(i), wanted, shape, rule, word);
                        ASSERT_EQ(found.has_value(), possible.contains(wanted))
                            << c_spelling(op_of(i)) << " for " << bits
                            << (is_signed ? " signed" : " unsigned");
                        ASSERT_TRUE(!found || yields(op_of(i), *found, wanted, shape, rule));
                    }
            }
}

TEST(Inverse, YieldsTheWantedValueAtEveryWidth) {
    for (const int width : {8, 16, 32, 64, 128})
        for (const bool is_signed : {false, true})
            for (int i = 0; i < program::kBinaryOpCount; ++i) {
                const IntShape shape{static_cast<uint8_t>(width), is_signed, false};
                int found_count = 0;
                for (uint64_t word = 0; word < 500; ++word) {
                    const UInt128 edge = edge_value(base::scramble(word), shape);
                    const UInt128 wanted = is_comparison(op_of(i)) ? edge & 1 : edge;
                    const auto found = operands_for(op_of(i), wanted, shape, ShiftRule::C, word);
                    if (!found) continue;
                    ++found_count;
                    const auto outcome =
                        semantics::binary(op_of(i), found->left, found->right, shape, kCount, ShiftRule::C);
                    ASSERT_TRUE(outcome.ok());
                    ASSERT_EQ(outcome.bits, wanted);
                }
                EXPECT_GT(found_count, 150) << c_spelling(op_of(i)) << " at " << width;
            }
}

TEST(Inverse, TheWordChoosesAmongManyOperands) {
    for (int i = 0; i < program::kBinaryOpCount; ++i) {
        std::set<std::pair<UInt128, UInt128>> seen;
        const UInt128 wanted = is_comparison(op_of(i)) ? 1 : 720;
        for (uint64_t word = 0; word < 300; ++word) {
            const auto found = operands_for(op_of(i), wanted, IntShape{}, ShiftRule::C, word);
            ASSERT_TRUE(found);
            seen.emplace(found->left, found->right);
        }
        EXPECT_GE(seen.size(), op_of(i) == BinaryOp::Shl ? 5u : 15u) << c_spelling(op_of(i));
    }
}

TEST(Inverse, OffersTheEdgesOfTheType) {
    std::set<UInt128> seen;
    for (uint64_t word = 0; word < 400; ++word) seen.insert(edge_value(base::scramble(word), IntShape{}));
    for (const UInt128 edge :
         {smallest(IntShape{}), largest(IntShape{}), UInt128{0}, UInt128{1}, ~UInt128{0}})
        EXPECT_TRUE(seen.contains(edge));
}

TEST(Inverse, RefusesOperandsThatAreNotOfTheShape) {
    EXPECT_TRUE(yields(BinaryOp::Add, {3, 4}, 7, IntShape{}, ShiftRule::C));
    EXPECT_FALSE(yields(BinaryOp::Add, {3, 4}, 8, IntShape{}, ShiftRule::C));
    EXPECT_FALSE(yields(BinaryOp::And, {UInt128{1} << 40 | 3, 7}, 3, IntShape{}, ShiftRule::C));
    EXPECT_FALSE(yields(BinaryOp::Div, {3, 0}, 0, IntShape{}, ShiftRule::C));
}

TEST(Inverse, FindsTheOperandBesideAGivenOne) {
    for (const int width : {8, 16, 32, 64, 128})
        for (const bool is_signed : {false, true})
            for (int i = 0; i < program::kBinaryOpCount; ++i) {
                const IntShape shape{static_cast<uint8_t>(width), is_signed, false};
                int found_count = 0;
                for (uint64_t word = 0; word < 1000; ++word) {
                    const bool left = (word & 1) != 0;
                    const UInt128 edge = edge_value(base::scramble(word), shape);
                    const UInt128 wanted = is_comparison(op_of(i)) ? UInt128{word / 2 & 1} : edge;
                    UInt128 given = edge_value(base::scramble(word + 77777), shape);
                    if (is_shift(op_of(i)) && !left) given = word % static_cast<uint64_t>(width);
                    const auto found =
                        operands_beside(op_of(i), given, left, wanted, shape, ShiftRule::C, word);
                    if (!found) continue;
                    ++found_count;
                    ASSERT_EQ(left ? found->left : found->right, given);
                    ASSERT_TRUE(yields(op_of(i), *found, wanted, shape, ShiftRule::C));
                }
                EXPECT_GT(found_count, 20) << c_spelling(op_of(i)) << " at " << width;
            }
}

} // namespace
} // namespace assay::transform
