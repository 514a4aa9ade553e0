// An observation becomes an assignment to a global that is shown at the end.
#include "program/build.h"
#include "program/typing.h"
#include "transform/kit/edit.h"
#include "transform/kit/places.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

namespace at = program::at;

class ObserveAtEnd final : public TransformOf<> {
  public:
    ObserveAtEnd()
        : TransformOf(
              {.name = "observe-at-end",
               .precondition = "an observation in a loop, or not in the entry; not in a function that "
                               "is called where nothing may be written",
               .effect = "observe(e) becomes out = e, with a new global out (whose last value alone is "
                         "shown)",
               .flags = {.shrinks = true}}) {}

  private:
    bool can(const View& view, const Named& step) const override {
        const Node& n = view[step.site];
        return n.kind == NodeKind::Observe && !is_outside_loops(view, step.site) &&
               !view.use(view.function(step.site)).in_pure_code &&
               program::has_settled_type(view.program(), n.child(at::Observe::value));
    }

    void perform(Program& p, const Named& step) const override {
        program::Build build(p);
        const NodeId value = p[step.site].child(at::Observe::value);
        const TypeId type = program::value_type(p, value);
        const VarId out =
            build.global(fresh_name(p, "out", step.fresh.vars), type, {}, program::Storage::Extern);
        become(p, step.site, build.expr(build.assign(build.ref(out), value)));
    }
};

} // namespace

const Transform& observe_at_end() {
    static const ObserveAtEnd transform;
    return transform;
}

} // namespace assay::transform
