// Proofs with Z3 that each row of the table removes the undefined behaviour it is for, for all operands of
// 32, 64 and 128 bits and every constant that the row allows. The formulas are written in wide bit-vectors,
// where nothing wraps, and are tied to the kernel and to the table's code by evaluating them on concrete
// operands.
#include "semantics/rewrite.h"

#include <gtest/gtest.h>
#include <z3++.h>

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::semantics {
namespace {

using program::BinaryOp;
using Kind = Rewrite::Kind;
using When = RewriteRow::When;
using z3::expr;

constexpr Ub kArithmeticUbs[] = {Ub::SignedOverflow, Ub::DivideByZero, Ub::DivisionOverflow,
                                 Ub::ShiftNegative,  Ub::ShiftTooFar,  Ub::ShiftOfNegative,
                                 Ub::ShiftOverflow};

struct Setting {
    IntShape shape;
    IntShape count_shape;
    ShiftRule rule = ShiftRule::C;
    NegativeShr negative_shr = NegativeShr::Arithmetic;

    std::string text() const {
        const auto name = [](IntShape it) { return (it.is_signed ? "s" : "u") + std::to_string(it.width); };
        return name(shape) + " count " + name(count_shape) + " rule " +
               std::to_string(static_cast<int>(rule)) +
               (negative_shr == NegativeShr::Avoided ? " avoided" : "");
    }
    bool strict_shl() const { return shape.is_signed && rule != ShiftRule::Cxx20; }
};

expr number(z3::context& z3, UInt128 value, unsigned width) {
    const expr high = z3.bv_val(static_cast<uint64_t>(value >> 64), 64);
    const expr low = z3.bv_val(static_cast<uint64_t>(value), 64);
    return z3::concat(high, low).extract(width - 1, 0);
}

bool has_constant(const RewriteRow& row) {
    return row.kind == Kind::CountPlus || row.kind == Kind::CountMinus || row.kind == Kind::LeftPlus;
}

// Formulas over operands that are bit-vectors of their shape's width.
class Formulas {
  public:
    Formulas(z3::context& z3, Setting setting) : z3_(z3), it_(setting) {}

    expr ub_is(Ub kind, BinaryOp op, const expr& a, const expr& b) const {
        if (program::is_shift(op)) return shift_ub_is(kind, op, a, b);
        const bool divides = op == BinaryOp::Div || op == BinaryOp::Rem;
        expr by_zero = yes(divides) && b == 0;
        const expr overflow = yes(it_.shape.is_signed) && overflows(op, a, b);
        if (kind == Ub::DivideByZero) return by_zero;
        if (kind == Ub::DivisionOverflow) return yes(divides) && overflow;
        if (kind == Ub::SignedOverflow) return yes(!divides) && overflow;
        return yes(kind == Ub::None) && !by_zero && !overflow;
    }

    expr holds(When when, BinaryOp op, const expr& a, const expr& b) const {
        expr smallest_a = yes(it_.shape.is_signed) && a == constant(smallest(it_.shape), it_.shape);
        switch (when) {
        case When::Always: return yes(true);
        case When::SmallestByMinusOne: return smallest_a && b == -1;
        case When::CountSmallest: return b == constant(smallest(it_.count_shape), it_.count_shape);
        case When::LeftSmallest: return smallest_a;
        case When::LeftNegative: return negative(a, it_.shape) && yes(unwanted_negative(op));
        }
        return yes(false);
    }

    // Is it this row of the table that the operands lead to?
    expr reaches(const RewriteRow& row, std::span<const RewriteRow> table, const expr& a,
                 const expr& b) const {
        expr result = ub_is(row.ub, row.op, a, b) && holds(row.when, row.op, a, b);
        for (const RewriteRow& earlier : table) {
            if (earlier.name == row.name) break;
            if (earlier.op == row.op && earlier.ub == row.ub)
                result = result && !holds(earlier.when, earlier.op, a, b);
        }
        return result;
    }

    // Is k among the constants of the row? In the words of the table: the count ends in [0, room], or the
    // left operand in [0, what can be shifted by b].
    expr allows(const RewriteRow& row, const expr& a, const expr& b, const expr& k, int extra_room) const {
        if (row.kind == Kind::LeftPlus) {
            const expr most = constant(largest(it_.shape), it_.shape);
            if (row.op == BinaryOp::Shr) return k == most;
            const expr left = wide(a, it_.shape) + wide(k, it_.shape);
            return left >= 0 && left <= wide(z3::lshr(most, resized(b, it_.shape.width)), it_.shape);
        }
        const expr delta = wide(k, it_.count_shape), count = wide(b, it_.count_shape);
        const expr sum = row.kind == Kind::CountPlus ? count + delta : count - delta;
        return sum >= 0 && sum <= room(row.op, a, sum.get_sort().bv_size()) + extra_room;
    }

    // Every way in which the operation can still be undefined (or unwanted) after the rewrite. One proof for
    // each is much easier than one for all: Z3 then solves the equations in it first.
    std::vector<expr> ways_to_fail(const RewriteRow& row, const expr& a, const expr& b, const expr& k) const {
        switch (row.kind) {
        case Kind::UseBinary: return problems(row.binary, a, b, yes(false));
        case Kind::CountPlus: return problems(row.op, a, b + k, sum_overflows(b, k, true, it_.count_shape));
        case Kind::CountMinus: return problems(row.op, a, b - k, sum_overflows(b, k, false, it_.count_shape));
        case Kind::LeftPlus: return problems(row.op, a + k, b, sum_overflows(a, k, true, it_.shape));
        case Kind::KeepLeft:
        case Kind::KeepRight: return {}; // a value that is there already
        case Kind::Impossible:
        case Kind::UseUnary: break;
        }
        return {yes(true)};
    }

    // A constant that the row should allow whenever it applies, so that there always is one.
    expr witness(const RewriteRow& row, const expr& a, const expr& b) const {
        if (row.kind == Kind::LeftPlus)
            return row.op == BinaryOp::Shr ? constant(largest(it_.shape), it_.shape) : -a;
        return row.kind == Kind::CountPlus ? -b : b;
    }

    expr symbol(const char* name, IntShape shape) const { return z3_.bv_const(name, shape.width); }
    expr constant(UInt128 value, IntShape shape) const { return number(z3_, value, shape.width); }
    IntShape right_shape(BinaryOp op) const { return program::is_shift(op) ? it_.count_shape : it_.shape; }
    IntShape constant_shape(Kind kind) const { return kind == Kind::LeftPlus ? it_.shape : it_.count_shape; }

  private:
    expr yes(bool value) const { return z3_.bool_val(value); }
    expr negative(const expr& x, IntShape shape) const { return shape.is_signed ? x < 0 : yes(false); }
    expr wide(const expr& x, IntShape shape) const { // room for sums, as a signed number
        return shape.is_signed ? z3::sext(x, 16) : z3::zext(x, 16);
    }
    expr resized(const expr& x, unsigned width) const { // x is not negative and fits
        const unsigned own = x.get_sort().bv_size();
        return own < width ? z3::zext(x, width - own) : x.extract(width - 1, 0);
    }
    bool unwanted_negative(BinaryOp op) const {
        return op == BinaryOp::Shl ? it_.strict_shl() : it_.negative_shr == NegativeShr::Avoided;
    }

    expr overflows(BinaryOp op, const expr& a, const expr& b) const { // of signed operands
        if (op == BinaryOp::Add) return sum_overflows(a, b, true, it_.shape);
        if (op == BinaryOp::Sub) return sum_overflows(a, b, false, it_.shape);
        if (op == BinaryOp::Mul) {
            const unsigned width = it_.shape.width;
            const expr product = z3::sext(a, width) * z3::sext(b, width);
            return z3::sext(product.extract(width - 1, 0), width) != product;
        }
        if (op != BinaryOp::Div && op != BinaryOp::Rem) return yes(false);
        return a == constant(smallest(it_.shape), it_.shape) && b == -1;
    }
    expr sum_overflows(const expr& x, const expr& k, bool plus, IntShape shape) const {
        if (!shape.is_signed) return yes(false);
        const expr sum = plus ? wide(x, shape) + wide(k, shape) : wide(x, shape) - wide(k, shape);
        return z3::sext(sum.extract(shape.width - 1u, 0), 16) != sum;
    }

    expr shift_ub_is(Ub kind, BinaryOp op, const expr& a, const expr& b) const {
        expr below = negative(b, it_.count_shape);
        expr too_far = !below && z3::uge(wide(b, it_.count_shape), it_.shape.width);
        const bool strict = op == BinaryOp::Shl && it_.strict_shl();
        expr of_negative = yes(strict) && !below && !too_far && a < 0;
        expr overflow = yes(strict) && !below && !too_far && !(a < 0) && shl_too_large(a, b);
        if (kind == Ub::ShiftNegative) return below;
        if (kind == Ub::ShiftTooFar) return too_far;
        if (kind == Ub::ShiftOfNegative) return of_negative;
        if (kind == Ub::ShiftOverflow) return overflow;
        return yes(kind == Ub::None) && !below && !too_far && !of_negative && !overflow;
    }
    expr shl_too_large(const expr& a, const expr& b) const { // a * 2^b in twice the width
        const unsigned width = it_.shape.width;
        const expr product = z3::shl(z3::zext(a, width), resized(b, 2 * width));
        const unsigned usable = it_.rule == ShiftRule::C ? width - 1 : width;
        return product.extract(2 * width - 1, usable) != 0;
    }
    // The paper's bit_width(a) - MSB(a), as the largest count: one less for C, where the sign bit is out of
    // bounds.
    expr room(BinaryOp op, const expr& a, unsigned bits) const {
        const int width = it_.shape.width;
        expr result = z3_.bv_val(width - 1, bits);
        if (op != BinaryOp::Shl || !it_.strict_shl()) return result;
        for (int place = 0; place < width; ++place) {
            const int count = width - 1 - place - (it_.rule == ShiftRule::C ? 1 : 0);
            result = z3::ite(a.extract(place, place) == 1, z3_.bv_val(count, bits), result);
        }
        return result;
    }
    std::vector<expr> problems(BinaryOp op, const expr& a, const expr& b, const expr& of_operand) const {
        std::vector<expr> all{of_operand};
        for (const Ub kind : kArithmeticUbs) all.push_back(ub_is(kind, op, a, b));
        if (op == BinaryOp::Shr && it_.negative_shr == NegativeShr::Avoided)
            all.push_back(negative(a, it_.shape));
        return all;
    }

    z3::context& z3_;
    Setting it_;
};

struct Proof {
    bool holds = true;
    std::string counterexample;
};

struct Solution {
    z3::check_result result;
    std::string text;
};

Solution solve(const expr& formula) {
    z3::solver solver = z3::tactic(formula.ctx(), "qfbv").mk_solver();
    z3::params limits(formula.ctx());
    limits.set("timeout", 20000u);
    solver.set(limits);
    solver.add(formula);
    const z3::check_result result = solver.check();
    return {result, result == z3::sat     ? solver.get_model().to_string()
                    : result == z3::unsat ? ""
                                          : "no answer: " + solver.reason_unknown()};
}

// `table` is the list of rows of which the first that matches is taken.
Proof prove(const RewriteRow& row, std::span<const RewriteRow> table, const Setting& setting,
            int extra_room = 0) {
    z3::context z3;
    const Formulas formulas(z3, setting);
    const expr a = formulas.symbol("a", setting.shape),
               b = formulas.symbol("b", formulas.right_shape(row.op));
    const expr k = formulas.symbol("k", formulas.constant_shape(row.kind));
    const expr reaches = formulas.reaches(row, table, a, b);
    std::vector<expr> goals = formulas.ways_to_fail(row, a, b, k);
    if (has_constant(row)) {
        for (expr& goal : goals) goal = goal && formulas.allows(row, a, b, k, extra_room);
        goals.push_back(!formulas.allows(row, a, b, formulas.witness(row, a, b), extra_room));
    }
    Proof proof;
    for (const expr& goal : goals) {
        const Solution solution = solve(reaches && goal);
        if (solution.result == z3::unsat) continue; // "unknown" (out of time) is no proof
        proof.holds = false;
        proof.counterexample = solution.text;
    }
    return proof;
}

std::vector<Setting> settings(BinaryOp op, uint8_t width) {
    std::vector<Setting> all;
    for (const bool is_signed : {false, true}) {
        const IntShape shape{width, is_signed};
        if (!program::is_shift(op)) {
            all.push_back({shape, shape});
            continue;
        }
        for (const uint8_t count_width : {uint8_t{32}, uint8_t{64}})
            for (const bool count_signed : {false, true}) {
                const IntShape count{count_width, count_signed};
                if (op == BinaryOp::Shl)
                    for (const ShiftRule rule : {ShiftRule::C, ShiftRule::Cxx11, ShiftRule::Cxx20})
                        all.push_back({shape, count, rule});
                else
                    for (const NegativeShr shr : {NegativeShr::Arithmetic, NegativeShr::Avoided})
                        all.push_back({shape, count, ShiftRule::C, shr});
            }
    }
    return all;
}

class RealWidth : public testing::TestWithParam<uint8_t> {};

TEST_P(RealWidth, EveryRowRemovesItsUndefinedBehaviour) {
    for (const RewriteRow& row : rewrite_rows())
        for (const Setting& setting : settings(row.op, GetParam())) {
            const bool for_avoided = row.ub == Ub::None;
            if (for_avoided && setting.negative_shr == NegativeShr::Arithmetic) continue;
            const Proof proof = prove(row, rewrite_rows(), setting);
            EXPECT_TRUE(proof.holds) << row.name << " in " << setting.text() << "\n" << proof.counterexample;
        }
}

TEST_P(RealWidth, OnlyTheSmallestValueHasNoNegative) {
    z3::context z3;
    const expr a = z3.bv_const("a", GetParam());
    const expr minus = -z3::sext(a, 1);
    const expr overflows = minus != z3::sext(minus.extract(GetParam() - 1u, 0), 1);
    z3::solver solver(z3);
    solver.add(overflows != (a == number(z3, smallest({GetParam(), true}), GetParam())));
    EXPECT_EQ(solver.check(), z3::unsat);
}

// A proof that cannot fail proves nothing.
TEST_P(RealWidth, WrongRowsAreRefuted) {
    const IntShape shape{GetParam(), true};
    const auto refuted = [&](RewriteRow row, ShiftRule rule, int extra_room) {
        const Proof proof = prove(row, {}, {shape, shape, rule}, extra_room);
        return !proof.holds && proof.counterexample.find("define-fun") != std::string::npos;
    };
    const Ub overflow = Ub::SignedOverflow;
    // MIN + -1 would become MIN % -1; no other operands show it.
    EXPECT_TRUE(refuted({"", BinaryOp::Add, overflow, When::Always, Kind::UseBinary, BinaryOp::Rem}, {}, 0));
    // Without the row for MIN * -1 before it, a / b is not always defined.
    EXPECT_TRUE(refuted({"", BinaryOp::Mul, overflow, When::Always, Kind::UseBinary, BinaryOp::Div}, {}, 0));
    // Without the rows for b == MIN and for a < 0 before it, there may be no constant.
    EXPECT_TRUE(refuted({"", BinaryOp::Shl, Ub::ShiftNegative, When::Always, Kind::CountPlus, {}},
                        ShiftRule::Cxx20, 0));
    EXPECT_TRUE(
        refuted({"", BinaryOp::Shl, Ub::ShiftTooFar, When::Always, Kind::CountMinus, {}}, ShiftRule::C, 0));
    // One count too many.
    for (const ShiftRule rule : {ShiftRule::C, ShiftRule::Cxx11})
        EXPECT_TRUE(
            refuted({"", BinaryOp::Shl, Ub::ShiftOverflow, When::Always, Kind::CountMinus, {}}, rule, 1));
}

std::vector<UInt128> samples(IntShape shape) {
    const UInt128 low = smallest(shape), high = largest(shape);
    std::vector<UInt128> values{low, low + 1, -UInt128{5}, -UInt128{1}, 0,        1,   3,
                                31,  63,      64,          high / 2,    high - 1, high};
    for (UInt128& value : values) value = canonical(value, shape);
    return values;
}

bool says_yes(const expr& formula) { return formula.simplify().is_true(); }

bool formula_has_the_same_constants(const Formulas& formulas, const RewriteRow& row, UInt128 a, UInt128 b,
                                    const Setting& it) {
    const expr x = formulas.constant(a, it.shape), y = formulas.constant(b, it.count_shape);
    const IntShape shape = formulas.constant_shape(row.kind);
    const auto allowed = [&](UInt128 k) {
        return says_yes(formulas.allows(row, x, y, formulas.constant(k, shape), 0));
    };
    const ConstantRange range = allowed_constants(row, a, b, it.shape, it.count_shape, it.rule);
    return allowed(range.first) && allowed(range.last) && (range.first == 0 || !allowed(range.first - 1)) &&
           (range.last == largest(shape) || !allowed(range.last + 1));
}

// Also shows that the proofs are about something: each row is reached.
TEST_P(RealWidth, TheFormulasSayWhatTheCodeDoes) {
    std::set<std::string_view> reached, all;
    const auto compare = [&](BinaryOp op, UInt128 a, UInt128 b, const Setting& it, const Formulas& formulas) {
        const std::string what = base::to_text(static_cast<Int128>(a)) + " " + std::string(c_spelling(op)) +
                                 " " + base::to_text(static_cast<Int128>(b)) + " in " + it.text();
        const expr x = formulas.constant(a, it.shape), y = formulas.constant(b, formulas.right_shape(op));
        const Ub ub = binary(op, a, b, it.shape, it.count_shape, it.rule).ub;
        EXPECT_TRUE(says_yes(formulas.ub_is(ub, op, x, y))) << what;
        const RewriteRow* row = matching_row(op, a, b, it.shape, it.count_shape, it.rule, it.negative_shr);
        if (row == nullptr) return;
        reached.insert(row->name);
        EXPECT_TRUE(says_yes(formulas.reaches(*row, rewrite_rows(), x, y))) << what;
        if (has_constant(*row)) {
            EXPECT_TRUE(formula_has_the_same_constants(formulas, *row, a, b, it)) << what;
        }
    };
    for (const RewriteRow& row : rewrite_rows()) all.insert(row.name);
    for (int i = 0; i < program::kBinaryOpCount; ++i) {
        const auto op = static_cast<BinaryOp>(i);
        for (const Setting& it : settings(op, GetParam())) {
            z3::context z3;
            const Formulas formulas(z3, it);
            for (const UInt128 a : samples(it.shape))
                for (const UInt128 b : samples(formulas.right_shape(op))) compare(op, a, b, it, formulas);
        }
    }
    EXPECT_EQ(reached, all);
}

const auto name_of_width = [](const testing::TestParamInfo<uint8_t>& of) { return std::to_string(of.param); };
INSTANTIATE_TEST_SUITE_P(RewriteProof, RealWidth, testing::Values(uint8_t{32}, uint8_t{64}), name_of_width);
INSTANTIATE_TEST_SUITE_P(RewriteProofFully, RealWidth, testing::Values(uint8_t{128}), name_of_width);

} // namespace
} // namespace assay::semantics
