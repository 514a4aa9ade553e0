#include "generate/grow/edges.h"

#include "generate/grow/sites.h"
#include "program/build.h"
#include "program/typing.h"
#include "program/walk.h"

#include <algorithm>
#include <optional>

namespace assay::generate::grow {

using base::Int128;
using program::BinaryOp;
using program::Build;
using program::IntegerForm;
using program::NodeId;
using program::NodeKind;
using program::Program;
using program::TypeId;
using semantics::Meaning;
namespace at = program::at;

namespace {

constexpr choice::Coin kConstant{"grow.edge.constant", 60};
constexpr choice::Coin kDistance{"grow.edge.distance", 30};
constexpr choice::Coin kAbove{"grow.edge.above", 50};

struct Range {
    Int128 low, high;
};

bool holds(IntegerForm form, Int128 value) {
    if (form.width == 128) return form.is_signed || value >= 0;
    if (!form.is_signed && value < 0) return false;
    return static_cast<Int128>(canonical(static_cast<base::UInt128>(value), form)) == value;
}

// What is compared with the range so that the answer is what it was, and is another one step further.
// Nothing for an equality that held.
std::optional<Int128> edge(BinaryOp op, bool truth, Range range, bool above) {
    switch (op) {
    case BinaryOp::Lt: return truth ? range.high + 1 : range.low;
    case BinaryOp::Le: return truth ? range.high : range.low - 1;
    case BinaryOp::Gt: return truth ? range.low - 1 : range.high;
    case BinaryOp::Ge: return truth ? range.low : range.high + 1;
    case BinaryOp::Eq:
    case BinaryOp::Ne:
        if (truth == (op == BinaryOp::Eq)) return std::nullopt;
        return above ? range.high + 1 : range.low - 1;
    default: return std::nullopt;
    }
}

class Edges {
  public:
    Edges(Program& p, const Meaning& meaning, choice::Choices& c) : p_(p), meaning_(meaning), c_(c) {}

    void move(NodeId comparison) {
        const auto answer = seen(comparison);
        if (!answer || answer->low != answer->high) return;
        const bool truth = answer->low != 0;
        const BinaryOp op = p_[comparison].binary();
        const NodeId left = p_[comparison].child(at::Binary::left),
                     right = p_[comparison].child(at::Binary::right);
        const bool constant_left = is_constant(left), constant_right = is_constant(right);
        if (constant_left && constant_right) return;
        if (constant_right)
            move_constant(comparison, right, left, op, truth);
        else if (constant_left)
            move_constant(comparison, left, right, mirrored(op), truth);
        else
            move_by_distance(comparison, left, right, op, truth);
    }

  private:
    Program& p_;
    const Meaning& meaning_;
    choice::Choices& c_;

    bool is_constant(NodeId id) const { return p_[id].kind == NodeKind::IntConst; }
    IntegerForm form(TypeId type) const { return integer_form(p_.types.kind(type), p_.platform.target); }

    // The values that it had. The profile is cut off at 64 bits, and there nothing is certain.
    std::optional<Range> seen(NodeId id) const {
        if (id.index >= meaning_.profile.size()) return std::nullopt;
        const semantics::NodeProfile& profile = meaning_.profile[id.index];
        if (profile.runs == 0 || profile.smallest > profile.largest || profile.smallest == INT64_MIN ||
            profile.largest == INT64_MAX)
            return std::nullopt;
        return Range{profile.smallest, profile.largest};
    }
    // Both sides are compared as what they are: nothing negative becomes large.
    bool is_faithful(NodeId comparison, Range range, Int128 value) const {
        return form(program::operand_type(p_, p_[comparison])).is_signed || (range.low >= 0 && value >= 0);
    }

    void move_constant(NodeId comparison, NodeId constant, NodeId other, BinaryOp op, bool truth) {
        const auto range = seen(other);
        if (!range || !c_.pick(kConstant)) return;
        const auto value = edge(op, truth, *range, c_.pick(kAbove));
        const auto old = static_cast<Int128>(p_[constant].bits());
        // Beyond the type of the other side the answer would be plain to see.
        if (!value || !holds(form(p_[constant].type), *value) || !holds(form(p_[other].type), *value)) return;
        if (!is_faithful(comparison, *range, *value) || !is_faithful(comparison, *range, old)) return;
        p_[constant].set_bits(static_cast<base::UInt128>(*value));
    }

    // `a < b` becomes `a < b + 17`, where each had one value.
    void move_by_distance(NodeId comparison, NodeId left, NodeId right, BinaryOp op, bool truth) {
        constexpr Int128 kMost = 1'000'000'000;
        const auto a = seen(left), b = seen(right);
        if (!a || !b || a->low != a->high || b->low != b->high || !c_.pick(kDistance)) return;
        const auto value = edge(op, truth, *a, c_.pick(kAbove));
        if (!value || *value == b->low) return;
        const Int128 distance = *value - b->low;
        if (distance < -kMost || distance > kMost) return;
        if (!holds(form(p_[left].type), *value) || !holds(form(program::promoted(p_, right)), *value)) return;
        if (!is_faithful(comparison, *a, *value) || !is_faithful(comparison, *a, b->low)) return;
        Build build(p_);
        const NodeId by = build.integer(program::type::Int, distance < 0 ? -distance : distance);
        const NodeId moved = build.binary(distance < 0 ? BinaryOp::Sub : BinaryOp::Add, right, by);
        p_[comparison].slot[at::Binary::right] = moved.index;
    }
};

bool is_comparison_of_integers(const Program& p, NodeId id) {
    const program::Node& n = p[id];
    if (n.kind != NodeKind::Binary || !is_comparison(n.binary())) return false;
    return is_integer(p.types.kind(p[n.child(at::Binary::left)].type)) &&
           is_integer(p.types.kind(p[n.child(at::Binary::right)].type));
}

} // namespace

void move_to_edges(Program& program, const Meaning& meaning, choice::Choices& choices) {
    std::vector<NodeId> comparisons;
    program::walk(program, [&](NodeId id) {
        if (is_comparison_of_integers(program, id)) comparisons.push_back(id);
    });
    Edges edges(program, meaning, choices);
    for (const NodeId comparison : comparisons) edges.move(comparison);
}

std::span<const choice::Site* const> edge_sites() {
    static constexpr const choice::Site* all[]{&kConstant, &kDistance, &kAbove};
    return all;
}

} // namespace assay::generate::grow
