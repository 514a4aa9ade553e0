// A value becomes one arm of a ?: that always takes this arm.
#include "program/typing.h"
#include "program/walk.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/kit/truth.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

constexpr uint32_t kLargestClone = 30;

struct ChooseArgs {
    bool taken = false; // which arm is taken
    bool copy = false;  // the other is a copy
    Truth truth;
};

class ChooseKnown final : public TransformOf<ChooseArgs> {
  public:
    ChooseKnown()
        : TransformOf({.name = "choose-known",
                       .precondition = "a number or pointer where its value alone is wanted",
                       .effect = "e becomes true ? e : x or false ? x : e, where x is zero or a copy of e",
                       .flags = {.preserves = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t word, const Offer& offer) const override {
        if (!wants_value(view, site)) return;
        const bool taken = (word & 1) != 0;
        const bool is_number = number_type(view.program(), site) != program::type::Void;
        const bool copy = !is_number || (word & 2) != 0;
        offer({taken, copy, some_truth(taken, word >> 2)});
    }

    bool can(const View& view, const Named& step) const override {
        if (!wants_value(view, step.site) || !is_truth(step.truth, step.taken)) return false;
        if (step.copy) return view.size(step.site) <= kLargestClone;
        return number_type(view.program(), step.site) != program::type::Void;
    }

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const TypeId type = program::value_type(p, step.site);
        const NodeId value = moved_out(p, step.site);
        const bool is_float = program::is_floating(p.types.kind(type));
        const NodeId other = step.copy  ? program::clone(p, value)
                             : is_float ? build.real(type, 0)
                                        : build.integer(type, 0);
        const NodeId condition = build_truth(build, step.truth);
        const bool taken = step.taken;
        become_value(p, step.site, build.conditional(condition, taken ? value : other, taken ? other : value),
                     type);
    }
};

} // namespace

const Transform& choose_known() {
    static const ChooseKnown transform;
    return transform;
}

} // namespace assay::transform
