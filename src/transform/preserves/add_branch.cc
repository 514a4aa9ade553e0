// A statement that decides or jumps, around empty blocks.
#include "transform/kit/branches.h"

#include "base/hash.h"
#include "program/typing.h"
#include "transform/kit/additions.h"
#include "transform/kit/edit.h"
#include "transform/kit/inverse.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

using program::BinaryOp;
using program::Build;

class AddBranch final : public Transform {
  public:
    AddBranch()
        : Transform({.name = "add-branch",
                     .precondition = "a place in a block; to test a variable, a static one or a parameter",
                     .effect =
                         "adds if, if else, a while, do or for that runs its body at most once, a block, or "
                         "jumps past or back to blocks, all of them empty",
                     .flags = {.preserves = true},
                     .arg_count = 5}) {} // before, form, number, variable, comparison

  private:
    void suggest(const View& view, NodeId site, uint64_t word, std::vector<Step>& out) const override {
        const Program& p = view.program();
        if (view[site].kind != NodeKind::Block) return;
        const Gap gap = pick_gap(view, site, word);
        const uint64_t w = base::scramble(word);
        const auto branch = static_cast<Branch>(w % kBranches);
        const bool tests = branch == Branch::IfVariable && !p.globals.empty();
        const VarId var = tests ? p.globals[(w >> 8) % p.globals.size()] : VarId{};
        const UInt128 number = has_condition(branch) ? (w >> 20) % 7 : 0;
        const UInt128 op = tests ? static_cast<UInt128>(BinaryOp::Lt) + (w >> 30) % 6 : 0;
        out.push_back(step_at(site, {gap.before.index, static_cast<UInt128>(branch), number, var.index, op}));
    }

    bool can(const View& view, const Step& step) const override {
        const Program& p = view.program();
        if (step.args[1] >= kBranches || !takes_statement(view, gap_of(step))) return false;
        const auto branch = static_cast<Branch>(step.args[1]);
        if (branch != Branch::IfVariable && (step.var(3) || step.args[4] != 0)) return false;
        if (!has_condition(branch)) return step.args[2] == 0;
        if ((branch == Branch::WhileOnce || branch == Branch::ForOnce) && step.args[2] == 0) return false;
        const VarId var = step.var(3);
        TypeId type = program::type::Int;
        if (branch == Branch::IfVariable) {
            if (step.args[4] < static_cast<UInt128>(BinaryOp::Lt) || step.args[4] >= program::kBinaryOpCount)
                return false;
            if (!is_readable_number(view, gap_of(step), var)) return false;
            type = program::promoted_type(p, number_of(p, var));
        }
        return semantics::convert(step.args[2], shape_of_part(p, type, -1)) == step.args[2];
    }

    bool is_safe(const View& view, const Step& step) const override {
        const Program& p = view.program();
        if (static_cast<Branch>(step.args[1]) != Branch::IfVariable) return true;
        const program::Var& var = p[step.var(3)];
        // A write elsewhere in an expression may have no order to a read in a function that it calls.
        return (var.is_static_storage() && !is_in_pure_code(view, step.site) &&
                (!view.use(step.var(3)).written() || view.function(step.site) == p.entry)) ||
               var.storage == program::Storage::Param;
    }

    void perform(Program& p, const Step& step) const override {
        Build build(p);
        const auto branch = static_cast<Branch>(step.args[1]);
        const auto number = [&] {
            return build.integer(static_cast<int>(static_cast<Int128>(step.args[2])));
        };
        NodeId a, b;
        switch (branch) {
        case Branch::If: a = build.block({}); return add_to(p, step, build.if_(number(), a));
        case Branch::IfElse:
            a = build.block({}), b = build.block({});
            return add_to(p, step, build.if_(number(), a, b));
        case Branch::WhileNever:
            a = build.block({});
            return add_to(p, step, build.while_(build.integer(0), a));
        case Branch::WhileOnce:
            a = leaving_block(build, number());
            return add_to(p, step, build.while_(number(), a));
        case Branch::DoOnce: a = build.block({}); return add_to(p, step, build.do_while(a, build.integer(0)));
        case Branch::ForOnce: return add_to(p, step, build.for_({}, {}, {}, leaving_block(build, number())));
        case Branch::Plain: return add_to(p, step, build.block({}));
        case Branch::JumpOver: return add_to(p, step, jump_over(build, step));
        case Branch::JumpBack: return add_to(p, step, jump_back(build, step));
        case Branch::IfVariable: {
            const TypeId type = program::promoted_type(p, number_of(p, step.var(3)));
            const NodeId limit = build.integer(type, static_cast<Int128>(step.args[2]));
            const NodeId test =
                build.binary(static_cast<BinaryOp>(step.args[4]), build.ref(step.var(3)), limit);
            a = build.block({}), b = build.block({});
            return add_to(p, step, build.if_(test, a, b));
        }
        }
    }

    // { {} if (c) break; }
    static NodeId leaving_block(Build& build, NodeId condition) {
        const NodeId inner = build.block({});
        const NodeId stmts[] = {inner, build.if_(condition, build.break_())};
        return build.block(stmts);
    }
    static program::LabelId label(Program& p, const Step& step, uint32_t number) {
        return p.add_label(fresh_name(p, "l", step.fresh.labels + number));
    }
    static NodeId jump_over(Build& build, const Step& step) {
        const program::LabelId end = label(build.p, step, 0);
        const NodeId go = build.goto_(end), inner = build.block({});
        const NodeId stmts[] = {go, inner, build.label(end)};
        return build.block(stmts);
    }
    static NodeId jump_back(Build& build, const Step& step) {
        const program::LabelId first = label(build.p, step, 0), then = label(build.p, step, 1);
        const program::LabelId end = label(build.p, step, 2);
        std::vector<NodeId> stmts;
        stmts.push_back(build.goto_(first));
        stmts.push_back(build.label(then));
        stmts.push_back(build.block({}));
        stmts.push_back(build.goto_(end));
        stmts.push_back(build.label(first));
        stmts.push_back(build.block({}));
        stmts.push_back(build.goto_(then));
        stmts.push_back(build.label(end));
        return build.block(stmts);
    }
};

} // namespace

const Transform& add_branch() {
    static const AddBranch transform;
    return transform;
}

} // namespace assay::transform
