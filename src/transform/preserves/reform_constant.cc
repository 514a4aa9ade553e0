// An integer constant becomes an operation of another form than a op b.
#include "base/hash.h"
#include "program/build.h"
#include "program/typing.h"
#include "transform/kit/args.h"
#include "transform/kit/edit.h"
#include "transform/kit/forms_of_constants.h"
#include "transform/kit/inverse.h"
#include "transform/kit/objects.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

using program::UnaryOp;

class ReformConstant final : public TransformOf<ReformConstantArgs> {
  public:
    ReformConstant()
        : TransformOf(
              {.name = "reform-constant",
               .precondition = "an integer constant of int or wider where any constant expression of its "
                               "type may stand, or for a, c any expression",
               .effect = "c becomes -a, ~a, !a, a && b, a || b, a ? c : b, a ? b : c, (T)(U)c or a, c "
                         "with the same value",
               .flags = {.preserves = true},
               .sites = Sites::Integers}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t word, const Offer& offer) const override {
        const Node& n = view[site];
        const auto form = static_cast<ConstantForm>(word % kConstantForms);
        offer({form, numbers_for(view.program(), form, n.type, n.bits(), base::scramble(word))});
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const Node& n = view[step.site];
        if (program::promoted_type(p, n.type) != n.type) return false;
        const bool constant = step.form != ConstantForm::Comma && wants_constant(view, step.site);
        if (!constant && !wants_value(view, step.site)) return false;
        return has_form(p, step.form, n.type, n.bits(), step.numbers);
    }

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const TypeId type = p[step.site].type;
        const auto number = [&](UInt128 bits) { return build.integer(type, static_cast<Int128>(bits)); };
        const UInt128 value = p[step.site].bits(), a = step.numbers[0], b = step.numbers[1];
        NodeId made, x, y;
        switch (step.form) {
        case ConstantForm::Minus: made = build.unary(UnaryOp::Minus, number(a)); break;
        case ConstantForm::BitNot: made = build.unary(UnaryOp::BitNot, number(a)); break;
        case ConstantForm::Not: made = build.unary(UnaryOp::Not, number(a)); break;
        case ConstantForm::And:
        case ConstantForm::Or:
            x = number(a), y = number(b);
            made = build.logical(
                step.form == ConstantForm::And ? program::LogicalOp::And : program::LogicalOp::Or, x, y);
            break;
        case ConstantForm::First:
            x = number(value), y = number(b);
            made = build.conditional(number(a), x, y);
            break;
        case ConstantForm::Second:
            x = number(b), y = number(value);
            made = build.conditional(number(a), x, y);
            break;
        case ConstantForm::Cast: {
            const TypeId other = program::basic(static_cast<TypeKind>(a));
            // A narrow type has no constants of its own.
            x = program::promoted_type(p, other) == other ? build.integer(other, static_cast<Int128>(value))
                                                          : build.cast(other, number(value));
            made = build.cast(type, x);
            break;
        }
        case ConstantForm::Comma:
            x = number(a), y = number(value);
            made = build.comma(x, y);
            break;
        }
        become_value(p, step.site, made, type);
    }
};

} // namespace

const Transform& reform_constant() {
    static const ReformConstant transform;
    return transform;
}

} // namespace assay::transform
