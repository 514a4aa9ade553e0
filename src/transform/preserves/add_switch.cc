// A switch over empty blocks.
#include "base/hash.h"
#include "program/typing.h"
#include "transform/kit/additions.h"
#include "transform/kit/cases.h"
#include "transform/kit/inverse.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

using program::Build;

class AddSwitch final : public Transform {
  public:
    AddSwitch()
        : Transform({.name = "add-switch",
                     .precondition =
                         "a place in a block; the subject is a number, or a variable that is static or "
                         "a parameter",
                     .effect = "adds switch (c) with several cases and a default, each an empty block with a "
                               "break behind it or not",
                     .flags = {.preserves = true},
                     .arg_count = 6}) {} // before, number, variable, how many, word, bits: which break

  private:
    void suggest(const View& view, NodeId site, uint64_t word, std::vector<Step>& out) const override {
        const Program& p = view.program();
        if (view[site].kind != NodeKind::Block) return;
        const Gap gap = pick_gap(view, site, word);
        const uint64_t w = base::scramble(word);
        const VarId var = w % 2 == 0 && !p.globals.empty() ? p.globals[(w >> 4) % p.globals.size()] : VarId{};
        out.push_back(step_at(site, {gap.before.index, var ? 0 : (w >> 20) % 9, var.index, 1 + (w >> 30) % 6,
                                     w >> 8, (w >> 36) % 256}));
    }

    bool can(const View& view, const Step& step) const override {
        const Program& p = view.program();
        if (!takes_statement(view, gap_of(step))) return false;
        if (step.args[3] == 0 || step.args[3] > kMostCases || step.args[4] > UINT64_MAX ||
            step.args[5] > 65535)
            return false;
        const VarId var = step.var(2);
        if (var) return step.args[1] == 0 && is_readable_number(view, gap_of(step), var);
        return semantics::convert(step.args[1], shape_of_part(p, program::type::Int, -1)) == step.args[1];
    }

    bool is_safe(const View& view, const Step& step) const override {
        const Program& p = view.program();
        if (!step.var(2)) return true;
        const program::Var& var = p[step.var(2)];
        return (var.is_static_storage() && !is_in_pure_code(view, step.site) &&
                (!view.use(step.var(2)).written() || view.function(step.site) == p.entry)) ||
               var.storage == program::Storage::Param;
    }

    void perform(Program& p, const Step& step) const override {
        Build build(p);
        const VarId var = step.var(2);
        const TypeId type = var ? program::promoted_type(p, number_of(p, var)) : program::type::Int;
        const NodeId subject =
            var ? build.ref(var) : build.integer(static_cast<int>(static_cast<Int128>(step.args[1])));
        const auto count = static_cast<uint32_t>(step.args[3]);
        const auto word = static_cast<uint64_t>(step.args[4]);
        const std::vector<UInt128> labels = labels_of(shape_of_part(p, type, -1), count, word);
        const uint32_t default_at = default_position(count, word);
        std::vector<NodeId> body;
        const auto fill = [&](NodeId label, uint32_t place) {
            body.push_back(label);
            body.push_back(build.block({}));
            if ((step.args[5] >> place & 1) != 0) body.push_back(build.break_());
        };
        for (uint32_t i = 0; i <= count; ++i) {
            if (i == default_at) fill(build.default_(), count);
            if (i < count) fill(build.case_(build.integer(type, static_cast<Int128>(labels[i]))), i);
        }
        add_to(p, step, build.switch_(subject, build.block(body)));
    }
};

} // namespace

const Transform& add_switch() {
    static const AddSwitch transform;
    return transform;
}

} // namespace assay::transform
