// A number becomes 0 or 1, a pointer null.
#include "program/build.h"
#include "program/typing.h"
#include "transform/kit/args.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class ReplaceByConstant final : public TransformOf<ReplaceByConstantArgs> {
  public:
    ReplaceByConstant()
        : TransformOf(
              {.name = "replace-by-constant",
               .precondition = "a number or pointer that is not a constant, where its value alone is wanted",
               .effect = "e becomes 0 or 1 of its type, or a null pointer",
               .flags = {.shrinks = true}}) {}

  private:
    void suggest(const View& view, NodeId site, uint64_t, const Offer& offer) const override {
        if (!wants_value(view, site)) return;
        offer({false});
        offer({true});
    }

    bool can(const View& view, const Named& step) const override {
        const Program& p = view.program();
        const Node& n = p[step.site];
        if (n.kind == NodeKind::IntConst || n.kind == NodeKind::FloatConst) return false;
        if (!wants_value(view, step.site)) return false;
        if (number_type(p, step.site) != program::type::Void) return true;
        // Two nodes: a zero and its cast.
        return p.types.kind(n.type) == TypeKind::Pointer && !step.one && view.size(step.site) > 2;
    }

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const TypeId type = program::value_type(p, step.site);
        const int value = step.one ? 1 : 0;
        if (p.types.kind(type) == TypeKind::Pointer)
            become(p, step.site, build.null(type));
        else if (program::is_floating(p.types.kind(type)))
            become(p, step.site, build.real(type, value));
        else
            become(p, step.site, build.integer(type, value));
    }
};

} // namespace

const Transform& replace_by_constant() {
    static const ReplaceByConstant transform;
    return transform;
}

} // namespace assay::transform
