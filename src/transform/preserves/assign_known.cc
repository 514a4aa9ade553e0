// A statement that stores into a variable which nobody reads.
#include "base/hash.h"
#include "program/type_rules.h"
#include "program/typing.h"
#include "transform/kit/additions.h"
#include "transform/kit/assignments.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

using program::BinaryOp;

class AssignKnown final : public Transform {
  public:
    AssignKnown()
        : Transform(
              {.name = "assign-known",
               .precondition = "a place in a block, and a variable in scope that is neither read nor shown "
                               "nor pointed to; by += and the like an unsigned one",
               .effect = "adds x = c, x op= c, x op= y, ++x and the like, where x may be a part of the "
                         "variable and y is another one",
               .flags = {.preserves = true},
               .arg_count = 6}) {} // before, variable, path, form, is it a variable?, number or variable

  private:
    void suggest(const View& view, NodeId site, uint64_t word, std::vector<Step>& out) const override {
        const Program& p = view.program();
        if (view[site].kind != NodeKind::Block || p.vars.empty()) return;
        const Gap gap = pick_gap(view, site, word >> 8);
        for (uint64_t i = 0; i < 12; ++i) {
            const uint64_t w = base::scramble(word + i);
            const VarId var{static_cast<uint32_t>(w % p.vars.size())};
            if (!is_visible_in(view, gap, var)) continue;
            std::vector<Part> parts;
            parts_of(p, p[var].type, parts);
            if (parts.empty()) continue;
            const Part& part = parts[(w >> 32) % parts.size()];
            const UInt128 value = initial_value(p, w, 0, part.type, part.bits);
            Step step = step_at(site, {gap.before.index, var.index, part.path,
                                       (w >> 50) % 2 == 0 ? 0 : (w >> 54) % kAssignForms, 0, value});
            if (can(view, step) && is_safe(view, step)) return out.push_back(step);
        }
    }

    bool can(const View& view, const Step& step) const override {
        const Program& p = view.program();
        if (step.args[3] >= kAssignForms || step.args[4] > 1) return false;
        const VarId var = step.var(1);
        if (!takes_statement(view, gap_of(step)) || !is_visible_in(view, gap_of(step), var)) return false;
        const std::optional<Leaf> leaf = leaf_at(p, p[var].type, step.args[2]);
        if (!leaf || !program::is_integer(p.types.kind(leaf->type))) return false;
        if ((p.types.quals(leaf->type) & program::kConst) != 0 || holds_const_on_way(p, var, step.args[2]))
            return false;
        const FuncId func = view.function(step.site);
        if (!func || (p[func].flags & (program::kFuncPure | program::kFuncConst)) != 0) return false;
        if (is_step_form(step.args[3]) && p.types.kind(leaf->type) == TypeKind::Bool) return false;
        if (step.args[4] == 1) return is_readable_number(view, gap_of(step), step.var(5));
        const TypeId type = program::promoted_type(p, program::basic(p.types.kind(leaf->type)));
        const semantics::IntShape shape = shape_of_part(p, type, -1);
        return semantics::convert(step.args[5], shape) == step.args[5];
    }

    bool is_safe(const View& view, const Step& step) const override {
        const Program& p = view.program();
        const VarId var = step.var(1);
        const VarUse& use = view.use(var);
        if (use.refs != use.writes || use.addressed() || (p[var].is_global() && p[var].observed))
            return false;
        if (p[var].storage == program::Storage::Param || step.args[4] == 1) return false;
        if (p[var].is_static_storage() && is_in_pure_code(view, step.site)) return false;
        // A function may be called twice without an order in between.
        if (p[var].is_static_storage() && view.function(step.site) != p.entry) return false;
        if (step.args[3] == 0) return !leaf_at(p, p[var].type, step.args[2])->through_pointer;
        const Leaf leaf = *leaf_at(p, p[var].type, step.args[2]);
        const program::IntegerForm form = program::integer_form(p.types.kind(leaf.type), p.platform.target);
        const bool wraps = !form.is_signed && form.width >= 32 && leaf.bits < 0;
        const auto op = assign_op(step.args[3]);
        const bool never_fails =
            is_step_form(step.args[3]) || (op && *op <= BinaryOp::Mul) || (op && *op >= BinaryOp::And);
        return wraps && never_fails && p[var].is_static_storage() && !leaf.through_pointer &&
               p.types.kind(p[var].type) != TypeKind::Union && program::is_integer(p.types.kind(p[var].type));
    }

    // Is the variable or anything that the path leads through const?
    static bool holds_const_on_way(const Program& p, VarId var, UInt128 path) {
        TypeId type = p[var].type;
        if (!path && (p.types.quals(type) & program::kConst) != 0) return true;
        UInt128 done = 0;
        for (size_t i = 0; i < path_length(path); ++i) {
            if (p.types.kind(type) != TypeKind::Pointer && (p.types.quals(type) & program::kConst) != 0)
                return true;
            done = longer(done, i, static_cast<uint32_t>(path >> (8 * i)) & 255);
            type = leaf_at(p, p[var].type, done)->type;
        }
        return (p.types.quals(type) & program::kConst) != 0;
    }

    void perform(Program& p, const Step& step) const override {
        program::Build build(p);
        const NodeId target = build_path(build, step.var(1), step.args[2]);
        if (is_step_form(step.args[3]))
            return add_to(p, step, build.expr(build.incdec(step_op(step.args[3]), target)));
        const TypeId type = program::promoted_type(p, program::basic(p.types.kind(p[target].type)));
        const NodeId value = step.args[4] == 1 ? build.ref(step.var(5))
                                               : build.integer(type, static_cast<Int128>(step.args[5]));
        const auto op = assign_op(step.args[3]);
        add_to(p, step, build.expr(op ? build.compound(*op, target, value) : build.assign(target, value)));
    }
};

} // namespace

const Transform& assign_known() {
    static const AssignKnown transform;
    return transform;
}

} // namespace assay::transform
