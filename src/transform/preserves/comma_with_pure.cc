// Something without effect is computed before a value.
#include "base/hash.h"
#include "program/build.h"
#include "program/walk.h"
#include "transform/kit/edit.h"
#include "transform/kit/inverse.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

constexpr uint32_t kLargestPure = 30;

struct CommaArgs {
    bool twice = false;
    UInt128 constant = 0; // else
};

class CommaWithPure final : public TransformOf<CommaArgs> {
  public:
    CommaWithPure()
        : TransformOf({.name = "comma-with-pure",
                       .precondition = "a number or pointer where its value alone is wanted; to be computed "
                                       "twice, it must have no "
                                       "side effects and read nothing volatile",
                       .effect = "e becomes (c, e) or (e, e)",
                       .flags = {.preserves = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t word, const Offer& offer) const override {
        if (!wants_value(view, site)) return;
        if ((word & 1) != 0)
            offer({.twice = true});
        else
            offer({.constant = edge_value(base::scramble(word), semantics::IntShape{})});
    }

    bool can(const View& view, const Named& step) const override {
        if (!wants_value(view, step.site)) return false;
        if (!step.twice) return semantics::canonical(step.constant, semantics::IntShape{}) == step.constant;
        return step.constant == 0 && view.size(step.site) <= kLargestPure;
    }

    bool is_safe(const View& view, const Named& step) const override {
        const Program& p = view.program();
        return !step.twice || (!has_effects(p, step.site) && !reads_volatile(p, step.site));
    }

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const NodeId value = moved_out(p, step.site);
        const NodeId first = step.twice
                                 ? program::clone(p, value)
                                 : build.integer(program::type::Int, static_cast<Int128>(step.constant));
        become(p, step.site, build.comma(first, value));
    }
};

} // namespace

const Transform& comma_with_pure() {
    static const CommaWithPure transform;
    return transform;
}

} // namespace assay::transform
