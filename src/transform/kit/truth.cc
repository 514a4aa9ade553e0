#include "transform/kit/truth.h"

#include "base/hash.h"
#include "transform/kit/inverse.h"

namespace assay::transform {

using program::BinaryOp;
using semantics::IntShape;
using semantics::ShiftRule;

namespace {

constexpr int kComparisons = 6;

BinaryOp comparison(UInt128 arg) {
    return static_cast<BinaryOp>(static_cast<int>(BinaryOp::Lt) + static_cast<int>(arg) - 1);
}

} // namespace

std::array<UInt128, kTruthArgs> truth_args(bool wanted, uint64_t word) {
    const uint64_t which = word % (kComparisons + 1);
    const UInt128 plain = wanted ? 1 : 0;
    if (which == 0) return {0, plain, 0};
    const auto operands =
        operands_for(comparison(which), plain, IntShape{}, ShiftRule::C, base::scramble(word));
    if (!operands) return {0, plain, 0};
    return {which, operands->left, operands->right};
}

bool is_truth(std::span<const UInt128> args, bool wanted) {
    const UInt128 plain = wanted ? 1 : 0;
    if (args[0] == 0) return args[1] == plain && args[2] == 0;
    return args[0] <= kComparisons &&
           yields(comparison(args[0]), {args[1], args[2]}, plain, IntShape{}, ShiftRule::C);
}

NodeId build_truth(program::Build& build, std::span<const UInt128> args) {
    const NodeId left = build.integer(program::type::Int, static_cast<Int128>(args[1]));
    if (args[0] == 0) return left;
    return build.binary(comparison(args[0]), left,
                        build.integer(program::type::Int, static_cast<Int128>(args[2])));
}

} // namespace assay::transform
