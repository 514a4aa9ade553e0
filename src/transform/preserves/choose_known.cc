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

class ChooseKnown final : public Transform {
  public:
    ChooseKnown()
        : Transform({.name = "choose-known",
                     .precondition = "a number or pointer where its value alone is wanted",
                     .effect = "e becomes true ? e : x or false ? x : e, where x is zero or a copy of e",
                     .flags = {.preserves = true},
                     .arg_count = 2 + kTruthArgs}) {} // which arm is taken, is the other a copy?, condition

  private:
    void suggest(const View& view, NodeId site, uint64_t word, std::vector<Step>& out) const override {
        if (!wants_value(view, site)) return;
        const bool taken = (word & 1) != 0;
        const bool is_number = number_type(view.program(), site) != program::type::Void;
        const UInt128 copy = !is_number || (word & 2) != 0 ? 1 : 0;
        const auto truth = truth_args(taken, word >> 2);
        out.push_back(step_at(site, {taken ? 1u : 0u, copy, truth[0], truth[1], truth[2]}));
    }

    bool can(const View& view, const Step& step) const override {
        if (step.args[0] > 1 || step.args[1] > 1 || !wants_value(view, step.site)) return false;
        if (!is_truth(std::span(step.args).subspan(2), step.args[0] == 1)) return false;
        if (step.args[1] == 1) return view.size(step.site) <= kLargestClone;
        return number_type(view.program(), step.site) != program::type::Void;
    }

    void perform(Program& p, const Step& step) const override {
        program::Build build(p);
        const TypeId type = program::value_type(p, step.site);
        const NodeId value = moved_out(p, step.site);
        const bool is_float = program::is_floating(p.types.kind(type));
        const NodeId other = step.args[1] == 1 ? program::clone(p, value)
                             : is_float        ? build.real(type, 0)
                                               : build.integer(type, 0);
        const NodeId condition = build_truth(build, std::span(step.args).subspan(2));
        const bool taken = step.args[0] == 1;
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
