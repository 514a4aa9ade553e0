// A statement that decides or jumps, around empty blocks.
#include "transform/kit/args.h"
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

class AddBranch final : public TransformOf<AddBranchArgs> {
  public:
    AddBranch()
        : TransformOf(
              {.name = "add-branch",
               .precondition = "a place in a block; to test a variable, a static one or a parameter",
               .effect = "adds if, if else, a while, do or for that runs its body at most once, a block, or "
                         "jumps past or back to blocks, all of them empty",
               .flags = {.preserves = true},
               .sites = Sites::Blocks}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t word, const Offer& offer) const override {
        const Program& p = view.program();
        const Gap gap = pick_gap(view, site, word);
        const uint64_t w = base::scramble(word);
        const auto branch = static_cast<Branch>(w % kBranches);
        const bool tests = branch == Branch::IfVariable && !p.globals.empty();
        const VarId var = tests ? p.globals[(w >> 8) % p.globals.size()] : VarId{};
        const UInt128 number = has_condition(branch) ? (w >> 20) % 7 : 0;
        const auto compare =
            tests ? static_cast<BinaryOp>(static_cast<uint64_t>(BinaryOp::Lt) + (w >> 30) % 6) : BinaryOp{};
        offer({gap.before, branch, number, var, compare});
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        if (!takes_statement(view, gap_of(step))) return false;
        const Branch branch = step.branch;
        if (branch != Branch::IfVariable && (step.var || step.compare != BinaryOp{})) return false;
        if (!has_condition(branch)) return step.number == 0;
        if ((branch == Branch::WhileOnce || branch == Branch::ForOnce) && step.number == 0) return false;
        TypeId type = program::type::Int;
        if (branch == Branch::IfVariable) {
            if (!is_comparison(step.compare) || !is_readable_number(view, gap_of(step), step.var))
                return false;
            type = program::promoted_type(p, number_of(p, step.var));
        }
        return semantics::convert(step.number, shape_of_part(p, type, -1)) == step.number;
    }

    bool is_safe(const View& view, const Named& step) const override {
        return step.branch != Branch::IfVariable || is_safe_to_read(view, step.site, step.var);
    }

    void perform(Program& p, const Named& step) const override {
        Build build(p);
        const auto number = [&] { return build.integer(static_cast<int>(static_cast<Int128>(step.number))); };
        NodeId a, b;
        switch (step.branch) {
        case Branch::If: a = build.block({}); return add_to(p, gap_of(step), build.if_(number(), a));
        case Branch::IfElse:
            a = build.block({}), b = build.block({});
            return add_to(p, gap_of(step), build.if_(number(), a, b));
        case Branch::WhileNever:
            a = build.block({});
            return add_to(p, gap_of(step), build.while_(build.integer(0), a));
        case Branch::WhileOnce:
            a = leaving_block(build, number());
            return add_to(p, gap_of(step), build.while_(number(), a));
        case Branch::DoOnce:
            a = build.block({});
            return add_to(p, gap_of(step), build.do_while(a, build.integer(0)));
        case Branch::ForOnce:
            return add_to(p, gap_of(step), build.for_({}, {}, {}, leaving_block(build, number())));
        case Branch::Plain: return add_to(p, gap_of(step), build.block({}));
        case Branch::JumpOver: return add_to(p, gap_of(step), jump_over(build, step));
        case Branch::JumpBack: return add_to(p, gap_of(step), jump_back(build, step));
        case Branch::IfVariable: {
            const TypeId type = program::promoted_type(p, number_of(p, step.var));
            const NodeId limit = build.integer(type, static_cast<Int128>(step.number));
            const NodeId test = build.binary(step.compare, build.ref(step.var), limit);
            a = build.block({}), b = build.block({});
            return add_to(p, gap_of(step), build.if_(test, a, b));
        }
        }
    }

    // { {} if (c) break; }
    static NodeId leaving_block(Build& build, NodeId condition) {
        const NodeId inner = build.block({});
        const NodeId stmts[] = {inner, build.if_(condition, build.break_())};
        return build.block(stmts);
    }
    static program::LabelId label(Program& p, const Named& step, uint32_t number) {
        return p.add_label(fresh_name(p, "l", step.fresh.labels + number));
    }
    static NodeId jump_over(Build& build, const Named& step) {
        const program::LabelId end = label(build.p, step, 0);
        const NodeId go = build.goto_(end), inner = build.block({});
        const NodeId stmts[] = {go, inner, build.label(end)};
        return build.block(stmts);
    }
    static NodeId jump_back(Build& build, const Named& step) {
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
