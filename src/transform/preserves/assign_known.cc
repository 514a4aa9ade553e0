// A statement that stores into a variable that is never read.
#include "base/hash.h"
#include "program/type_rules.h"
#include "program/typing.h"
#include "transform/kit/additions.h"
#include "transform/kit/args.h"
#include "transform/kit/assignments.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

using program::BinaryOp;

class AssignKnown final : public TransformOf<AssignKnownArgs> {
  public:
    AssignKnown()
        : TransformOf(
              {.name = "assign-known",
               .precondition = "a place in a block, and a variable in scope that is neither read nor shown "
                               "nor pointed to; by += and the like an unsigned one",
               .effect = "adds x = c, x op= c, x op= y, ++x and the like, where x may be a part of the "
                         "variable and y is another one",
               .flags = {.preserves = true},
               .sites = Sites::Blocks}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t word, const Offer& offer) const override {
        const Program& p = view.program();
        if (p.vars.empty()) return;
        const Gap gap = pick_gap(view, site, word >> 8);
        for (uint64_t i = 0; i < 12; ++i) {
            const uint64_t w = base::scramble(word + i);
            const VarId var{static_cast<uint32_t>(w % p.vars.size())};
            if (!is_visible_in(view, gap, var)) continue;
            const std::optional<Part> part = pick_part(p, var, w >> 32);
            if (!part) continue;
            const UInt128 value = initial_value(p, w, 0, part->type, part->bits);
            const auto form = (w >> 50) % 2 == 0 ? 0 : static_cast<uint32_t>((w >> 54) % kAssignForms);
            if (offer({gap.before, var, part->path, form, false, value})) return;
        }
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        if (step.form >= kAssignForms) return false;
        const VarId var = step.var;
        if (!takes_statement(view, gap_of(step)) || !is_visible_in(view, gap_of(step), var)) return false;
        const std::optional<Leaf> leaf = leaf_at(p, p[var].type, step.path);
        if (!leaf || !program::is_integer(p.types.kind(leaf->type))) return false;
        if ((p.types.quals(leaf->type) & program::kConst) != 0 || holds_const_on_way(p, var, step.path))
            return false;
        const FuncId func = view.function(step.site);
        if (!func || (p[func].flags & (program::kFuncPure | program::kFuncConst)) != 0) return false;
        if (is_step_form(step.form) && p.types.kind(leaf->type) == TypeKind::Bool) return false;
        if (step.by_variable) return is_readable_number(view, gap_of(step), step.other());
        const TypeId type = program::promoted_type(p, program::basic(p.types.kind(leaf->type)));
        const semantics::IntShape shape = shape_of_part(p, type, -1);
        return semantics::convert(step.operand, shape) == step.operand;
    }

    bool is_safe(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const VarId var = step.var;
        const VarUse& use = view.use(var);
        if (use.refs != use.writes || use.addressed() || (p[var].is_global() && p[var].observed))
            return false;
        if (p[var].storage == program::Storage::Param || step.by_variable) return false;
        if (p[var].is_static_storage() && is_in_pure_code(view, step.site)) return false;
        // A function may be called twice without an order in between.
        if (p[var].is_static_storage() && view.function(step.site) != p.entry) return false;
        if (step.form == 0) return !leaf_at(p, p[var].type, step.path)->through_pointer;
        const Leaf leaf = *leaf_at(p, p[var].type, step.path);
        const program::IntegerForm form = program::integer_form(p.types.kind(leaf.type), p.platform.target);
        const bool wraps = !form.is_signed && form.width >= 32 && leaf.bits < 0;
        const auto op = assign_op(step.form);
        const bool never_fails =
            is_step_form(step.form) || (op && *op <= BinaryOp::Mul) || (op && *op >= BinaryOp::And);
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

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const NodeId target = build_path(build, step.var, step.path);
        if (is_step_form(step.form))
            return add_to(p, gap_of(step), build.expr(build.incdec(step_op(step.form), target)));
        const TypeId type = program::promoted_type(p, program::basic(p.types.kind(p[target].type)));
        const NodeId value = step.by_variable ? build.ref(step.other())
                                              : build.integer(type, static_cast<Int128>(step.operand));
        const auto op = assign_op(step.form);
        add_to(p, gap_of(step),
               build.expr(op ? build.compound(*op, target, value) : build.assign(target, value)));
    }
};

} // namespace

const Transform& assign_known() {
    static const AssignKnown transform;
    return transform;
}

} // namespace assay::transform
