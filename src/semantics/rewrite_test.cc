// The rewrites on every pair of small operands: each undefined operation becomes defined by one step, each
// other one is left alone, and each row of the table is of use.
#include "semantics/rewrite.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace assay::semantics {
namespace {

using program::BinaryOp;
using program::UnaryOp;
using Kind = Rewrite::Kind;

constexpr ShiftRule kRules[] = {ShiftRule::C, ShiftRule::Cxx11, ShiftRule::Cxx20};
constexpr NegativeShr kNegativeShrs[] = {NegativeShr::Arithmetic, NegativeShr::Avoided};
constexpr uint64_t kEntropies[] = {0, 1, 2, 3, 5, 7, 11, 100, 0x123456789abcdef, ~uint64_t{0}};

struct Case {
    BinaryOp op;
    UInt128 a;
    UInt128 b;
    IntShape shape;
    IntShape count_shape;
    ShiftRule rule;
    NegativeShr negative_shr;

    IntOutcome raw() const { return binary(op, a, b, shape, count_shape, rule); }
    const RewriteRow* row() const { return matching_row(op, a, b, shape, count_shape, rule, negative_shr); }
    ConstantRange constants() const { return allowed_constants(*row(), a, b, shape, count_shape, rule); }
    Rewrite rewritten(uint64_t entropy) const {
        return rewrite_binary(op, a, b, shape, count_shape, rule, entropy, negative_shr);
    }
    IntOutcome after(const Rewrite& rewrite) const {
        return apply(rewrite, op, a, b, shape, count_shape, rule);
    }
    bool right_shifts_negative(UInt128 left) const {
        return op == BinaryOp::Shr && shape.is_signed && static_cast<Int128>(left) < 0;
    }
    std::string text() const {
        return base::to_text(static_cast<Int128>(a)) + " " + std::string(c_spelling(op)) + " " +
               base::to_text(static_cast<Int128>(b)) + " in " + (shape.is_signed ? "s" : "u") +
               std::to_string(shape.width) + ", count " + (count_shape.is_signed ? "s" : "u") +
               std::to_string(count_shape.width) + ", rule " + std::to_string(static_cast<int>(rule)) +
               ", negative >> " + std::to_string(static_cast<int>(negative_shr));
    }
};

std::vector<UInt128> values_of(IntShape shape) {
    std::vector<UInt128> values;
    for (UInt128 a = smallest(shape);; ++a) {
        values.push_back(a);
        if (a == largest(shape)) return values;
    }
}

template <typename Body>
void for_each_pair(BinaryOp op, IntShape shape, IntShape count_shape, const Body& body) {
    for (const UInt128 a : values_of(shape))
        for (const UInt128 b : values_of(program::is_shift(op) ? count_shape : shape))
            for (const ShiftRule rule : kRules)
                for (const NegativeShr negative_shr : kNegativeShrs)
                    body(Case{op, a, b, shape, count_shape, rule, negative_shr});
}

// Calls body with every case of 4 bits, and shifts with counts of other widths too: the constants of a row
// must fit a type that is much narrower or wider than the left operand's.
template <typename Body> void for_each_case(const Body& body) {
    for (int i = 0; i < program::kBinaryOpCount; ++i) {
        const auto op = static_cast<BinaryOp>(i);
        for (const bool is_signed : {false, true})
            for (const int count_width : {1, 2, 3, 4, 6})
                for (const bool count_signed : {false, true})
                    if (program::is_shift(op) || (count_width == 4 && count_signed == is_signed))
                        for_each_pair(op, {4, is_signed}, {static_cast<uint8_t>(count_width), count_signed},
                                      body);
    }
}

bool is_wanted(const Case& it) {
    return it.raw().ok() && !(it.negative_shr == NegativeShr::Avoided && it.right_shifts_negative(it.a));
}

TEST(Rewrite, EveryUndefinedOperationBecomesDefinedInOneStep) {
    int rewritten = 0;
    for_each_case([&](const Case& it) {
        if (is_wanted(it)) return;
        ++rewritten;
        for (const uint64_t entropy : kEntropies) {
            const Rewrite rewrite = it.rewritten(entropy);
            EXPECT_NE(rewrite.kind, Kind::Impossible) << it.text();
            const IntOutcome after = it.after(rewrite);
            EXPECT_TRUE(after.ok()) << it.text() << ": " << saved_name(after.ub);
            EXPECT_EQ(after.bits, canonical(after.bits, it.shape)) << it.text();
        }
    });
    EXPECT_GT(rewritten, 1000);
}

TEST(Rewrite, DefinedOperationsAreLeftAlone) {
    for_each_case([&](const Case& it) {
        if (!is_wanted(it)) return;
        EXPECT_EQ(it.row(), nullptr) << it.text();
        for (const uint64_t entropy : kEntropies) {
            const Rewrite rewrite = it.rewritten(entropy);
            EXPECT_EQ(rewrite.kind, Kind::UseBinary) << it.text();
            EXPECT_EQ(rewrite.binary, it.op) << it.text();
            EXPECT_EQ(it.after(rewrite).bits, it.raw().bits) << it.text();
        }
    });
}

// A row's interval holds every constant that does, and no other: neither a missed choice nor an undefined
// one. The rows with + start at the constant that gives zero, so that a left operand or count never stays
// negative.
TEST(Rewrite, TheConstantsOfARowAreAllThatWork) {
    for_each_case([&](const Case& it) {
        const RewriteRow* row = it.row();
        if (row == nullptr || row->op != BinaryOp::Shl) return;
        if (row->kind != Kind::CountPlus && row->kind != Kind::CountMinus) return;
        const ConstantRange range = it.constants();
        for (const UInt128 constant : values_of(it.count_shape)) {
            const bool allowed = range.first <= constant && constant <= range.last;
            const bool works = it.after({.kind = row->kind, .constant = constant}).ok();
            // b + a negative constant cannot help; b - a negative one only goes further away.
            EXPECT_EQ(allowed, works)
                << it.text() << " with " << base::to_text(static_cast<Int128>(constant));
        }
    });
}

TEST(Rewrite, EntropyReachesEveryConstant) {
    for_each_case([&](const Case& it) {
        const RewriteRow* row = it.row();
        if (row == nullptr) return;
        const ConstantRange range = it.constants();
        ASSERT_LE(range.first, range.last) << it.text();
        std::set<UInt128> seen;
        for (uint64_t entropy = 1000; entropy < 1064; ++entropy) seen.insert(it.rewritten(entropy).constant);
        EXPECT_EQ(*seen.begin(), range.first) << it.text();
        EXPECT_EQ(*seen.rbegin(), range.last) << it.text();
        EXPECT_EQ(seen.size(), range.last - range.first + 1) << it.text();
    });
}

TEST(Rewrite, AvoidedRightShiftsOfNegativesAreGone) {
    for_each_case([&](const Case& it) {
        if (it.negative_shr == NegativeShr::Arithmetic || !it.right_shifts_negative(it.a)) return;
        const Rewrite rewrite = it.rewritten(0);
        if (rewrite.kind == Kind::KeepLeft || rewrite.kind == Kind::KeepRight) return;
        ASSERT_EQ(rewrite.kind, Kind::LeftPlus) << it.text();
        EXPECT_FALSE(it.right_shifts_negative(canonical(it.a + rewrite.constant, it.shape))) << it.text();
    });
}

TEST(Rewrite, EveryRowIsUsed) {
    std::set<std::string_view> used;
    for_each_case([&](const Case& it) {
        if (const RewriteRow* row = it.row()) used.insert(row->name);
    });
    std::set<std::string_view> all;
    for (const RewriteRow& row : rewrite_rows()) EXPECT_TRUE(all.insert(row.name).second) << row.name;
    EXPECT_EQ(used, all);
}

TEST(Rewrite, ArithmeticRightShiftsAreTheDefault) {
    const Rewrite rewrite =
        rewrite_binary(BinaryOp::Shr, -UInt128{8}, 1, {32, true}, {32, true}, ShiftRule::C, 0);
    EXPECT_EQ(rewrite.kind, Kind::UseBinary);
    EXPECT_EQ(rewrite.binary, BinaryOp::Shr);
}

TEST(Rewrite, UnaryOperators) {
    for (const bool is_signed : {false, true}) {
        const IntShape shape{4, is_signed};
        for (const UInt128 a : values_of(shape))
            for (int i = 0; i < program::kUnaryOpCount; ++i) {
                const auto op = static_cast<UnaryOp>(i);
                const Rewrite rewrite = rewrite_unary(op, a, shape);
                const bool overflows = op == UnaryOp::Minus && is_signed && a == smallest(shape);
                ASSERT_EQ(rewrite.kind, Kind::UseUnary);
                EXPECT_EQ(rewrite.unary, overflows ? UnaryOp::Plus : op);
                EXPECT_TRUE(apply(rewrite, BinaryOp::Add, a, 0, shape, shape, ShiftRule::C).ok());
            }
    }
}

// Real widths at their limits, where a constant is most likely to leave its type.
TEST(Rewrite, LimitsOfRealWidths) {
    for (const uint8_t width : {uint8_t{32}, uint8_t{64}, uint8_t{128}})
        for (const uint8_t count_width : {uint8_t{32}, uint8_t{64}, uint8_t{128}})
            for (int i = 0; i < program::kBinaryOpCount; ++i) {
                const auto op = static_cast<BinaryOp>(i);
                const IntShape shape{width, true};
                const IntShape count_shape = program::is_shift(op) ? IntShape{count_width, true} : shape;
                const auto edges = [](IntShape of) {
                    const UInt128 low = smallest(of), high = largest(of);
                    return std::vector<UInt128>{low, low + 1,  low / 2,  -UInt128{2}, -UInt128{1}, 0,
                                                1,   2,        31,       32,          63,          64,
                                                127, high / 2, high - 1, high};
                };
                for (const UInt128 a : edges(shape))
                    for (const UInt128 b : edges(count_shape))
                        for (const ShiftRule rule : kRules)
                            for (const uint64_t entropy : kEntropies) {
                                const Case it{op,
                                              canonical(a, shape),
                                              canonical(b, count_shape),
                                              shape,
                                              count_shape,
                                              rule,
                                              NegativeShr::Arithmetic};
                                EXPECT_TRUE(it.after(it.rewritten(entropy)).ok()) << it.text();
                            }
            }
}

TEST(Rewrite, ImpossibleChangesNothing) {
    const IntShape shape{32, true};
    EXPECT_EQ(apply({}, BinaryOp::Div, 1, 0, shape, shape, ShiftRule::C).ub, Ub::DivideByZero);
    EXPECT_EQ(apply({}, BinaryOp::Div, 6, 3, shape, shape, ShiftRule::C).bits, 2u);
}

} // namespace
} // namespace assay::semantics
