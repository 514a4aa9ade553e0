// A number becomes 0 or 1, a pointer null.
#include "program/build.h"
#include "program/typing.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class ReplaceByConstant final : public Transform {
  public:
    ReplaceByConstant()
        : Transform(
              {.name = "replace-by-constant",
               .precondition = "a number or pointer that is no constant, where its value alone is wanted",
               .effect = "e becomes 0 or 1 of its type, or a null pointer",
               .flags = {.shrinks = true},
               .arg_count = 1}) {} // 0 or 1

  private:
    void suggest(const View& view, NodeId site, uint64_t, std::vector<Step>& out) const override {
        if (!wants_value(view, site)) return;
        out.push_back(step_at(site, {0}));
        out.push_back(step_at(site, {1}));
    }

    bool can(const View& view, const Step& step) const override {
        const Program& p = view.program();
        const Node& n = p[step.site];
        if (step.args[0] > 1 || n.kind == NodeKind::IntConst || n.kind == NodeKind::FloatConst) return false;
        if (!wants_value(view, step.site)) return false;
        if (number_type(p, step.site) != program::type::Void) return true;
        // Two nodes: a zero and its cast.
        return p.types.kind(n.type) == TypeKind::Pointer && step.args[0] == 0 && view.size(step.site) > 2;
    }

    void perform(Program& p, const Step& step) const override {
        program::Build build(p);
        const TypeId type = program::value_type(p, step.site);
        const int value = step.args[0] == 0 ? 0 : 1;
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
