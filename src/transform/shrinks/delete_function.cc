// A function that is not used elsewhere is removed.
#include "transform/kit/edit.h"
#include "transform/registry.h"

namespace assay::transform {
namespace {

class DeleteFunction final : public TransformOf<> {
  public:
    DeleteFunction()
        : TransformOf(
              {.name = "delete-function",
               .precondition = "the body of a function, other than the entry, that is used only in itself",
               .effect = "the function is removed",
               .flags = {.shrinks = true},
               .sites = Sites::Bodies}) {}

  private:
    bool can(const View& view, const Named& step) const override {
        const FuncId func = view.function(step.site);
        return func != view.program().entry && view.use(func).from_outside == 0;
    }

    void perform(Program& p, const Named& step) const override {
        discard(p, step.site);
        erase_function(p, function_of(p, step.site));
    }
};

} // namespace

const Transform& delete_function() {
    static const DeleteFunction transform;
    return transform;
}

} // namespace assay::transform
