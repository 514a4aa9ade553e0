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

class CommaWithPure final : public Transform {
  public:
    CommaWithPure()
        : Transform({.name = "comma-with-pure",
                     .precondition = "a number or pointer where its value alone is wanted; to be computed "
                                     "twice, it must have no "
                                     "side effects and read nothing volatile",
                     .effect = "e becomes (c, e) or (e, e)",
                     .flags = {.preserves = true},
                     .arg_count = 2}) {} // twice?, the constant

  private:
    void suggest(const View& view, NodeId site, uint64_t word, std::vector<Step>& out) const override {
        if (!wants_value(view, site)) return;
        if ((word & 1) != 0)
            out.push_back(step_at(site, {1, 0}));
        else
            out.push_back(step_at(site, {0, edge_value(base::scramble(word), semantics::IntShape{})}));
    }

    bool can(const View& view, const Step& step) const override {
        if (!wants_value(view, step.site)) return false;
        if (step.args[0] == 0)
            return semantics::canonical(step.args[1], semantics::IntShape{}) == step.args[1];
        return step.args[0] == 1 && step.args[1] == 0 && view.size(step.site) <= kLargestPure;
    }

    bool is_safe(const View& view, const Step& step) const override {
        const Program& p = view.program();
        return step.args[0] == 0 || (!has_effects(p, step.site) && !reads_volatile(p, step.site));
    }

    void perform(Program& p, const Step& step) const override {
        program::Build build(p);
        const NodeId value = moved_out(p, step.site);
        const NodeId first = step.args[0] == 1
                                 ? program::clone(p, value)
                                 : build.integer(program::type::Int, static_cast<Int128>(step.args[1]));
        become(p, step.site, build.comma(first, value));
    }
};

} // namespace

const Transform& comma_with_pure() {
    static const CommaWithPure transform;
    return transform;
}

} // namespace assay::transform
