// A function loses static, inline, noinline, pure or const.
#include "transform/registry.h"

#include <algorithm>
#include <array>

namespace assay::transform {
namespace {

constexpr std::array kDroppable{program::kFuncStatic, program::kFuncInline, program::kFuncNoinline,
                                program::kFuncPure, program::kFuncConst};

class DropAttribute final : public Transform {
  public:
    DropAttribute()
        : Transform({.name = "drop-attribute",
                     .precondition =
                         "the body of a function with attribute static (not inline as well), inline, "
                         "noinline, pure or const",
                     .effect = "the function no longer has the attribute",
                     .flags = {.shrinks = true},
                     .arg_count = 1}) {} // the attribute

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (view.parent(site) || !view.holds_stmt(site)) return;
        for (const unsigned flag : kDroppable) out.push_back(step_at(site, {flag}));
    }

    bool can(const View& view, const Step& step) const override {
        if (view.parent(step.site) || !view.holds_stmt(step.site)) return false;
        const bool known =
            std::ranges::any_of(kDroppable, [&](UInt128 flag) { return flag == step.args[0]; });
        const uint8_t flags = view.program()[view.function(step.site)].flags;
        // C knows no inline alone.
        if (step.args[0] == program::kFuncStatic && (flags & program::kFuncInline) != 0) return false;
        return known && (flags & static_cast<uint8_t>(step.args[0])) != 0;
    }

    void perform(Program& p, const Step& step) const override {
        const auto func = std::ranges::find(p.funcs, step.site, &program::Func::body);
        func->flags = static_cast<uint8_t>(func->flags & ~static_cast<uint8_t>(step.args[0]));
    }
};

} // namespace

const Transform& drop_attribute() {
    static const DropAttribute transform;
    return transform;
}

} // namespace assay::transform
