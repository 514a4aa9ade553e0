// An expression that always had one value becomes this value.
#include "program/build.h"
#include "transform/kit/args.h"
#include "transform/kit/edit.h"
#include "transform/kit/inverse.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class ReplaceByValue final : public TransformOf<ValueArgs> {
  public:
    ReplaceByValue()
        : TransformOf({.name = "replace-by-value",
                       .precondition =
                           "an integer that is not a constant, where its value alone is wanted, and "
                           "that had the same value "
                           "each time it was computed",
                       .effect = "e becomes the value, as a constant of its type (its side effects are lost)",
                       .flags = {.shrinks = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t, const Offer& offer) const override {
        const NodeProfile* seen = view.profile(site);
        if (seen == nullptr || seen->runs == 0 || seen->smallest != seen->largest) return;
        offer({static_cast<UInt128>(Int128{seen->smallest})});
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        if (is_literal(p[step.site]) || !wants_value(view, step.site)) return false;
        const TypeId type = integer_type(p, step.site);
        if (type == program::type::Void) return false;
        return is_value_of(p, p.types.kind(type), step.value);
    }

    bool is_safe(const View& view, const Named& step) const override {
        const NodeProfile* seen = view.profile(step.site);
        if (seen == nullptr || seen->runs == 0) return false;
        // At the ends it may have been cut to 64 bits.
        if (seen->smallest == INT64_MIN || seen->largest == INT64_MAX) return false;
        const auto value = static_cast<Int128>(step.value);
        return value == seen->smallest && value == seen->largest;
    }

    void perform(Program& p, const Named& step) const override {
        const TypeId type = integer_type(p, step.site);
        become(p, step.site, program::Build(p).integer(type, static_cast<Int128>(step.value)));
    }
};

} // namespace

const Transform& replace_by_value() {
    static const ReplaceByValue transform;
    return transform;
}

} // namespace assay::transform
