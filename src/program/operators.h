// The operators of the model: one list, from which the enums, their C spelling and their names in saved text
// are made.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace assay::program {

// ASSAY_UNARY(Name, C spelling, saved name)
#define ASSAY_UNARY_OPS(X)                                                                                   \
    X(Plus, "+", "plus")                                                                                     \
    X(Minus, "-", "neg")                                                                                     \
    X(BitNot, "~", "~")                                                                                      \
    X(Not, "!", "!")

// ASSAY_BINARY(Name, C spelling): the saved name is the C spelling. The comparisons come last.
#define ASSAY_BINARY_OPS(X)                                                                                  \
    X(Add, "+")                                                                                              \
    X(Sub, "-")                                                                                              \
    X(Mul, "*")                                                                                              \
    X(Div, "/")                                                                                              \
    X(Rem, "%")                                                                                              \
    X(Shl, "<<")                                                                                             \
    X(Shr, ">>")                                                                                             \
    X(And, "&")                                                                                              \
    X(Or, "|")                                                                                               \
    X(Xor, "^")                                                                                              \
    X(Lt, "<")                                                                                               \
    X(Le, "<=")                                                                                              \
    X(Gt, ">")                                                                                               \
    X(Ge, ">=")                                                                                              \
    X(Eq, "==")                                                                                              \
    X(Ne, "!=")

enum class UnaryOp : uint8_t {
#define X(name, c, saved) name,
    ASSAY_UNARY_OPS(X)
#undef X
};

enum class BinaryOp : uint8_t {
#define X(name, c) name,
    ASSAY_BINARY_OPS(X)
#undef X
};

enum class LogicalOp : uint8_t { And, Or };
enum class IncDecOp : uint8_t { PreInc, PreDec, PostInc, PostDec };

inline constexpr int kUnaryOpCount = 4;
inline constexpr int kBinaryOpCount = 16;

std::string_view c_spelling(UnaryOp op);
std::string_view c_spelling(BinaryOp op);
std::string_view saved_name(UnaryOp op);
std::optional<UnaryOp> unary_op_named(std::string_view saved);
std::optional<BinaryOp> binary_op_named(std::string_view saved);

// The operator that does the same with its operands exchanged, or itself if there is none.
constexpr BinaryOp mirrored(BinaryOp op) {
    switch (op) {
    case BinaryOp::Lt: return BinaryOp::Gt;
    case BinaryOp::Le: return BinaryOp::Ge;
    case BinaryOp::Gt: return BinaryOp::Lt;
    case BinaryOp::Ge: return BinaryOp::Le;
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::Mul:
    case BinaryOp::Div:
    case BinaryOp::Rem:
    case BinaryOp::Shl:
    case BinaryOp::Shr:
    case BinaryOp::And:
    case BinaryOp::Or:
    case BinaryOp::Xor:
    case BinaryOp::Eq:
    case BinaryOp::Ne: break;
    }
    return op;
}
constexpr bool is_comparison(BinaryOp op) { return op >= BinaryOp::Lt; }
constexpr bool is_shift(BinaryOp op) { return op == BinaryOp::Shl || op == BinaryOp::Shr; }
// Only integers have these; the others exist for floating point too.
constexpr bool is_integer_only(BinaryOp op) { return op >= BinaryOp::Rem && op <= BinaryOp::Xor; }

} // namespace assay::program
