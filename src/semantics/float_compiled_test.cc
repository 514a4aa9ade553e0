// The floating-point kernel against compiled C and the processor's own flags: what is inexact, what is not
// finite, and every exact result bit by bit.
#include "semantics/compiled_peer.h"
#include "semantics/expect_property.h"
#include "semantics/kernel.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <bit>
#include <cfloat>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace assay::semantics {
namespace {

using program::BinaryOp;

// The operands are volatile so that each operation happens between the clearing and the testing of the flags.
const char* const kPeer = R"(
#include <fenv.h>
#include <math.h>
typedef unsigned __int128 u128; typedef __int128 s128;
enum { Exact, Inexact, NotFinite, OutOfRange };

static int judged(int flags, int class_of_result) {
    if (flags & (FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW)) return NotFinite;
    if (class_of_result == FP_INFINITE || class_of_result == FP_NAN) return NotFinite;
    return flags & (FE_INEXACT | FE_UNDERFLOW) || class_of_result == FP_SUBNORMAL ? Inexact : Exact;
}
#define OPERATION(T) \
    static int T##_operation(int op, T a, T b, double *out) { \
        if (!isfinite(a) || !isfinite(b)) return NotFinite; \
        if (fpclassify(a) == FP_SUBNORMAL || fpclassify(b) == FP_SUBNORMAL) return Inexact; \
        volatile T x = a, y = b, r; \
        feclearexcept(FE_ALL_EXCEPT); \
        if (op == '+') r = x + y; else if (op == '-') r = x - y; else if (op == '*') r = x * y; else r = x / y; \
        int flags = fetestexcept(FE_ALL_EXCEPT); \
        *out = r; \
        return judged(flags, fpclassify(r)); \
    }
OPERATION(float) OPERATION(double)
int peer_operation(int op, int is_float, double a, double b, double *out) {
    return is_float ? float_operation(op, (float)a, (float)b, out) : double_operation(op, a, b, out);
}
int peer_to_float(double a, double *out) {
    volatile double x = a;
    volatile float r;
    feclearexcept(FE_ALL_EXCEPT);
    r = (float)x;
    int flags = fetestexcept(FE_ALL_EXCEPT);
    *out = r;
    return judged(flags, fpclassify(r));
}
#define FROM_INT(F, T, LIMIT) \
    static int F##_from_##T(T a, double *out) { \
        F r = (F)a; \
        if (isinf(r)) return NotFinite; \
        *out = r; \
        return r < LIMIT && (T)r == a ? Exact : Inexact; \
    }
FROM_INT(float, s128, 0x1p127f) FROM_INT(double, s128, 0x1p127) FROM_INT(float, u128, INFINITY) FROM_INT(double, u128, 0x1p128)
int peer_from_int(u128 *a, int is_signed, int is_float, double *out) {
    if (is_float) return is_signed ? float_from_s128((s128)*a, out) : float_from_u128(*a, out);
    return is_signed ? double_from_s128((s128)*a, out) : double_from_u128(*a, out);
}
#define TO_INT(W, S, U) \
    if (width == W && is_signed) { \
        if (!(trunc(a) >= -ldexp(1, W - 1) && trunc(a) < ldexp(1, W - 1))) return OutOfRange; \
        *out = (u128)(S)a; \
        return Exact; \
    } \
    if (width == W) { \
        if (!(trunc(a) >= 0 && trunc(a) < ldexp(1, W))) return OutOfRange; \
        *out = (u128)(U)a; \
        return Exact; \
    }
int peer_to_int(double a, int width, int is_signed, int is_bool, u128 *out) {
    if (is_bool) { *out = (_Bool)a; return Exact; }
    TO_INT(8, signed char, unsigned char) TO_INT(16, short, unsigned short) TO_INT(32, int, unsigned)
    TO_INT(64, long long, unsigned long long) TO_INT(128, s128, u128)
    return -1;
}
)";

using PeerOperation = int(int op, int is_float, double a, double b, double* out);
using PeerToFloat = int(double a, double* out);
using PeerFromInt = int(const UInt128* a, int is_signed, int is_float, double* out);
using PeerToInt = int(double a, int width, int is_signed, int is_bool, UInt128* out);

constexpr Ub kKinds[] = {Ub::None, Ub::FloatInexact, Ub::FloatNotFinite, Ub::FloatToInt};

std::string text(double value) {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%a", value);
    return buffer;
}
std::string text(FloatShape shape) { return shape == FloatShape::Float ? "float" : "double"; }

// Zeros of different sign are different.
std::string difference(const FloatOutcome& ours, int kind, double value) {
    if (ours.ub != kKinds[kind])
        return "ours " + std::string(saved_name(ours.ub)) + ", compiled " +
               std::string(saved_name(kKinds[kind]));
    if (!ours.ok() || std::bit_cast<uint64_t>(ours.value) == std::bit_cast<uint64_t>(value)) return "";
    return "ours " + text(ours.value) + ", compiled " + text(value);
}

std::vector<double> special_values() {
    std::vector<double> values{0.0, 1.0, 1.5, 3.0, 0.5, 10.0, 0.1, 1.0 / 3};
    for (const double limit :
         {double{FLT_MIN}, double{FLT_MAX}, double{FLT_TRUE_MIN}, DBL_MIN, DBL_MAX, DBL_TRUE_MIN})
        for (const double factor : {0.5, 1 - DBL_EPSILON / 2, 1.0, 1 + DBL_EPSILON, 1.5, 2.0})
            values.push_back(limit * factor);
    for (const int power : {-1074, -1023, -1022, -1021, -512, -511, -150, -149, -127, -126, -125, -64,
                            -53,   -52,   -25,   -24,   7,    8,    15,   16,   23,   24,   31,   32,
                            52,    53,    54,    63,    64,   126,  127,  128,  511,  512,  1022, 1023})
        for (const double near : {0.0, 1.0, -1.0}) values.push_back(std::ldexp(1.0, power) + near);
    values.push_back(0x1.ffffffp127); // rounds to an infinite float
    values.push_back(0x1.fffffefffffffp127);
    values.push_back(std::numeric_limits<double>::infinity());
    values.push_back(std::numeric_limits<double>::quiet_NaN());
    for (size_t i = 0, count = values.size(); i < count; ++i) values.push_back(-values[i]);
    return values;
}

// From 64 random bits: a number of few bits (so that many results are exact), or any double at all.
double number(int kind, uint64_t bits) {
    if (kind == 0) return std::bit_cast<double>(bits);
    const auto mantissa = static_cast<int64_t>(bits) >> (kind == 1   ? 58
                                                         : kind == 2 ? 50
                                                         : kind == 3 ? 36
                                                                     : 10);
    const int range = kind % 2 == 0 ? 20 : 1000;
    return std::ldexp(static_cast<double>(mantissa), static_cast<int>(bits % 1009) % (2 * range) - range);
}

rc::Gen<double> numbers() {
    const auto bits = rc::gen::resize(100, rc::gen::arbitrary<uint64_t>());
    return rc::gen::map(rc::gen::pair(rc::gen::inRange(0, 5), bits),
                        [](const auto& raw) { return number(raw.first, raw.second); });
}

class CompiledFloat : public testing::TestWithParam<const char*> {
  protected:
    void SetUp() override {
        if (!CompiledPeer::has_compiler(GetParam())) GTEST_SKIP() << "there is no " << GetParam();
        peer_.emplace(GetParam(), kPeer,
                      std::vector<std::string>{"-O1", "-frounding-math", "-ffp-contract=off"});
    }

    std::string difference_of_operations(double a, double b) {
        for (const FloatShape shape : {FloatShape::Float, FloatShape::Double})
            for (const BinaryOp op : {BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div}) {
                const bool is_float = shape == FloatShape::Float;
                const double x = is_float ? static_cast<float>(a) : a,
                             y = is_float ? static_cast<float>(b) : b;
                double value = 0;
                const int kind = peer_->function<PeerOperation>("peer_operation")(c_spelling(op)[0], is_float,
                                                                                  x, y, &value);
                const FloatOutcome ours = float_binary(op, x, y, shape);
                ++count_[static_cast<int>(ours.ub)];
                if (const std::string found = difference(ours, kind, value); !found.empty())
                    return text(x) + " " + std::string(c_spelling(op)) + " " + text(y) + " as " +
                           text(shape) + ": " + found;
            }
        return "";
    }

    std::string difference_of_conversions(double a) {
        double value = 0;
        const int kind = peer_->function<PeerToFloat>("peer_to_float")(a, &value);
        if (const std::string found = difference(float_convert(a, FloatShape::Float), kind, value);
            !found.empty())
            return text(a) + " to float: " + found;
        for (const int width : {8, 16, 32, 64, 128})
            for (const bool is_signed : {false, true})
                for (const bool is_bool : {false, true}) {
                    const IntShape to{static_cast<uint8_t>(width), is_signed, is_bool};
                    UInt128 bits = 0;
                    const int into =
                        peer_->function<PeerToInt>("peer_to_int")(a, width, is_signed, is_bool, &bits);
                    const IntOutcome ours = float_to_int(a, to);
                    if (ours.ub != kKinds[into] || (ours.ok() && ours.bits != bits))
                        return text(a) + " to " + (is_signed ? "s" : "u") + std::to_string(width);
                }
        return "";
    }

    std::string difference_of_integer(UInt128 a) {
        for (const FloatShape to : {FloatShape::Float, FloatShape::Double})
            for (const bool is_signed : {false, true}) {
                double value = 0;
                const int kind = peer_->function<PeerFromInt>("peer_from_int")(
                    &a, is_signed, to == FloatShape::Float, &value);
                const FloatOutcome ours = int_to_float(a, {128, is_signed}, to);
                if (const std::string found = difference(ours, kind, value); !found.empty())
                    return base::to_text(a) + (is_signed ? " (signed)" : "") + " to " + text(to) + ": " +
                           found;
            }
        return "";
    }

    int count_[kUbCount] = {};

  private:
    std::optional<CompiledPeer> peer_;
};

void fail_on(const std::string& difference) {
    if (!difference.empty()) RC_FAIL(difference);
}

TEST_P(CompiledFloat, AgreesOnRandomNumbers) {
    expect_property("floating point", 20000, [&] {
        const double a = *numbers(), b = *numbers();
        fail_on(difference_of_operations(a, b));
        fail_on(difference_of_operations(a, a));
        fail_on(difference_of_operations(a * b, b)); // often divides exactly
        fail_on(difference_of_conversions(a));
    });
    for (const Ub kind : {Ub::None, Ub::FloatInexact, Ub::FloatNotFinite})
        EXPECT_GT(count_[static_cast<int>(kind)], 10000) << saved_name(kind);
}

TEST_P(CompiledFloat, AgreesOnAllPairsOfSpecialValues) {
    for (const double a : special_values()) {
        ASSERT_EQ(difference_of_conversions(a), "");
        for (const double b : special_values()) ASSERT_EQ(difference_of_operations(a, b), "");
    }
}

TEST_P(CompiledFloat, AgreesOnIntegers) {
    expect_property("integers to floating point", 2000, [&] {
        const auto word = rc::gen::resize(100, rc::gen::arbitrary<uint64_t>());
        const UInt128 high = *word, low = *word, bits = high << 64 | low;
        for (const int shift : {0, 1, 40, 64, 74, 75, 76, 100, 103, 104, 105, 120, 127}) {
            fail_on(difference_of_integer(bits >> shift));
            fail_on(difference_of_integer(bits << shift));
        }
    });
    for (int place = 0; place < 128; ++place)
        for (const UInt128 near : {UInt128{0}, UInt128{1}, -UInt128{1}}) {
            ASSERT_EQ(difference_of_integer((UInt128{1} << place) + near), "");
            ASSERT_EQ(difference_of_integer(-(UInt128{1} << place) + near), "");
        }
}

INSTANTIATE_TEST_SUITE_P(Kernel, CompiledFloat, testing::Values("gcc", "clang"),
                         [](const auto& of) { return std::string(of.param); });

} // namespace
} // namespace assay::semantics
