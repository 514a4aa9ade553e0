// A switch over empty blocks.
#include "base/hash.h"
#include "program/typing.h"
#include "transform/kit/additions.h"
#include "transform/kit/args.h"
#include "transform/kit/cases.h"
#include "transform/kit/inverse.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

using program::Build;

class AddSwitch final : public TransformOf<AddSwitchArgs> {
  public:
    AddSwitch()
        : TransformOf(
              {.name = "add-switch",
               .precondition = "a place in a block; the subject is a number, or a variable that is static or "
                               "a parameter",
               .effect = "adds switch (c) with several cases and a default, each an empty block with a "
                         "break behind it or not",
               .flags = {.preserves = true},
               .sites = Sites::Blocks}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t word, const Offer& offer) const override {
        const Program& p = view.program();
        const Gap gap = pick_gap(view, site, word);
        const uint64_t w = base::scramble(word);
        const VarId var = w % 2 == 0 && !p.globals.empty() ? p.globals[(w >> 4) % p.globals.size()] : VarId{};
        offer({gap.before, var ? 0 : (w >> 20) % 9, var, 1 + static_cast<uint32_t>((w >> 30) % 6), w >> 8,
               static_cast<uint32_t>((w >> 36) % 256)});
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        if (!takes_statement(view, gap_of(step))) return false;
        if (step.count == 0 || step.count > kMostCases || step.breaks > 65535) return false;
        const VarId var = step.var;
        if (var) return step.number == 0 && is_readable_number(view, gap_of(step), var);
        return semantics::convert(step.number, shape_of_part(p, program::type::Int, -1)) == step.number;
    }

    bool is_safe(const View& view, const Named& step) const override {
        return !step.var || is_safe_to_read(view, step.site, step.var);
    }

    void perform(Program& p, const Named& step) const override {
        Build build(p);
        const VarId var = step.var;
        const TypeId type = var ? program::promoted_type(p, number_of(p, var)) : program::type::Int;
        const NodeId subject =
            var ? build.ref(var) : build.integer(static_cast<int>(static_cast<Int128>(step.number)));
        const std::vector<UInt128> labels = labels_of(shape_of_part(p, type, -1), step.count, step.word);
        const uint32_t default_at = default_position(step.count, step.word);
        std::vector<NodeId> body;
        const auto fill = [&](NodeId label, uint32_t place) {
            body.push_back(label);
            body.push_back(build.block({}));
            if ((step.breaks >> place & 1) != 0) body.push_back(build.break_());
        };
        for (uint32_t i = 0; i <= step.count; ++i) {
            if (i == default_at) fill(build.default_(), step.count);
            if (i < step.count) fill(build.case_(build.integer(type, static_cast<Int128>(labels[i]))), i);
        }
        add_to(p, gap_of(step), build.switch_(subject, build.block(body)));
    }
};

} // namespace

const Transform& add_switch() {
    static const AddSwitch transform;
    return transform;
}

} // namespace assay::transform
