// An expression that always had one value becomes this value.
#include "program/build.h"
#include "transform/kit/edit.h"
#include "transform/kit/inverse.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class ReplaceByValue final : public Transform {
  public:
    ReplaceByValue()
        : Transform({.name = "replace-by-value",
                     .precondition = "an integer that is no constant, where its value alone is wanted, and "
                                     "that had the same value "
                                     "each time it was computed",
                     .effect = "e becomes the value, as a constant of its type (its side effects are lost)",
                     .flags = {.shrinks = true},
                     .arg_count = 1}) {} // the value

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        const NodeProfile* seen = view.profile(site);
        if (seen == nullptr || seen->runs == 0 || seen->smallest != seen->largest) return;
        out.push_back(step_at(site, {static_cast<UInt128>(Int128{seen->smallest})}));
    }

    bool can(const View& view, const Step& step) const override {
        const Program& p = view.program();
        if (is_literal(p[step.site]) || !wants_value(view, step.site)) return false;
        const TypeId type = integer_type(p, step.site);
        if (type == program::type::Void) return false;
        return semantics::convert(step.args[0], shape_of(p.types.kind(type), p.platform.target)) ==
               step.args[0];
    }

    bool is_safe(const View& view, const Step& step) const override {
        const NodeProfile* seen = view.profile(step.site);
        if (seen == nullptr || seen->runs == 0) return false;
        // At the ends it may have been cut to 64 bits.
        if (seen->smallest == INT64_MIN || seen->largest == INT64_MAX) return false;
        const auto value = static_cast<Int128>(step.args[0]);
        return value == seen->smallest && value == seen->largest;
    }

    void perform(Program& p, const Step& step) const override {
        const TypeId type = integer_type(p, step.site);
        become(p, step.site, program::Build(p).integer(type, static_cast<Int128>(step.args[0])));
    }
};

} // namespace

const Transform& replace_by_value() {
    static const ReplaceByValue transform;
    return transform;
}

} // namespace assay::transform
