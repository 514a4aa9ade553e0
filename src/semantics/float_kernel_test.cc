// The edges of exact floating point, each told by hand.
#include "semantics/kernel.h"

#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <limits>
#include <string>

namespace assay::semantics {
namespace {

using program::BinaryOp;
using program::UnaryOp;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr FloatShape kBoth[] = {FloatShape::Float, FloatShape::Double};

// "0x1p+0", or the name of what is wrong. Tells the zeros apart.
std::string text(const FloatOutcome& outcome) {
    if (!outcome.ok()) return std::string(saved_name(outcome.ub));
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%a", outcome.value);
    return buffer;
}
std::string text(double value) { return text(FloatOutcome{value}); }

std::string as_float(double a, BinaryOp op, double b) {
    return text(float_binary(op, a, b, FloatShape::Float));
}
std::string as_double(double a, BinaryOp op, double b) {
    return text(float_binary(op, a, b, FloatShape::Double));
}

TEST(FloatKernel, ExactResultsAreKept) {
    EXPECT_EQ(as_double(0.5, BinaryOp::Add, 0.25), text(0.75));
    EXPECT_EQ(as_double(1, BinaryOp::Sub, 0x1p-53), text(1 - 0x1p-53));
    EXPECT_EQ(as_double(0x1.8p10, BinaryOp::Mul, -3), text(-4608.0));
    EXPECT_EQ(as_double(9, BinaryOp::Div, 3), text(3.0));
    EXPECT_EQ(as_double(3, BinaryOp::Div, 1024), text(0x1.8p-9));
    EXPECT_EQ(as_double(0x1p1000, BinaryOp::Div, 0x1p-23), text(0x1p1023));
    EXPECT_EQ(as_float(0xffffff, BinaryOp::Add, 1), text(0x1p24));
    EXPECT_EQ(as_float(4095, BinaryOp::Mul, 4097), text(0xffffff));
}

TEST(FloatKernel, RoundedResultsAreNot) {
    EXPECT_EQ(as_double(1, BinaryOp::Add, 0x1p-53), "float-inexact"); // a tie
    EXPECT_EQ(as_double(1, BinaryOp::Add, 0x1p-1000), "float-inexact");
    EXPECT_EQ(as_double(0x1p53, BinaryOp::Add, 1), "float-inexact");
    EXPECT_EQ(as_double(0.1, BinaryOp::Mul, 0.1), "float-inexact");
    EXPECT_EQ(as_double(1, BinaryOp::Div, 3), "float-inexact");
    EXPECT_EQ(as_double(1, BinaryOp::Div, 10), "float-inexact");
    EXPECT_EQ(as_double(0x1.0000001p0, BinaryOp::Mul, 0x1.0000001p0), "float-inexact");
}

// What a double holds may still be too long for a float.
TEST(FloatKernel, FloatsHaveTheirOwnPrecision) {
    EXPECT_EQ(as_float(0x1p24, BinaryOp::Add, 1), "float-inexact");
    EXPECT_EQ(as_double(0x1p24, BinaryOp::Add, 1), text(0x1000001));
    EXPECT_EQ(as_float(4097, BinaryOp::Mul, 4097), "float-inexact");
    EXPECT_EQ(as_double(4097, BinaryOp::Mul, 4097), text(4097.0 * 4097.0));
}

TEST(FloatKernel, ZerosHaveTheirSign) {
    for (const FloatShape shape : kBoth) {
        const auto result = [&](double a, BinaryOp op, double b) {
            return text(float_binary(op, a, b, shape));
        };
        EXPECT_EQ(result(1.5, BinaryOp::Sub, 1.5), text(0.0));
        EXPECT_EQ(result(1.5, BinaryOp::Add, -1.5), text(0.0));
        EXPECT_EQ(result(-1.5, BinaryOp::Sub, -1.5), text(0.0));
        EXPECT_EQ(result(0.0, BinaryOp::Add, -0.0), text(0.0));
        EXPECT_EQ(result(-0.0, BinaryOp::Add, -0.0), text(-0.0));
        EXPECT_EQ(result(-0.0, BinaryOp::Sub, 0.0), text(-0.0));
        EXPECT_EQ(result(-1.0, BinaryOp::Mul, 0.0), text(-0.0));
        EXPECT_EQ(result(-1.0, BinaryOp::Mul, -0.0), text(0.0));
        EXPECT_EQ(result(0.0, BinaryOp::Div, -2.0), text(-0.0));
        EXPECT_EQ(text(float_convert(-0.0, shape)), text(-0.0));
        EXPECT_EQ(text(int_to_float(0, {32, true}, shape)), text(0.0));
    }
    EXPECT_EQ(text(float_unary(UnaryOp::Minus, 0.0)), text(-0.0));
    EXPECT_EQ(text(float_unary(UnaryOp::Minus, -0.0)), text(0.0));
    EXPECT_EQ(text(float_unary(UnaryOp::Plus, -0.0)), text(-0.0));
    EXPECT_EQ(float_to_int(-0.0, {32, true}).bits, 0u);
    EXPECT_TRUE(float_compare(BinaryOp::Eq, 0.0, -0.0));
    EXPECT_FALSE(float_compare(BinaryOp::Lt, -0.0, 0.0));
}

TEST(FloatKernel, NotFinite) {
    for (const FloatShape shape : kBoth) {
        const double most = shape == FloatShape::Float ? double{FLT_MAX} : DBL_MAX;
        const auto result = [&](double a, BinaryOp op, double b) {
            return text(float_binary(op, a, b, shape));
        };
        EXPECT_EQ(result(most, BinaryOp::Add, most), "float-not-finite");
        EXPECT_EQ(result(-most, BinaryOp::Mul, 2), "float-not-finite");
        EXPECT_EQ(result(most, BinaryOp::Div, 0.5), "float-not-finite");
        EXPECT_EQ(result(most, BinaryOp::Add, 0), text(most));
        EXPECT_EQ(result(most, BinaryOp::Add, 1), "float-inexact");
        EXPECT_EQ(result(most, BinaryOp::Sub, most), text(0.0));
        EXPECT_EQ(result(1, BinaryOp::Div, 0), "float-not-finite");
        EXPECT_EQ(result(0, BinaryOp::Div, -0.0), "float-not-finite");
        for (const double bad : {kInfinity, -kInfinity, kNan}) {
            EXPECT_EQ(result(bad, BinaryOp::Sub, 1), "float-not-finite");
            EXPECT_EQ(result(0, BinaryOp::Mul, bad), "float-not-finite");
            EXPECT_EQ(result(1, BinaryOp::Div, bad), "float-not-finite");
            EXPECT_EQ(text(float_convert(bad, shape)), "float-not-finite");
        }
    }
    EXPECT_EQ(text(float_unary(UnaryOp::Minus, kInfinity)), "float-not-finite");
    EXPECT_EQ(text(float_unary(UnaryOp::Plus, kNan)), "float-not-finite");
}

// The largest float and half a step more is where rounding turns to infinity.
TEST(FloatKernel, TheEndOfFloats) {
    EXPECT_EQ(text(float_convert(FLT_MAX, FloatShape::Float)), text(double{FLT_MAX}));
    EXPECT_EQ(text(float_convert(0x1.fffffefffffffp127, FloatShape::Float)), "float-inexact");
    EXPECT_EQ(text(float_convert(0x1.ffffffp127, FloatShape::Float)), "float-not-finite");
    EXPECT_EQ(as_float(FLT_MAX, BinaryOp::Add, 0x1p102), "float-inexact");
    EXPECT_EQ(as_float(FLT_MAX, BinaryOp::Add, 0x1p103), "float-not-finite");
    EXPECT_EQ(as_double(DBL_MAX, BinaryOp::Add, 0x1p969), "float-inexact");
    EXPECT_EQ(as_double(DBL_MAX, BinaryOp::Add, 0x1p970), "float-not-finite");
}

// Subnormal numbers are exact in IEEE 754, yet not kept: some targets and options flush them to zero.
TEST(FloatKernel, SubnormalsAreNotKept) {
    EXPECT_EQ(as_double(DBL_MIN, BinaryOp::Mul, 1), text(DBL_MIN));
    EXPECT_EQ(as_double(DBL_MIN, BinaryOp::Div, 2), "float-inexact");
    EXPECT_EQ(as_double(1.5 * DBL_MIN, BinaryOp::Sub, DBL_MIN), "float-inexact");
    EXPECT_EQ(as_double(DBL_TRUE_MIN, BinaryOp::Add, 0), "float-inexact");
    EXPECT_EQ(as_double(0, BinaryOp::Mul, DBL_TRUE_MIN), "float-inexact");
    EXPECT_EQ(as_double(0x1p-600, BinaryOp::Mul, 0x1p-600), "float-inexact"); // becomes zero
    EXPECT_EQ(as_double(0x1p-511, BinaryOp::Mul, 0x1p-511), text(DBL_MIN));
    // The exact product is below the smallest normal number, and its rounding is just that number.
    EXPECT_EQ(as_double(1 - 0x1p-53, BinaryOp::Mul, DBL_MIN), "float-inexact");
    EXPECT_EQ(as_double(0x1p-500 - 0x1p-553, BinaryOp::Div, 0x1p522), "float-inexact");
    EXPECT_EQ(as_float(FLT_MIN, BinaryOp::Div, 2), "float-inexact");
    EXPECT_EQ(as_float(FLT_MIN, BinaryOp::Sub, 0), text(double{FLT_MIN}));
    EXPECT_EQ(as_float(FLT_TRUE_MIN, BinaryOp::Add, 1), "float-inexact");
    EXPECT_EQ(text(float_convert(0x1p-127, FloatShape::Float)), "float-inexact");
    EXPECT_EQ(text(float_convert(0x1p-127, FloatShape::Double)), text(0x1p-127));
}

TEST(FloatKernel, Comparisons) {
    const double values[] = {-2.5, -0.0, 0.0, 1.0};
    for (const double a : values)
        for (const double b : values) {
            EXPECT_EQ(float_compare(BinaryOp::Lt, a, b), a < b);
            EXPECT_EQ(float_compare(BinaryOp::Le, a, b), a <= b);
            EXPECT_EQ(float_compare(BinaryOp::Gt, a, b), a > b);
            EXPECT_EQ(float_compare(BinaryOp::Ge, a, b), a >= b);
            EXPECT_EQ(float_compare(BinaryOp::Eq, a, b), a == b);
            EXPECT_EQ(float_compare(BinaryOp::Ne, a, b), a != b);
        }
}

TEST(FloatKernel, ToIntegers) {
    const auto to = [](double a, IntShape shape) {
        const IntOutcome outcome = float_to_int(a, shape);
        return outcome.ok() ? base::to_text(static_cast<Int128>(outcome.bits))
                            : std::string(saved_name(outcome.ub));
    };
    EXPECT_EQ(to(2.9, {32, true}), "2");
    EXPECT_EQ(to(-2.9, {32, true}), "-2");
    EXPECT_EQ(to(-0.9, {32, false}), "0");
    EXPECT_EQ(to(-1.0, {32, false}), "float-to-int");
    EXPECT_EQ(to(2147483647.5, {32, true}), "2147483647");
    EXPECT_EQ(to(2147483648.0, {32, true}), "float-to-int");
    EXPECT_EQ(to(-2147483648.5, {32, true}), "-2147483648");
    EXPECT_EQ(to(-2147483649.0, {32, true}), "float-to-int");
    EXPECT_EQ(to(0x1p63, {64, true}), "float-to-int");
    EXPECT_EQ(to(-0x1p63, {64, true}), "-9223372036854775808");
    EXPECT_EQ(to(0x1p63, {64, false}), "9223372036854775808");
    EXPECT_EQ(to(-0x1p127, {128, true}), "-170141183460469231731687303715884105728");
    EXPECT_EQ(to(0x1p127, {128, true}), "float-to-int");
    EXPECT_EQ(to(0x1p128, {128, false}), "float-to-int");
    EXPECT_EQ(to(kInfinity, {64, true}), "float-to-int");
    EXPECT_EQ(to(kNan, {64, true}), "float-to-int");
    // To bool, the fraction counts.
    EXPECT_EQ(to(0.25, {8, false, true}), "1");
    EXPECT_EQ(to(-0.0, {8, false, true}), "0");
    EXPECT_EQ(to(1e300, {8, false, true}), "1");
}

TEST(FloatKernel, FromIntegers) {
    const auto from = [](Int128 a, FloatShape shape) {
        return text(int_to_float(static_cast<UInt128>(a), {128, true}, shape));
    };
    EXPECT_EQ(from(-3, FloatShape::Float), text(-3.0));
    EXPECT_EQ(from(0x1000000, FloatShape::Float), text(0x1p24));
    EXPECT_EQ(from(0x1000001, FloatShape::Float), "float-inexact");
    EXPECT_EQ(from(0x1000001, FloatShape::Double), text(0x1000001));
    EXPECT_EQ(from((Int128{1} << 53) + 1, FloatShape::Double), "float-inexact");
    EXPECT_EQ(from((Int128{1} << 54) + 2, FloatShape::Double), "float-inexact");
    EXPECT_EQ(from(Int128{3} << 100, FloatShape::Float), text(0x1.8p101));
    EXPECT_EQ(text(int_to_float(smallest({128, true}), {128, true}, FloatShape::Float)), text(-0x1p127));
    const UInt128 most = largest({128, false});
    EXPECT_EQ(text(int_to_float(most, {128, false}, FloatShape::Float)), "float-not-finite");
    EXPECT_EQ(text(int_to_float(most, {128, false}, FloatShape::Double)), "float-inexact");
    EXPECT_EQ(text(int_to_float(most << 104, {128, false}, FloatShape::Float)), text(double{FLT_MAX}));
    EXPECT_EQ(text(int_to_float((most << 103) - 1, {128, false}, FloatShape::Float)), "float-inexact");
    EXPECT_EQ(text(int_to_float(most << 103, {128, false}, FloatShape::Float)), "float-not-finite");
}

} // namespace
} // namespace assay::semantics
