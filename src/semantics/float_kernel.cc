// Exactness is decided by integers and comparisons, never by the floating-point environment: compilers move
// and fold code around it. Only the value itself comes from the hardware, and it is right as soon as it
// needed no rounding.
#include "semantics/kernel.h"

#include "base/check.h"

#include <bit>
#include <cfloat>
#include <cmath>
#include <limits>

#ifdef __FAST_MATH__
#error "the floating-point kernel relies on IEEE 754: do not compile it with -ffast-math"
#endif

namespace assay::semantics {
namespace {

using program::BinaryOp;
using program::UnaryOp;

static_assert(std::numeric_limits<double>::is_iec559 && std::numeric_limits<float>::is_iec559);
static_assert(FLT_EVAL_METHOD == 0, "excess precision would hide a rounding");

// |x| = odd * 2^exponent.
struct Dyadic {
    uint64_t odd;
    int exponent;
};

Dyadic split(double x) { // x is normal
    constexpr int kFractionBits = DBL_MANT_DIG - 1;
    constexpr uint64_t kHiddenBit = uint64_t{1} << kFractionBits;
    const auto bits = std::bit_cast<uint64_t>(x);
    const uint64_t mantissa = (bits & (kHiddenBit - 1)) | kHiddenBit;
    const int biased = static_cast<int>((bits >> kFractionBits) & 0x7ff);
    const int zeros = std::countr_zero(mantissa);
    return {mantissa >> zeros, biased - (DBL_MAX_EXP - 1) - kFractionBits + zeros};
}

int trailing_zeros(UInt128 x) {
    const auto high = static_cast<uint64_t>(x >> 64), low = static_cast<uint64_t>(x);
    return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(high);
}

// Whether odd * 2^exponent is a normal double, or too large for one (which its hardware value shows).
bool is_normal_or_huge(UInt128 odd, int exponent) {
    const int length = bit_length(odd);
    return length <= DBL_MANT_DIG && exponent + length >= DBL_MIN_EXP;
}

// Dekker: with |big| >= |small|, sum - big is exact, and equals small just if the sum needed no rounding. A
// sum never underflows: all doubles are multiples of the smallest subnormal.
bool sum_is_exact(double a, double b, double sum) {
    const bool ordered = std::fabs(a) >= std::fabs(b);
    const double big = ordered ? a : b;
    const double small = ordered ? b : a;
    return sum - big == small;
}

bool product_is_exact(double a, double b) {
    if (a == 0 || b == 0) return true;
    const Dyadic x = split(a), y = split(b);
    return is_normal_or_huge(UInt128{x.odd} * y.odd, x.exponent + y.exponent);
}

// A quotient of odd numbers is a finite binary fraction just if it is whole.
bool quotient_is_exact(double a, double b) { // b is not zero
    if (a == 0) return true;
    const Dyadic x = split(a), y = split(b);
    return x.odd % y.odd == 0 && is_normal_or_huge(x.odd / y.odd, x.exponent - y.exponent);
}

bool is_subnormal(double a, FloatShape shape) {
    return a != 0 && std::fabs(a) < (shape == FloatShape::Float ? double{FLT_MIN} : DBL_MIN);
}

FloatOutcome undefined_float(Ub kind) { return {0, kind}; }

// `value` is the result as a double, `exact` says whether that needed no rounding. A float is judged by its
// double: a double has more than twice a float's bits, so rounding twice cannot differ from rounding once.
FloatOutcome judge(double value, bool exact, FloatShape shape) {
    constexpr double kRoundsToInfinity = 0x1.ffffffp127; // half a step above the largest float
    const double limit =
        shape == FloatShape::Float ? kRoundsToInfinity : std::numeric_limits<double>::infinity();
    if (!(std::fabs(value) < limit)) return undefined_float(Ub::FloatNotFinite);
    if (!exact || is_subnormal(value, shape)) return undefined_float(Ub::FloatInexact);
    if (shape == FloatShape::Float && double{static_cast<float>(value)} != value)
        return undefined_float(Ub::FloatInexact);
    return {value, Ub::None};
}

} // namespace

FloatOutcome float_unary(UnaryOp op, double a) {
    base::check(op == UnaryOp::Plus || op == UnaryOp::Minus, "floating point has no such unary operator");
    if (!std::isfinite(a)) return undefined_float(Ub::FloatNotFinite);
    return {op == UnaryOp::Minus ? -a : a, Ub::None};
}

FloatOutcome float_binary(BinaryOp op, double a, double b, FloatShape shape) {
    if (!std::isfinite(a) || !std::isfinite(b)) return undefined_float(Ub::FloatNotFinite);
    if (is_subnormal(a, shape) || is_subnormal(b, shape)) return undefined_float(Ub::FloatInexact);
    if (op == BinaryOp::Add) return judge(a + b, sum_is_exact(a, b, a + b), shape);
    if (op == BinaryOp::Sub) return judge(a - b, sum_is_exact(a, -b, a - b), shape);
    if (op == BinaryOp::Mul) return judge(a * b, product_is_exact(a, b), shape);
    base::check(op == BinaryOp::Div, "floating point has no such binary operator");
    if (b == 0) return undefined_float(Ub::FloatNotFinite);
    return judge(a / b, quotient_is_exact(a, b), shape);
}

bool float_compare(BinaryOp op, double a, double b) {
    if (op == BinaryOp::Lt) return a < b;
    if (op == BinaryOp::Le) return a <= b;
    if (op == BinaryOp::Gt) return a > b;
    if (op == BinaryOp::Ge) return a >= b;
    if (op == BinaryOp::Eq) return a == b;
    base::check(op == BinaryOp::Ne, "not a comparison");
    return a != b;
}

FloatOutcome float_convert(double a, FloatShape to) { return judge(a, true, to); }

FloatOutcome int_to_float(UInt128 a, IntShape from, FloatShape to) {
    const bool negative = from.is_signed && static_cast<Int128>(a) < 0;
    const UInt128 magnitude = negative ? -a : a;
    if (magnitude == 0) return {0.0, Ub::None};
    const UInt128 odd = magnitude >> trailing_zeros(magnitude);
    if (bit_length(odd) > (to == FloatShape::Float ? FLT_MANT_DIG : DBL_MANT_DIG)) {
        // Only the largest 128-bit numbers round to an infinite float; every one fits a double.
        const bool infinite = to == FloatShape::Float && magnitude >= UInt128{0x1ffffff} << (128 - 25);
        return undefined_float(infinite ? Ub::FloatNotFinite : Ub::FloatInexact);
    }
    const auto value = static_cast<double>(magnitude);
    return {negative ? -value : value, Ub::None};
}

IntOutcome float_to_int(double a, IntShape to) {
    if (to.is_bool) return {a != 0, Ub::None};
    const double whole = std::trunc(a);
    if (whole == 0) return {0, Ub::None};
    constexpr double kTwoTo128 = 0x1p128;
    if (!(std::fabs(whole) < kTwoTo128)) return {0, Ub::FloatToInt};
    const bool negative = whole < 0;
    const auto magnitude = static_cast<UInt128>(std::fabs(whole));
    const UInt128 limit = negative ? -smallest(to) : largest(to); // for unsigned shapes, -0 is 0
    if (magnitude > limit) return {0, Ub::FloatToInt};
    return {negative ? -magnitude : magnitude, Ub::None};
}

} // namespace assay::semantics
