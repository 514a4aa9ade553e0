#include "transform/kit/truth.h"

#include "base/hash.h"
#include "transform/kit/inverse.h"

namespace assay::transform {

using program::BinaryOp;
using semantics::IntShape;
using semantics::ShiftRule;

namespace {

constexpr uint32_t kComparisons = 6;

BinaryOp comparison(uint32_t number) {
    return static_cast<BinaryOp>(static_cast<uint32_t>(BinaryOp::Lt) + number - 1);
}

} // namespace

Truth some_truth(bool wanted, uint64_t word) {
    const auto which = static_cast<uint32_t>(word % (kComparisons + 1));
    const UInt128 plain = wanted ? 1 : 0;
    if (which == 0) return {0, plain, 0};
    const auto operands =
        operands_for(comparison(which), plain, IntShape{}, ShiftRule::C, base::scramble(word));
    if (!operands) return {0, plain, 0};
    return {which, operands->left, operands->right};
}

bool is_truth(const Truth& truth, bool wanted) {
    const UInt128 plain = wanted ? 1 : 0;
    if (truth.comparison == 0) return truth.left == plain && truth.right == 0;
    return truth.comparison <= kComparisons &&
           yields(comparison(truth.comparison), {truth.left, truth.right}, plain, IntShape{}, ShiftRule::C);
}

NodeId build_truth(program::Build& build, const Truth& truth) {
    const NodeId left = build.integer(program::type::Int, static_cast<Int128>(truth.left));
    if (truth.comparison == 0) return left;
    return build.binary(comparison(truth.comparison), left,
                        build.integer(program::type::Int, static_cast<Int128>(truth.right)));
}

} // namespace assay::transform
