// A function loses static, inline, noinline, pure or const.
#include "transform/kit/edit.h"
#include "transform/registry.h"

#include <algorithm>
#include <array>

namespace assay::transform {
namespace {

constexpr std::array<uint8_t, 5> kDroppable{program::kFuncStatic, program::kFuncInline,
                                            program::kFuncNoinline, program::kFuncPure, program::kFuncConst};

struct AttributeArgs {
    uint8_t flag = 0;
};

class DropAttribute final : public TransformOf<AttributeArgs> {
  public:
    DropAttribute()
        : TransformOf({.name = "drop-attribute",
                       .precondition =
                           "the body of a function with attribute static (not inline as well), inline, "
                           "noinline, pure or const",
                       .effect = "the function no longer has the attribute",
                       .flags = {.shrinks = true},
                       .sites = Sites::Bodies}) {}

  private:
    void suggest(const View&, NodeId, uint64_t, const Offer& offer) const override {
        for (const uint8_t flag : kDroppable) offer({flag});
    }

    bool can(const View& view, const Named& step) const override {
        const bool known = std::ranges::find(kDroppable, step.flag) != kDroppable.end();
        const uint8_t flags = view.program()[view.function(step.site)].flags;
        // C knows no inline alone.
        if (step.flag == program::kFuncStatic && (flags & program::kFuncInline) != 0) return false;
        return known && (flags & step.flag) != 0;
    }

    void perform(Program& p, const Named& step) const override {
        program::Func& func = p[function_of(p, step.site)];
        func.flags = static_cast<uint8_t>(func.flags & ~step.flag);
    }
};

} // namespace

const Transform& drop_attribute() {
    static const DropAttribute transform;
    return transform;
}

} // namespace assay::transform
