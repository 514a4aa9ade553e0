// The integer kernel against compiled C at every real width: random operands and all pairs of edges. The peer
// computes with -fwrapv in the operands' own type, and decides what is undefined in 128 bits (and by dividing
// back for 128).
#include "semantics/compiled_peer.h"
#include "semantics/expect_property.h"
#include "semantics/kernel.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace assay::semantics {
namespace {

using program::BinaryOp;
using program::UnaryOp;

const char* const kNames =
#define X(name, spelling) #name ","
    "enum {" ASSAY_BINARY_OPS(X) "};"
#undef X
#define X(name, spelling, saved) #name ","
                                 "enum {" ASSAY_UNARY_OPS(X) "};"
#undef X
#define UB(name, saved, english) #name ","
                                                             "enum { None,"
#include "semantics/ub.def"
                                                             "};\n"
#undef UB
                                                             "enum { RuleC, RuleCxx11, RuleCxx20 };\n";

const char* const kPeer = R"(
typedef signed char s8; typedef short s16; typedef int s32; typedef long long s64; typedef __int128 s128;
typedef unsigned char u8; typedef unsigned short u16; typedef unsigned u32; typedef unsigned long long u64;
typedef unsigned __int128 u128;

// The exact result does not fit: told by 128 bits for narrower types.
#define WIDE_OVERFLOW(T) \
    static int T##_overflow(int op, T a, T b) { \
        s128 exact = op == Add ? (s128)a + b : op == Sub ? (s128)a - b : (s128)a * b; \
        return exact != (T)exact; \
    } \
    static int T##_shl_fits(T a, int n, int bits) { return (u128)a << n >> bits == 0; }
WIDE_OVERFLOW(s8) WIDE_OVERFLOW(s16) WIDE_OVERFLOW(s32) WIDE_OVERFLOW(s64)
static int s128_overflow(int op, s128 a, s128 b) {
    s128 r = op == Add ? a + b : op == Sub ? a - b : a * b;
    if (op == Add) return b < 0 ? r >= a : r < a;
    if (op == Sub) return b < 0 ? r <= a : r > a;
    if (a == 0) return 0;
    if (a == -1) return b == -b && b != 0;
    return r / a != b;
}
static int s128_shl_fits(s128 a, int n, int bits) {
    u128 limit = bits == 128 ? ~(u128)0 : ~(u128)0 >> 1;
    return n == 0 || (u128)a <= limit >> n;
}

#define PLAIN(T) \
    case And: r = (T)(a & b); break; case Or: r = (T)(a | b); break; case Xor: r = (T)(a ^ b); break; \
    case Lt: r = a < b; break; case Le: r = a <= b; break; case Gt: r = a > b; break; \
    case Ge: r = a >= b; break; case Eq: r = a == b; break; case Ne: r = a != b; break; \
    case Add: r = (T)(a + b); break; case Sub: r = (T)(a - b); break; case Mul: r = (T)(a * b); break; \
    case Div: r = (T)(a / b); break; case Rem: r = (T)(a % b); break; \
    case Shl: r = (T)(a << n); break; case Shr: r = (T)(a >> n); break;

#define BINARY(T, WIDTH, SIGNED_CHECKS) \
    static int T##_binary(int op, T a, u128 right, int count_signed, int rule, u128 *out) { \
        T b = (T)right, r = 0; \
        int n = (int)right; \
        if (op == Shl || op == Shr) { \
            if (count_signed && (s128)right < 0) return ShiftNegative; \
            if (right >= WIDTH) return ShiftTooFar; \
        } \
        if ((op == Div || op == Rem) && b == 0) return DivideByZero; \
        SIGNED_CHECKS \
        switch (op) { PLAIN(T) } \
        *out = (u128)r; \
        return None; \
    }
#define SIGNED_CHECKS(T, WIDTH) \
    if (op <= Mul && T##_overflow(op, a, b)) return SignedOverflow; \
    if ((op == Div || op == Rem) && b == -1 && T##_overflow(Sub, 0, a)) return DivisionOverflow; \
    if (op == Shl && rule != RuleCxx20) { \
        if (a < 0) return ShiftOfNegative; \
        if (!T##_shl_fits(a, n, rule == RuleC ? WIDTH - 1 : WIDTH)) return ShiftOverflow; \
    }
#define UNARY(T, NEGATION_OVERFLOWS) \
    static int T##_unary(int op, T a, u128 *out) { \
        if (op == Minus && (NEGATION_OVERFLOWS)) return SignedOverflow; \
        T r = op == Plus ? (T)+a : op == Minus ? (T)-a : op == BitNot ? (T)~a : (T)!a; \
        *out = (u128)r; \
        return None; \
    }
#define BOTH(WIDTH) \
    BINARY(s##WIDTH, WIDTH, SIGNED_CHECKS(s##WIDTH, WIDTH)) BINARY(u##WIDTH, WIDTH, ) \
    UNARY(s##WIDTH, s##WIDTH##_overflow(Sub, 0, a)) UNARY(u##WIDTH, 0)
BOTH(8) BOTH(16) BOTH(32) BOTH(64) BOTH(128)

// By pointer: gcc and clang differ on a 128-bit argument for which a single register is left.
#define EACH(X) X(8) X(16) X(32) X(64) X(128)
int peer_binary(int op, int width, int is_signed, u128 *a, u128 *b, int count_signed, int rule, u128 *out) {
#define X(W) if (width == W) return is_signed ? s##W##_binary(op, (s##W)*a, *b, count_signed, rule, out) \
                                              : u##W##_binary(op, (u##W)*a, *b, count_signed, rule, out);
    EACH(X)
#undef X
    return -1;
}
int peer_unary(int op, int width, int is_signed, u128 *a, u128 *out) {
#define X(W) if (width == W) return is_signed ? s##W##_unary(op, (s##W)*a, out) : u##W##_unary(op, (u##W)*a, out);
    EACH(X)
#undef X
    return -1;
}
void peer_convert(u128 *a, int width, int is_signed, int is_bool, u128 *out) {
    if (is_bool) { *out = (_Bool)*a; return; }
#define X(W) if (width == W) *out = is_signed ? (u128)(s##W)*a : (u128)(u##W)*a;
    EACH(X)
}
)";

using PeerBinary = int(int op, int width, int is_signed, const UInt128* a, const UInt128* b, int count_signed,
                       int rule, UInt128* out);
using PeerUnary = int(int op, int width, int is_signed, const UInt128* a, UInt128* out);
using PeerConvert = void(const UInt128* a, int width, int is_signed, int is_bool, UInt128* out);

constexpr ShiftRule kRules[] = {ShiftRule::C, ShiftRule::Cxx11, ShiftRule::Cxx20};

std::vector<IntShape> real_shapes() {
    std::vector<IntShape> shapes;
    for (const int width : {8, 16, 32, 64, 128})
        for (const bool is_signed : {false, true}) shapes.push_back({static_cast<uint8_t>(width), is_signed});
    return shapes;
}

std::string text(IntShape shape) { return (shape.is_signed ? "s" : "u") + std::to_string(shape.width); }
std::string text(UInt128 value, IntShape shape) {
    return shape.is_signed ? base::to_text(static_cast<Int128>(value)) : base::to_text(value);
}

// A few values around each limit and each power of two, small ones, and any: uniform bits would never
// overflow a 128-bit sum by one or divide by -1.
UInt128 operand(IntShape shape, int kind, uint64_t high, uint64_t low) {
    const UInt128 near = static_cast<UInt128>(low % 9) - 4;
    UInt128 bits = UInt128{high} << 64 | low;
    if (kind == 0) bits = near;
    if (kind == 1) bits = (high % 2 == 0 ? smallest(shape) : largest(shape)) + near;
    if (kind == 2) bits = (UInt128{1} << (high % 128)) + near;
    if (kind == 3) bits = static_cast<UInt128>(static_cast<Int128>(bits) >> (high % 128));
    return canonical(bits, shape);
}

// Kind and bits of two operands.
using RawPair = std::tuple<int, uint64_t, uint64_t, int, uint64_t, uint64_t>;

rc::Gen<RawPair> raw_pairs() {
    const auto word = rc::gen::resize(100, rc::gen::arbitrary<uint64_t>());
    const auto kind = rc::gen::inRange(0, 5);
    return rc::gen::tuple(kind, word, word, kind, word, word);
}

class CompiledInteger : public testing::TestWithParam<const char*> {
  protected:
    void SetUp() override {
        if (!CompiledPeer::has_compiler(GetParam())) GTEST_SKIP() << "there is no " << GetParam();
        peer_.emplace(GetParam(), std::string(kNames) + kPeer, std::vector<std::string>{"-O1", "-fwrapv"});
        binary_ = peer_->function<PeerBinary>("peer_binary");
        unary_ = peer_->function<PeerUnary>("peer_unary");
        convert_ = peer_->function<PeerConvert>("peer_convert");
    }

    // What differs, or nothing.
    std::string difference(BinaryOp op, UInt128 a, UInt128 b, IntShape shape, IntShape count_shape,
                           ShiftRule rule) {
        UInt128 bits = 0;
        const int ub = binary_(static_cast<int>(op), shape.width, shape.is_signed, &a, &b,
                               count_shape.is_signed, static_cast<int>(rule), &bits);
        const IntOutcome ours = binary(op, a, b, shape, count_shape, rule);
        seen_.insert(ours.ub);
        if (static_cast<int>(ours.ub) == ub && (!ours.ok() || ours.bits == bits)) return "";
        const IntShape right = program::is_shift(op) ? count_shape : shape;
        return text(a, shape) + " " + std::string(c_spelling(op)) + " " + text(b, right) + " in " +
               text(shape) + ", count " + text(count_shape) + ", rule " +
               std::to_string(static_cast<int>(rule)) + ": ours " +
               (ours.ok() ? text(ours.bits, shape) : std::string(saved_name(ours.ub))) + ", compiled " +
               (ub == 0 ? text(bits, shape) : std::string(saved_name(static_cast<Ub>(ub))));
    }

    std::string difference_of_any_operator(UInt128 a, UInt128 b, IntShape shape) {
        for (int i = 0; i < program::kBinaryOpCount; ++i) {
            const auto op = static_cast<BinaryOp>(i);
            if (!program::is_shift(op)) {
                std::string found = difference(op, a, b, shape, shape, ShiftRule::C);
                if (!found.empty()) return found;
                continue;
            }
            for (const IntShape count_shape : real_shapes())
                for (const ShiftRule rule : kRules)
                    // As it is (mostly too far), and made small.
                    for (const UInt128 count :
                         {convert(b, count_shape), convert(b % 160 - 16, count_shape)}) {
                        std::string found = difference(op, a, count, shape, count_shape, rule);
                        if (!found.empty()) return found;
                    }
        }
        return "";
    }

    std::string difference_of_unary_and_conversions(UInt128 a, IntShape shape) {
        for (int i = 0; i < program::kUnaryOpCount; ++i) {
            UInt128 bits = 0;
            const int ub = unary_(i, shape.width, shape.is_signed, &a, &bits);
            const IntOutcome ours = unary(static_cast<UnaryOp>(i), a, shape);
            if (static_cast<int>(ours.ub) != ub || (ours.ok() && ours.bits != bits))
                return std::string(c_spelling(static_cast<UnaryOp>(i))) + text(a, shape) + " in " +
                       text(shape);
        }
        std::vector<IntShape> targets = real_shapes();
        targets.push_back({8, false, true});
        for (const IntShape to : targets) {
            UInt128 bits = 0;
            convert_(&a, to.width, to.is_signed, to.is_bool, &bits);
            if (convert(a, to) != bits) return text(a, shape) + " from " + text(shape) + " to " + text(to);
        }
        return "";
    }

    std::set<Ub> seen_;

  private:
    std::optional<CompiledPeer> peer_;
    PeerBinary* binary_ = nullptr;
    PeerUnary* unary_ = nullptr;
    PeerConvert* convert_ = nullptr;
};

TEST_P(CompiledInteger, AgreesOnRandomOperands) {
    for (const IntShape shape : real_shapes())
        expect_property("integers of " + text(shape), 5000, [&] {
            const auto [kind_a, high_a, low_a, kind_b, high_b, low_b] = *raw_pairs();
            const UInt128 a = operand(shape, kind_a, high_a, low_a);
            const UInt128 b = operand(shape, kind_b, high_b, low_b);
            for (const std::string& found :
                 {difference_of_any_operator(a, b, shape), difference_of_unary_and_conversions(a, shape)})
                if (!found.empty()) RC_FAIL(found);
        });
}

TEST_P(CompiledInteger, AgreesOnAllPairsOfEdges) {
    for (const IntShape shape : real_shapes()) {
        std::vector<UInt128> edges;
        for (uint64_t near = 0; near < 9; ++near)
            for (const uint64_t which : {0, 1, 8, 31, 63})
                for (const int kind : {0, 1, 2}) edges.push_back(operand(shape, kind, which, near));
        const std::set<UInt128> unique(edges.begin(), edges.end());
        seen_.clear();
        for (const UInt128 a : unique) {
            ASSERT_EQ(difference_of_unary_and_conversions(a, shape), "");
            for (const UInt128 b : unique) ASSERT_EQ(difference_of_any_operator(a, b, shape), "");
        }
        std::set expected{Ub::None, Ub::DivideByZero, Ub::ShiftNegative, Ub::ShiftTooFar};
        if (shape.is_signed)
            expected.merge(
                std::set{Ub::SignedOverflow, Ub::DivisionOverflow, Ub::ShiftOfNegative, Ub::ShiftOverflow});
        EXPECT_EQ(seen_, expected) << text(shape);
    }
}

INSTANTIATE_TEST_SUITE_P(Kernel, CompiledInteger, testing::Values("gcc", "clang"),
                         [](const auto& of) { return std::string(of.param); });

TEST(CompiledIntegers, AtLeastOneCompilerIsThere) {
    EXPECT_TRUE(CompiledPeer::has_compiler("gcc") || CompiledPeer::has_compiler("clang"));
}

} // namespace
} // namespace assay::semantics
