// A loop that counts, around an empty block.
#include "base/hash.h"
#include "program/typing.h"
#include "transform/kit/additions.h"
#include "transform/kit/args.h"
#include "transform/kit/counting.h"
#include "transform/kit/edit.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

using program::BinaryOp;
using program::Build;

class AddLoop final : public TransformOf<AddLoopArgs> {
  public:
    AddLoop()
        : TransformOf(
              {.name = "add-loop",
               .precondition = "a place in a block, and a way of counting that ends after a few rounds "
                               "without undefined behaviour",
               .effect = "adds a for, while, do or goto loop with a counter of its own and an empty body, "
                         "which may be left or gone on with in one round",
               .flags = {.preserves = true},
               .sites = Sites::Blocks}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t word, const Offer& offer) const override {
        if (!view.function(site)) return;
        const Gap gap = pick_gap(view, site, word);
        const uint64_t w = base::scramble(word);
        Counting c;
        c.form = static_cast<LoopForm>(w % kLoopForms);
        c.kind = static_cast<TypeKind>(2 + (w >> 4) % 12);
        c.start = (w >> 10) % 5, c.bound = (w >> 16) % 17, c.step = 1 + (w >> 24) % 3;
        c.where = (w >> 30) % 5;
        if (c.form == LoopForm::For) c.exit = static_cast<LoopExit>((w >> 36) % 3);
        offer({gap.before, view.program()[view.function(site)].body, c});
    }

    bool can(const View& view, const Named& step) const override {
        return takes_statement(view, gap_of(step)) && is_body_around(view, step.body, step.site) &&
               is_counting(view.program(), step.counting) && rounds_of(view.program(), step.counting);
    }

    void perform(Program& p, const Named& step) const override {
        Build build(p);
        const Counting& c = step.counting;
        const TypeId type = program::basic(c.kind), wide = program::promoted_type(p, type);
        const auto number = [&](UInt128 bits) { return build.integer(wide, static_cast<Int128>(bits)); };
        const VarId i = build.local(function_of(p, step.body), fresh_name(p, "i", step.fresh.vars), type,
                                    number(c.start));
        const NodeId declare = build.declare(i);
        const NodeId bound = number(c.bound);
        const NodeId condition = build.binary(c.compare, build.ref(i), bound);
        const NodeId by = number(c.step);
        const NodeId advance = build.compound(c.advance, build.ref(i), by);
        std::vector<NodeId> body;
        if (c.exit != LoopExit::None) {
            const NodeId exit = c.exit == LoopExit::Break ? build.break_() : build.continue_();
            const NodeId where = number(c.where);
            body.push_back(build.if_(build.binary(BinaryOp::Eq, build.ref(i), where), exit));
        }
        body.push_back(build.block({}));
        if (c.form == LoopForm::For)
            return add_to(p, gap_of(step), build.for_(declare, condition, advance, build.block(body)));
        body.push_back(build.expr(advance));
        const program::LabelId again = c.form == LoopForm::Goto
                                           ? p.add_label(fresh_name(p, "l", step.fresh.labels))
                                           : program::LabelId{};
        if (again) body.push_back(build.goto_(again));
        const NodeId inner = build.block(body);
        std::vector<NodeId> outer{declare};
        if (again) outer.push_back(build.label(again));
        outer.push_back(c.form == LoopForm::While ? build.while_(condition, inner)
                        : c.form == LoopForm::Do  ? build.do_while(inner, condition)
                                                  : build.if_(condition, inner));
        add_to(p, gap_of(step), build.block(outer));
    }
};

} // namespace

const Transform& add_loop() {
    static const AddLoop transform;
    return transform;
}

} // namespace assay::transform
