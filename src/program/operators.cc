#include "program/operators.h"

#include <array>

namespace assay::program {
namespace {

constexpr std::array kUnarySpelling{
#define X(name, c, saved) std::string_view(c),
    ASSAY_UNARY_OPS(X)
#undef X
};
constexpr std::array kUnarySaved{
#define X(name, c, saved) std::string_view(saved),
    ASSAY_UNARY_OPS(X)
#undef X
};
constexpr std::array kBinarySpelling{
#define X(name, c) std::string_view(c),
    ASSAY_BINARY_OPS(X)
#undef X
};
static_assert(kUnarySpelling.size() == kUnaryOpCount && kBinarySpelling.size() == kBinaryOpCount);

template <typename Op, size_t N>
std::optional<Op> find(const std::array<std::string_view, N>& names, std::string_view wanted) {
    for (size_t i = 0; i < N; ++i)
        if (names[i] == wanted) return static_cast<Op>(i);
    return std::nullopt;
}

} // namespace

std::string_view c_spelling(UnaryOp op) { return kUnarySpelling[static_cast<size_t>(op)]; }
std::string_view c_spelling(BinaryOp op) { return kBinarySpelling[static_cast<size_t>(op)]; }
std::string_view saved_name(UnaryOp op) { return kUnarySaved[static_cast<size_t>(op)]; }
std::optional<UnaryOp> unary_op_named(std::string_view saved) { return find<UnaryOp>(kUnarySaved, saved); }
std::optional<BinaryOp> binary_op_named(std::string_view saved) {
    return find<BinaryOp>(kBinarySpelling, saved);
}

} // namespace assay::program
