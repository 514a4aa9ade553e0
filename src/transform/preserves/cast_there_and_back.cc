// A value goes through another type that can hold it.
#include "program/build.h"
#include "transform/kit/edit.h"
#include "transform/kit/inverse.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

#include <optional>

namespace assay::transform {
namespace {

constexpr auto kFirstThrough = TypeKind::Bool, kLastThrough = TypeKind::Double;
constexpr uint64_t kThrough = static_cast<uint64_t>(kLastThrough) - static_cast<uint64_t>(kFirstThrough) + 1;

struct Range {
    Int128 first, last;
    bool holds(const Range& other) const { return first <= other.first && other.last <= last; }
};

// Of the integers that the type represents exactly; of unsigned __int128 the lower half.
Range range_of(TypeKind kind, const program::Target& target) {
    if (program::is_floating(kind)) {
        const Int128 end = Int128{1} << (kind == TypeKind::Float ? 24 : 53);
        return {-end, end};
    }
    const semantics::IntShape shape = shape_of(kind, target);
    if (shape.width == 128 && !shape.is_signed) return {0, static_cast<Int128>(~UInt128{0} >> 1)};
    return {static_cast<Int128>(smallest(shape)), static_cast<Int128>(largest(shape))};
}

std::optional<Range> seen_range(const View& view, NodeId expr) {
    const NodeProfile* seen = view.profile(expr);
    if (seen == nullptr || seen->runs == 0) return std::nullopt;
    if (seen->smallest == INT64_MIN || seen->largest == INT64_MAX)
        return std::nullopt; // perhaps cut to 64 bits
    return Range{seen->smallest, seen->largest};
}

struct CastArgs {
    TypeKind through = {};
};

class CastThereAndBack final : public TransformOf<CastArgs> {
  public:
    CastThereAndBack()
        : TransformOf({.name = "cast-there-and-back",
                       .precondition = "an integer where its value alone is wanted, and another type that "
                                       "represents every value of "
                                       "its type or at least every value seen",
                       .effect = "e of type T becomes (T)(U)e",
                       .flags = {.preserves = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t word, const Offer& offer) const override {
        if (wants_value(view, site))
            offer({static_cast<TypeKind>(static_cast<uint64_t>(kFirstThrough) + word % kThrough)});
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        if (!wants_value(view, step.site) || integer_type(p, step.site) == program::type::Void) return false;
        if (step.through < kFirstThrough || step.through > kLastThrough) return false;
        if (step.through == p.types.kind(p[step.site].type)) return false;
        const bool is_wide = program::is_wide(step.through);
        return !is_wide || p.platform.target.has_int128;
    }

    bool is_safe(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const TypeKind kind = p.types.kind(p[step.site].type);
        const Range through = range_of(step.through, p.platform.target);
        if (kind != TypeKind::UInt128 && through.holds(range_of(kind, p.platform.target))) return true;
        if (view.is_dead(step.site)) return true;
        const std::optional<Range> seen = seen_range(view, step.site);
        return seen && through.holds(*seen);
    }

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const TypeId type = integer_type(p, step.site);
        const NodeId value = moved_out(p, step.site);
        const NodeId there = build.cast(program::basic(step.through), value);
        become(p, step.site, build.cast(type, there));
    }
};

} // namespace

const Transform& cast_there_and_back() {
    static const CastThereAndBack transform;
    return transform;
}

} // namespace assay::transform
