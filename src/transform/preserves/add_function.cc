// A function that is not called yet.
#include "base/hash.h"
#include "transform/kit/additions.h"
#include "transform/kit/args.h"
#include "transform/kit/edit.h"
#include "transform/kit/signatures.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

using program::BinaryOp;
using program::Build;

class AddFunction final : public TransformOf<AddFunctionArgs> {
  public:
    AddFunction()
        : TransformOf({.name = "add-function",
                       .precondition = "the program as a whole",
                       .effect =
                           "adds T f(A a, B b, C c) { return ((a op b) op 3) op c; } with integers, structs, "
                           "unions and pointers as parameters",
                       .flags = {.preserves = true},
                       .sites = Sites::Program}) {}

  private:
    void suggest(const View& view, NodeId, uint64_t word, const Offer& offer) const override {
        const uint64_t w = base::scramble(word);
        Signature s;
        s.result = static_cast<TypeKind>(1 + w % 12);
        s.params = {1 + static_cast<uint32_t>(w >> 8) % 12, 1 + static_cast<uint32_t>(w >> 12) % 12,
                    (w >> 16) % 2 == 0 ? 0 : kPointerCode + 7};
        if ((w >> 20) % 2 == 0 && !view.program().types.records.empty())
            s.params[2] =
                kRecordCode + static_cast<uint32_t>((w >> 21) % view.program().types.records.size());
        s.start = 1;
        const auto op = [&](int shift) {
            return static_cast<BinaryOp>((w >> shift) % program::kBinaryOpCount);
        };
        s.terms[0] = Term::of(op(30), 2, 0);
        s.terms[1] = Term::of(op(40), 0, (w >> 50) % 9);
        offer({s});
    }

    bool can(const View& view, const Named& step) const override {
        return is_signature(view.program(), step.signature);
    }

    void perform(Program& p, const Named& step) const override {
        const Signature& s = step.signature;
        Build build(p);
        std::vector<std::string> names;
        std::vector<std::pair<std::string_view, TypeId>> params;
        for (size_t i = 0; i < kMostParams && s.params[i] != 0; ++i)
            names.push_back(fresh_name(p, "a", step.fresh.vars + static_cast<uint32_t>(i)));
        for (size_t i = 0; i < names.size(); ++i) {
            const uint32_t code = s.params[i];
            params.emplace_back(
                names[i], code >= kPointerCode
                              ? p.types.pointer_to(program::basic(static_cast<TypeKind>(code - kPointerCode)))
                              : type_of_code(p, code));
        }
        const FuncId func =
            build.func(fresh_name(p, "f", step.fresh.nodes), program::basic(s.result), params, s.flags);
        const std::vector<VarId> vars(p.params(func).begin(), p.params(func).end());
        NodeId value = s.start == 0 ? build.integer(1) : build.ref(vars[s.start - 1]);
        for (const Term& term : s.terms) {
            if (term.op() == Term::kNone) continue;
            const NodeId operand = term.operand() == 0
                                       ? build.integer(static_cast<int>(static_cast<Int128>(term.number)))
                                       : build.ref(vars[term.operand() - 1]);
            value = build.binary(static_cast<BinaryOp>(term.op()), value, operand);
        }
        const NodeId stmt = build.return_(value);
        const NodeId body = build.block({&stmt, 1});
        p[func].body = body;
    }
};

} // namespace

const Transform& add_function() {
    static const AddFunction transform;
    return transform;
}

} // namespace assay::transform
